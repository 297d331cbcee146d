"""Port types that pyserial opens by URL in a browser: see pyserial's `serial_for_url`."""
