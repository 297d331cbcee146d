"""The guide's pictures: the content of each, rendered by Blender from the STL files.

Bodies come from the STL files, their colours from the changes of filament. Parts on the circuit
board are drawn as the space that they take (`meshes.on_board`).
"""

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import trimesh

from hardware.dimensions import RELEASED, Dimensions
from hardware.prints import box, case, meshes
from hardware.prints.faces import colours
from hardware.prints.parts import CHESSMEN, PrintError, piece_name
from hardware.prints.shapes import point
from hardware.prints.tiles import GROOVE, UNDER_GROOVE
from hardware.setup import provide_renderer

RENDER = Path(__file__).resolve().parent / "render.py"
SHADES = {
    "base": "dark", "wing": "dark", "plate": "dark", "grid": "white", "ring": "clear",
    "cover": "dark", "hatch": "dark", "lid": "dark", "carrier": "white", "button": "dark",
    "board": "mask", "sensor": "black", "led": "ivory", "switch": "black", "stem": "steel",
    "pico": "green", "usb": "steel", "bulk": "steel", "beeper": "black",
}  # fmt: skip
# Colours of a tile, the page's: its faces, and its core, which its marks show.
OWNERS = {"first": colours(0), "second": colours(1)}
Spot = tuple[float, float, float]
Layer = tuple[float, float, str]  # from, to, material: along z of the STL file
FAR = 500.0
PLUG_CHANGE = 3.5 + 0.01  # height of the change of filament in a plug
EDGE = 0.01  # distance between the end of a colour and the bottom of a mark


@dataclass
class Scene:
    """The content of a picture. `view`: degrees up, degrees to the right, mm away; `wide`: mm."""

    look_at: Spot
    view: Spot
    wide: float
    size: tuple[int, int] = (780, 530)
    table: float | None = None
    exposure: float = 0.0
    light: str = "studio"  # or "day", "evening"
    items: list[dict[str, object]] = field(default_factory=list)


class Stage:
    """One board's parts, to be put into scenes."""

    def __init__(self, prints: Path, work: Path, d: Dimensions = RELEASED) -> None:
        self.d, self.prints, self.work = d, prints, work
        work.mkdir(parents=True, exist_ok=True)
        self.top = case.heights(d)["top"]
        self.table = case.heights(d)["bottom"] - 2.0  # the height of its feet
        self.bodies = {**meshes.placed(prints, d), **meshes.on_board(d)}
        for name, body in meshes.placed(prints, d, flat=True).items():
            self.bodies.setdefault(name, body)

    def add(
        self, scene: Scene, name: str, layers: list[Layer], at: Spot = (0.0, 0.0, 0.0),
        turn: Spot = (0.0, 0.0, 0.0), cut: trimesh.Trimesh | None = None,
    ) -> None:  # fmt: skip
        """Add a body of this board or an STL file, with these layers of colour and without the part
        in `cut`."""
        body = self.bodies.get(name)
        if body is None:
            body = trimesh.load_mesh(self.prints / f"{name}.stl")
        if cut is not None:
            body = trimesh.boolean.difference([body, cut], engine="manifold")
        for number, (low, high, material) in enumerate(layers):
            own = name.replace(" ", "-") + ("-cut" if cut is not None else "")
            path = self.work / f"{self.d.profile.name}-{own}-{number}-{low:g}-{high:g}.stl"
            if not path.exists():
                region = meshes.box((-FAR, -FAR, max(low, -FAR)), (FAR, FAR, min(high, FAR)))
                trimesh.boolean.intersection([body, region], engine="manifold").export(path)
            scene.items.append(
                {"stl": str(path.resolve()), "material": material, "at": at, "turn": turn}
            )

    def part(
        self, scene: Scene, name: str, up: float = 0.0, cut: trimesh.Trimesh | None = None,
        aside: tuple[float, float] = (0.0, 0.0), shade: str = "",
    ) -> None:  # fmt: skip
        """Add a printed part or the board, in its place or moved."""
        shade = shade or SHADES[name.partition(" ")[0].partition("_")[0]]
        layers: list[Layer] = [(-FAR, FAR, shade)]
        if name.startswith(("cover", "lid", "button_")):
            # Two layers of the part's colour, two of the marks' colour, then the part's again.
            mark = self.top - case.MARK + EDGE
            layers = [(mark, FAR, shade), (mark - case.MARK, mark, "gold"),
                      (-FAR, mark - case.MARK, shade)]  # fmt: skip
        if name.startswith("plate_flat"):
            dark = self.d.flattened().plate_top - 2 * case.MARK
            layers = [(dark, FAR, shade), (-FAR, dark, "white")]
        if name.startswith("grid"):
            dark = self.d.well_floor - case.MARK
            layers = [(dark, FAR, "dark"), (-FAR, dark, shade)]
        self.add(scene, name, layers, (*aside, up), cut=cut)

    def parts(self, scene: Scene, *names: str, up: float = 0.0) -> None:
        """Add all parts whose names begin like these."""
        for name in self.bodies:
            if name.startswith(names) and "_flat" not in name:
                self.part(scene, name, up)

    def rings(
        self, scene: Scene, lit: dict[int, str] | None = None, up: float = 0.0, name: str = "ring"
    ) -> None:
        """Add the rings of all cells, lit ones in the colour of their light."""
        for cell, place in enumerate(self.d.cells()):
            x, y = point(place)
            shade = (lit or {}).get(cell, "clear")
            here = (x, y, self.d.well_floor + up)
            scene.items.append(
                {"stl": str((self.prints / f"{name}.stl").resolve()), "material": shade, "at": here}
            )

    def tile(self, scene: Scene, owner: str, at: Spot, turn: Spot = (0.0, 0.0, 0.0),
             plug: bool = True, cut: trimesh.Trimesh | None = None) -> None:  # fmt: skip
        """Add a tile of two colours; `at` is its middle."""
        face, core = OWNERS[owner]
        data = self.d.profile.data
        thick: float = data["tile"]["thickness_mm"]
        body = trimesh.load_mesh(self.prints / f"tile_{owner}.stl")
        if plug:
            over: float = data["tile"]["pocket_floor_mm"] + data["magnet"]["height_mm"] + 0.1
            closes = trimesh.load_mesh(self.prints / f"plug_{owner}.stl")
            closes.apply_translation((0.0, 0.0, over))
            body = trimesh.util.concatenate([body, closes])
        body.apply_translation((0.0, 0.0, -thick / 2))
        name = f"{owner}-tile" + ("" if plug else "-open")
        self.bodies[name] = body
        low, high = UNDER_GROOVE - EDGE - thick / 2, thick / 2 - GROOVE + EDGE
        layers = [(-FAR, low, face), (low, high, core), (high, FAR, face)]
        self.add(scene, name, layers, at, turn, cut)

    def on_cell(self, scene: Scene, cell: int, owner: str, down: bool = False) -> None:
        x, y = point(self.d.cells()[cell])
        half = self.d.profile.data["tile"]["thickness_mm"] / 2
        turn = (180.0, 0.0, 0.0) if down else (0.0, 0.0, 0.0)
        self.tile(scene, owner, (x, y, self.d.well_floor + half), turn)

    def game(self, scene: Scene) -> None:
        """Add the tiles of a game, on cells and in the wing."""
        for cell, (owner, down) in GAME.items():
            self.on_cell(scene, cell, owner, down)
        thick: float = self.d.profile.data["tile"]["thickness_mm"]
        x, y = point((self.d.wing.centre[0], self.d.wing.y0 + 7.0))
        for number in range(10):
            owner = "first" if number < 5 else "second"
            at = (x, y - thick * (number + 0.5) - 0.2 * number, self.top + 1.5)
            self.tile(scene, owner, at, (90.0, 0.0, 0.0))


CASE = ("base", "wing", "plate", "grid", "cover", "hatch", "button_")
ON_BOARD = ("board", "sensor", "led", "switch", "stem", "pico", "usb", "bulk", "beeper")
GAME = {0: ("first", False), 5: ("first", False), 6: ("second", True), 9: ("second", False),
        10: ("first", True), 15: ("second", False)}  # fmt: skip
LIT = {5: "lit green", 10: "lit green", 2: "lit blue", 7: "lit blue", 8: "lit blue"}


def in_play(s: Stage) -> Scene:
    """The released board during a game, with the rest of its tiles in their wing."""
    scene = Scene((60.0, -64.0, 0.0), (40.0, -24.0, 760.0), 250.0, (1020, 680), s.table, -0.3)
    s.parts(scene, *CASE, "board")
    s.rings(scene, LIT)
    s.game(scene)
    return scene


def on_flat(s: Stage, scene: Scene) -> Scene:
    """A game of flip tiles on the board with its flat top; the other tiles stand in the wing."""
    s.parts(scene, *(name for name in CASE if name != "plate"), "board")
    s.part(scene, "plate_flat")
    s.rings(scene, LIT, name="ring_flat")
    s.game(scene)
    return scene


def flat(s: Stage) -> Scene:
    return on_flat(s, Scene((60.0, -64.0, 0.0), (40.0, -24.0, 760.0), 250.0, (1020, 680), s.table))


def daylight(s: Stage) -> Scene:
    """From the player's left, by a window."""
    view = (30.0, -52.0, 780.0)
    return on_flat(s, Scene((60.0, -64.0, 0.0), view, 260.0, (1020, 600), s.table, 0.0, "day"))


def beside(s: Stage) -> Scene:
    """From the right, low, by a window."""
    view = (16.0, 62.0, 760.0)
    return on_flat(s, Scene((60.0, -64.0, 0.0), view, 260.0, (1020, 500), s.table, 0.0, "day"))


def evening(s: Stage) -> Scene:
    """From the player's seat, by lamp light."""
    view = (48.0, 0.0, 720.0)
    return on_flat(s, Scene((60.0, -64.0, 0.0), view, 260.0, (1020, 680), s.table, 0.0, "evening"))


def closed(s: Stage) -> Scene:
    scene = Scene((60.0, -64.0, 2.0), (34.0, -24.0, 760.0), 250.0, (1020, 680), s.table, -0.3)
    s.parts(scene, *CASE, "lid")
    return scene


def apart(s: Stage) -> Scene:
    scene = Scene((60.0, -60.0, 72.0), (26.0, -26.0, 860.0), 300.0, (800, 800))
    s.parts(scene, "base", "wing")
    s.parts(scene, *ON_BOARD, up=36.0)
    s.parts(scene, "grid", up=66.0)
    s.parts(scene, "plate", up=100.0)
    s.rings(scene, up=128.0)
    s.parts(scene, "button_", up=74.0)
    s.parts(scene, "cover", up=92.0)
    s.parts(scene, "hatch", up=120.0)
    s.parts(scene, "lid", up=165.0)
    return scene


def below(s: Stage) -> Scene:
    """The board from below, with its screws and feet."""
    scene = Scene((60.0, -60.0, 0.0), (-48.0, -20.0, 700.0), 260.0, exposure=0.3)
    s.parts(scene, *CASE)
    return scene


def base(s: Stage) -> Scene:
    scene = Scene((66.0, -60.0, 0.0), (44.0, -22.0, 760.0), 250.0, table=s.table)
    s.parts(scene, "base")
    s.part(scene, "wing", aside=(-24.0, 0.0))
    return scene


def board(s: Stage) -> Scene:
    scene = Scene((66.0, -60.0, 0.0), (44.0, -22.0, 760.0), 250.0, table=s.table)
    s.parts(scene, "base", "wing", *ON_BOARD)
    return scene


def grid(s: Stage) -> Scene:
    """The light grid, as printed with walls and pillars up, and in its place."""
    scene = board(s)
    s.parts(scene, "grid")
    s.parts(scene, "button_")
    return scene


def rear(s: Stage) -> Scene:
    """The rear: the window for the plug, and the hatch lifted off."""
    scene = Scene((150.0, 10.0, 6.0), (34.0, 150.0, 430.0), 130.0, table=s.table)
    s.parts(scene, "base", "plate", "cover", "grid", *ON_BOARD)
    s.rings(scene)
    s.parts(scene, "hatch", up=26.0)
    return scene


def cut(s: Stage) -> Scene:
    """A section through a row, seen from the front."""
    y = -s.d.pitch
    scene = Scene((20.0, y, 4.0), (8.0, -6.0, 330.0), 110.0, (900, 360), None, 0.1)
    away = meshes.box((-FAR, -FAR, -FAR), (FAR, y, FAR))
    for name in ("base", "plate", "grid", "board", "wing"):
        s.part(scene, name, cut=away)
    s.parts(scene, *(f"sensor {n}" for n in (4, 5)))
    for number, (_, led_y) in enumerate(s.d.leds()):
        if led_y < -y and number // s.d.profile.leds_per_cell in (4, 5):
            s.part(scene, f"led {number}")
    ring = s.bodies["ring"]
    s.bodies["rings"] = ring
    s.add(scene, "rings", [(-FAR, FAR, "clear")], cut=away)
    return scene


def tiles(s: Stage) -> Scene:
    """A tile from above, from below, and cut open with the magnet: its south pole blue."""
    scene = Scene((46.0, -20.0, 0.0), (46.0, -8.0, 300.0), 110.0, (860, 500), 0.0)
    thick: float = s.d.profile.data["tile"]["thickness_mm"]
    pocket: float = s.d.profile.data["tile"]["pocket_floor_mm"]
    magnet = s.d.profile.data["magnet"]
    half = thick / 2
    open_half = meshes.box((-FAR, -FAR, -FAR), (FAR, 0.0, FAR))
    for row, owner in enumerate(OWNERS):
        y = -42.0 * row
        s.tile(scene, owner, (0.0, y, half))
        s.tile(scene, owner, (42.0, y, half), (180.0, 0.0, 0.0))
        s.tile(scene, owner, (92.0, y, half), cut=open_half)
        for level, pole in enumerate(("south", "north") if row == 0 else ("north", "south")):
            low = pocket + level * magnet["height_mm"] / 2
            disc = trimesh.creation.cylinder(magnet["diameter_mm"] / 2, magnet["height_mm"] / 2)
            disc.apply_translation((0.0, -0.1, low + magnet["height_mm"] / 4))
            name = f"magnet-{owner}-{pole}"
            s.bodies[name] = disc
            s.add(scene, name, [(-FAR, FAR, pole)], (92.0, y, 0.0))
    return scene


def pieces(s: Stage) -> Scene:
    scene = Scene((133.0, -34.0, 8.0), (38.0, -6.0, 760.0), 260.0, (900, 465), 0.0)
    for number in range(16):
        shade = "brown" if number & 8 else "black"
        at = (38.0 * (number % 8), 0.0 if number < 8 else -68.0, 0.0)
        s.add(scene, piece_name(number), [(-FAR, FAR, shade)], at)
    return scene


def stored(s: Stage) -> Scene:
    """Two boxes: xtic's pieces in their seats, and one closed but for a finger's width."""
    scene = Scene((54.0, -18.0, 8.0), (46.0, -26.0, 640.0), 215.0, (900, 600), 0.0)
    s.add(scene, "box", [(-FAR, FAR, "dark")])
    for seat, names in zip(box.seats(), box.stacks("xtic"), strict=True):
        up = box.FLOOR
        for name in names:
            shade = "brown" if "brown" in name else "black"
            s.add(scene, name, [(-FAR, FAR, shade)], (*point(seat), up))
            up += box.height_of(name, s.d)
    behind = (-20.0, 150.0, 0.0)
    s.add(scene, "box", [(-FAR, FAR, "dark")], behind)
    s.bodies["lid of the box"] = meshes.of_manifold(box.box_lid())
    mark = box.HEIGHT - case.MARK + EDGE
    layers = [
        (mark, FAR, "dark"),
        (mark - case.MARK, mark, "gold"),
        (-FAR, mark - case.MARK, "dark"),
    ]
    s.add(scene, "lid of the box", layers, (behind[0], behind[1] - 16.0, 0.0))
    return scene


def jig(s: Stage) -> Scene:
    scene = Scene((19.0, 0.0, 12.0), (28.0, -20.0, 250.0), 95.0, (720, 600), 0.0)
    s.add(scene, "jig", [(-FAR, FAR, "dark")])
    magnet = s.d.profile.data["magnet"]
    s.bodies["magnet"] = trimesh.creation.cylinder(magnet["diameter_mm"] / 2, magnet["height_mm"])
    for number, owner in enumerate(OWNERS):
        x = 38.0 * number
        s.tile(scene, owner, (x, 0.0, 20.0), plug=False)
        s.add(scene, "magnet", [(-FAR, FAR, "steel")], (x, 0.0, 32.0))
        face, core = OWNERS[owner]
        layers = [(-FAR, PLUG_CHANGE, core), (PLUG_CHANGE, FAR, face)]
        s.add(scene, f"plug_{owner}", layers, (x, 0.0, 38.0))
    return scene


def chessmen(s: Stage) -> Scene:
    scene = Scene((80.0, -20.0, 6.0), (36.0, -10.0, 460.0), 160.0, (900, 495), 0.0)
    for row, (side, low, high) in enumerate(
        (("first", "ivory", "brown"), ("second", "black", "ivory"))
    ):
        for column, (kind, man) in enumerate(CHESSMEN.items()):
            top = man.height_mm + EDGE
            layers = [(-FAR, top, low), (top, FAR, high)]
            s.add(scene, f"chess_{kind}_{side}", layers, (40.0 * column, -42.0 * row, 0.0))
    return scene


def quarters(s: Stage) -> Scene:
    """The parts of a board larger than a printer's bed, drawn apart."""
    x, y = s.d.plate.centre
    scene = Scene((x, -y, 30.0), (36.0, -22.0, 1500.0), 460.0, (800, 720), None)
    lifts = {"base": 0.0, "wing": 0.0, "grid": 60.0, "plate": 110.0, "cover": 110.0}
    for name in s.bodies:
        drawn, _, numbers = name.partition("_")
        if drawn in lifts and numbers[:1].isdigit():  # not the flat top's
            i, j = (int(number) - 1 for number in numbers.split("_"))
            side = -18.0 if drawn == "wing" else 18.0 * (2 if drawn == "cover" else i)
            s.part(scene, name, lifts[drawn], aside=(side, -18.0 * j))
    return scene


def funnels(s: Stage) -> Scene:
    """A piece of the light grid upside down, of a board with funnels."""
    name = next(name for name in s.bodies if name.startswith("grid"))
    x, y, z = s.bodies[name].bounds.mean(axis=0)
    scene = Scene((float(x), float(-y), float(-z)), (36.0, -24.0, 420.0), 190.0, exposure=-1.0)
    s.part(scene, name)
    for item in scene.items:
        item["turn"] = (180.0, 0.0, 0.0)
    return scene


SCENES: dict[str, Callable[[Stage], Scene]] = {
    "closed": closed,
    "apart": apart,
    "below": below,
    "base": base,
    "board": board,
    "under": grid,
    "rear": rear,
    "cut": cut,
    "tiles": tiles,
    "pieces": pieces,
    "jig": jig,
    "stored": stored,
    "chessmen": chessmen,
    "quarters": quarters,
    "funnels": funnels,
    "together": in_play,
    "flat": flat,
    "daylight": daylight,
    "beside": beside,
    "evening": evening,
}
LARGE = ("quarters", "funnels")  # of a board whose parts are cut


def draw(
    prints: Path,
    guide: Path,
    names: tuple[str, ...] = (),
    large: tuple[Path, Dimensions] | None = None,
) -> None:
    """Render the pictures of these names, or all. `large` is a board whose parts are cut."""
    python = provide_renderer()
    guide.mkdir(exist_ok=True)
    work = prints.with_name("pictures")
    stage = Stage(prints, work)
    for name, make in SCENES.items():
        if names and name not in names:
            continue
        own = Stage(large[0], work, large[1]) if name in LARGE and large else stage
        scene = make(own)
        source, picture = work / f"{name}.json", guide / f"{name}.jpg"
        source.write_text(json.dumps(vars(scene)), encoding="utf-8")
        words = [str(python), str(RENDER), str(source), str(picture.resolve())]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise PrintError(f"{' '.join(words)}:\n{(done.stdout + done.stderr)[-2000:]}")
        print(f"rendered {picture}", flush=True)
