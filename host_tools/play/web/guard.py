"""Who may talk to the server: only pages that it served itself, on this computer; with `--share`
also guests in the local network who have a seat.

The server listens on the loopback address alone, unless it is shared. That keeps other computers
out, but not other pages in the same browser: a page from anywhere can open a WebSocket to a local
port, or point its own name at 127.0.0.1. So the Host header must be ours and so must the Origin.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from host_tools.play.web.seats import COOKIE, FIRST, JOIN_PATH, NO_SEAT, ONLY_HERE, USED, Seats

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost")
HTTP = 80
COOKIE_S = 7 * 24 * 3600

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True)
class Guard:
    """Checks the requests at this port. `address`: of this computer in the local network, if the
    page is shared; `seats`: of its guests."""

    port: int
    address: str = ""
    seats: Seats | None = None

    @property
    def hosts(self) -> list[str]:
        """The names of this server, as in a Host header."""
        names = [name for name in (*NAMES, self.address) if name]
        hosts = [f"{name}:{self.port}" for name in names]
        return hosts + names if self.port == HTTP else hosts  # browsers leave that port out

    def seat(self, request: web.Request) -> str | None:
        """The seat of the page that asks; None for a guest without one."""
        if request.remote == LOOPBACK or self.seats is None:
            return FIRST
        return self.seats.of(request.cookies.get(COOKIE))

    def refusal_of_seat(self, request: web.Request) -> str | None:
        """Why a guest's request is refused; None if it is accepted."""
        seat = self.seat(request)
        if seat is None and not request.path.startswith(JOIN_PATH):
            return NO_SEAT
        if seat != FIRST and request.method not in ("GET", "HEAD"):
            return ONLY_HERE
        return None

    async def join(self, request: web.Request) -> web.Response:
        """Give a guest with the right code a seat, and the page."""
        assert self.seats is not None
        cookie = self.seats.admit(request.match_info["code"], request.remote or "")
        if cookie is None:
            return web.Response(status=403, text=USED + "\n")
        response = web.Response(status=303, headers={"Location": "/"})
        response.set_cookie(COOKIE, cookie, max_age=COOKIE_S, httponly=True, samesite="Lax")
        return response

    def add_routes(self, application: web.Application) -> None:
        """Let guests in, if there may be any."""
        if self.seats is not None:
            application.router.add_get(JOIN_PATH + "{code}", self.join, allow_head=False)


def content_policy(hosts: Sequence[str]) -> str:
    """The Content-Security-Policy: everything from this server, nothing from elsewhere."""
    sockets = " ".join(f"ws://{host}" for host in hosts)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "img-src 'self' blob:; "  # drawings on their way to a file
        f"connect-src 'self' {sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def refusal(
    hosts: Sequence[str], host: str | None, origin: str | None, is_link: bool
) -> str | None:
    """Why a request with these headers is refused; None if it is accepted. A WebSocket (`is_link`)
    must name its origin, as every browser does."""
    if host not in hosts:
        return f"This server answers only as {hosts[0]}. Open http://{hosts[0]}/ instead."
    if origin is None and is_link:
        return "A connection must come from the board's own page (no Origin header)."
    if origin is not None and origin not in [f"http://{each}" for each in hosts]:
        return "A connection must come from the board's own page (foreign Origin header)."
    return None


def middleware(known: Guard, link_path: str) -> Middleware:
    """Middleware that refuses requests (403) and adds the headers to every answer."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        reason = refusal(
            known.hosts,
            request.headers.get("Host"),
            request.headers.get("Origin"),
            request.path == link_path,
        )
        reason = reason or known.refusal_of_seat(request)
        if reason is not None:
            return web.Response(status=403, text=reason + "\n")
        return await handler(request)

    return guard


async def add_headers(known: Guard, response: web.StreamResponse) -> None:
    """Put the protecting headers on a response before it is sent."""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = content_policy(known.hosts)


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether it is not about a malformed request, whose answer (400) says all."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def logger() -> logging.Logger:
    """For the server: shows its own faults on the terminal."""
    own = logging.getLogger(__name__)
    own.addFilter(_is_fault)
    return own
