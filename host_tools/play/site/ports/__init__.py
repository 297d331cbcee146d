"""Ports that pyserial opens by their address, in a browser: see pyserial's `serial_for_url`."""
