"""The page without a server: static files, with the board in a web worker."""
