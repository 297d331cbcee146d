"""A real board on a serial port: flashing firmware, communication, errors."""
