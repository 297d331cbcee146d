"""Who may talk to the server: only pages that it served itself, on this computer.

The server listens on the loopback address alone. That keeps other computers out, but not
other pages in the same browser: a page from anywhere can open a WebSocket to a local port,
or point its own name at 127.0.0.1. So the Host header must be ours and so must the Origin.
"""

import logging

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def content_policy(port: int) -> str:
    """The Content-Security-Policy: everything from this server, nothing from elsewhere."""
    sockets = " ".join(f"ws://{name}:{port}" for name in NAMES)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "img-src 'self' blob:; "  # drawings on their way to a file
        f"connect-src 'self' {sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def refusal(port: int, host: str | None, origin: str | None, is_link: bool) -> str | None:
    """Why a request with these headers is refused; None if it is accepted. A WebSocket (`is_link`)
    must name its origin, as every browser does."""
    hosts = [f"{name}:{port}" for name in NAMES]
    if host not in hosts:
        return f"This server answers only as {hosts[0]}. Open http://{hosts[0]}/ instead."
    if origin is None and is_link:
        return "A connection must come from the board's own page (no Origin header)."
    if origin is not None and origin not in [f"http://{name}" for name in hosts]:
        return "A connection must come from the board's own page (foreign Origin header)."
    return None


def middleware(port: int, link_path: str) -> Middleware:
    """Middleware that refuses requests (403) and adds the headers to every answer."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        reason = refusal(
            port,
            request.headers.get("Host"),
            request.headers.get("Origin"),
            request.path == link_path,
        )
        if reason is not None:
            return web.Response(status=403, text=reason + "\n")
        return await handler(request)

    return guard


async def add_headers(port: int, response: web.StreamResponse) -> None:
    """Put the protecting headers on a response before it is sent."""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = content_policy(port)


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether it is not about a malformed request, whose answer (400) says all."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def logger() -> logging.Logger:
    """For the server: shows its own faults on the terminal."""
    own = logging.getLogger(__name__)
    own.addFilter(_is_fault)
    return own
