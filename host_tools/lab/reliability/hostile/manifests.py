"""Damaged manifests: read by a board that starts with one, and by `lodeboard flash`."""

from collections.abc import Callable
from errno import ENOENT
from random import Random

from host_tools.board.device.found import File, Survey
from host_tools.board.device.plan import NoRoomError, make_plan
from host_tools.build.layout import Firmware, LayoutError, read_manifest, sha256
from host_tools.lab.reliability.hostile.disk import Disk
from host_tools.lab.reliability.hostile.kinds import Made, Wrong, reason
from host_tools.lab.reliability.hostile.mutations import mutated
from host_tools.lab.reliability.hostile.packs import example

_BAD = (
    "", " ", "  ", "x", "/", " /", "//packs/", "0 /packs/", "0 /packs/../main.py", "0 /tables/.bin",
    "0 /tables/flip-magic", "\0 \0", "0 /packs/core.bin extra",
)  # fmt: skip


class Manifests:
    """Manifests of a small firmware with three packs and three tables."""

    def __init__(self) -> None:
        tables = {name: name.encode() * 50 for name in ("flip-magic", "flip-eclipse", "xtic-torus")}
        self._firmware = Firmware("0.2.0", b"#", example(), tables, "tile4x4", b"M\x06reader")
        self._files = self._firmware.board_files()
        self._manifest = self._firmware.manifest
        newer = Firmware("0.3.0", b"#", example(), {}, "tile4x4", b"M\x06other")
        self._newer = newer
        self._others = [newer.manifest.encode(), self._manifest.encode()]
        self._disk = Disk()

    def make(self, source: Random) -> Made:
        """One damaged as bytes, or line by line with a matching id."""
        if source.random() < 0.5:
            return Made((mutated(source, self._manifest.encode(), self._others), False), False)
        return Made((self._sealed(source), True), True)

    def _sealed(self, source: Random) -> bytes:
        sums = {path: total for path, total in self._manifest.sums.items() if source.random() < 0.9}
        lines = "".join(f"{total} {path}\n" for path, total in sums.items())
        body = lines.encode()
        for _ in range(source.randint(1, 3)):
            if source.random() < 0.5:
                body += source.choice(_BAD).encode() + b"\n"
            else:
                body = mutated(source, body, self._others)
        board = mutated(source, b"tile4x4", self._others) if source.random() < 0.1 else b"tile4x4"
        version = source.choice((b"0.2.0", b"1", b"\xff", b"9" * 300))
        magic, rest = b"lodeboard-firmware", b" " + board + b"\n" + body + b"end\n"
        if source.random() < 0.2:  # of the previous format
            return magic + b" 2 " + version + b" " + sha256(body)[:12].encode() + rest
        head = magic + b" 3 " + version + b" "
        return head + sha256(head + rest)[:12].encode() + rest

    def read(self, made: tuple[bytes, bool]) -> str:
        """Read it with the board's loader and start, then with the computer's tools."""
        data, fits = made
        said = self._on_board(data, fits)
        return self._on_computer(data, fits) or said

    def _on_board(self, data: bytes, fits: bool) -> str:
        self._disk.contents = self._contents(data)
        try:
            self._disk.enter("a")
            self._disk.tables("a")
        # main.py goes on to the other slot after any exception, and reports this one.
        except Exception as error:  # noqa: BLE001
            return f"{type(error).__name__}: {error}"
        if not fits and data not in self._others:
            raise Wrong("a damaged manifest starts")
        return ""

    def _contents(self, manifest: bytes) -> Callable[[str], bytes]:
        files = {**self._files, "a/manifest": manifest}

        def contents(path: str) -> bytes:
            if path not in files:
                raise OSError(ENOENT, "no such file")
            return files[path]

        return contents

    def _on_computer(self, data: bytes, fits: bool) -> str:
        """Plan an update of a board with this manifest."""
        said = ""
        try:
            read_manifest(data)
        except LayoutError as error:
            said = reason(error)
        else:
            if not fits and data not in self._others:
                raise Wrong("a damaged manifest is read")
        files = {path: File(len(held), sha256(held)) for path, held in self._files.items()}
        found = Survey(files, ("a", "packs", "tables"), {"a": data}, b"a\n")
        try:
            steps = make_plan(self._newer, found)
        except NoRoomError as error:
            return reason(error)
        if not steps:
            raise Wrong("nothing is done to a board with another firmware")
        return said
