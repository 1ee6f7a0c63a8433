"""What is measured on labelled pairs and streams, and which pair a person labels next."""
