"""The browser that the page's tests use."""

from web.conftest import chromium

__all__ = ["chromium"]
