"""What the Makefile calls to get ready: environment, browser, MicroPython image."""
