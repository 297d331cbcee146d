"""A real board on a serial port: putting firmware on it, talking to it, its errors."""
