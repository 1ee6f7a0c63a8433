"""What sources list: feeds, forums, pages, sitemaps, fixed lists; when to poll again."""
