"""Replaces `segno/__init__.py` on the site: that imports the writers of image files, and they need
modules that the site's library leaves out."""
