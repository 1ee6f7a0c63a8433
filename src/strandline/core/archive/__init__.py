"""What is archived, when again, how good it is, what it is and what it is called."""
