"""What is handed out of a version: a file for new Picos, the wheel, site and hardware archives."""
