"""What is decided about sending: addresses, answers of servers, times, marks that prove a link."""
