"""The page on a stage: its own files, and a link on which a test says the board's lines."""

import json

from one_board import PROFILE

from host_tools.board.simulator.world import World
from host_tools.play.web import protocol, tile_tray
from host_tools.play.web.assets import load

ORIGIN = "http://stage.test"
TYPEFACE_LOADED = "document.fonts.ready.then(() => true)"  # words have their places by then
HANDS = ("grab", "move", "drop", "back", "turn")
SETTINGS = {
    "variant": 2,
    "players": 0,
    "starts": 0,
    "level": 1,
    "brightness": 2,
    "sound": 1,
    "coach": 0,
    "fast": 1,
}


class Stage:
    """A page whose link leads here. `received`: the messages it has sent; `hands`: those about its
    hand. `alike`: whether the trays hold the set of equal tiles."""

    def __init__(self, page, profile=PROFILE, alike=True):
        self.page = page
        self.profile = profile
        self.world = World(profile)
        self.world.unpack(alike)
        self.received = []
        self.hands = []
        self.link = None
        self.leds = ["000000"] * profile.cells
        assets = load()

        def answer(route):
            asset = assets["/" + route.request.url.removeprefix(ORIGIN + "/")]
            route.fulfill(body=asset.body, content_type=asset.content_type)

        page.route(ORIGIN + "/**", answer)
        page.route_web_socket("**/link", self._linked)
        page.goto(ORIGIN + "/")
        page.wait_for_selector("#stops button[data-cell]")
        page.evaluate(TYPEFACE_LOADED)
        self.show()

    def _linked(self, link):
        self.link = link
        link.on_message(self._hear)
        self._send(protocol.hello(1, self.profile.data, tile_tray.homes(self.world), 1.0))

    def _hear(self, text):
        message = json.loads(text)
        (self.hands if message["t"] in HANDS else self.received).append(message)

    def _send(self, message):
        self.link.send(protocol.encode(message))

    def tell(self, message):
        """A message of the server."""
        self._send(message)

    def show(self):
        """The tiles as they lie, and the lights."""
        poses = [
            [t.id, t.x_mm, t.y_mm, t.z_mm, int(t.up), 0.0, 0, 1 if t.held else 0]
            for t in self.world.tiles
        ]
        self._send({"t": "frame", "ms": 0, "tiles": poses, "leds": "".join(self.leds)})

    def say(self, position="----------------/-", say="", **more):
        """A state line of a game of xtic."""
        line = {
            "t": "state",
            "phase": "match",
            "game": "xtic",
            "rules": "normal",
            "ask": "place",
            "say": say,
            "level": "easy",
            "settings": SETTINGS,
            "start": "----------------/-",
            "position": position,
            "moves": [],
            "turn": 0,
            "wrong": [],
            "last": "",
            "result": None,
            "machine": 2,
            "hand": None,
            "gift": None,
        }
        self._send({"t": "said", "line": line | more})

    def refuse(self, reason):
        self._send(protocol.error(reason))

    def lay(self, number, cell):
        """A disc into a cell."""
        self.world.lay(number, *self.world.plate.centre(cell))
