"""Set-up steps called by the Makefile: environment, browser, MicroPython image."""
