"""Looking after a running Strandline: health, metrics, status, backup, export, explain."""
