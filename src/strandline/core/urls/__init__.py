"""What a URL is: canonical URL, key, id; rules as data."""
