"""Recordings that pages make, download and replay."""

import asyncio
import re
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from aiohttp import web

from host_tools.board.contract import BoardView
from host_tools.board.recording.recorder import Recorder
from lodeboard.boards.profile import Profile

FILES_PATH = "/recordings/"
RERUN_PATH = "/rerun"
_MOST_BYTES = 32 << 20  # of a file to run again: some five hours
_NAME = re.compile(r"[0-9A-Za-z-]+\.rec")
_RERUN = (
    "import sys; from host_tools.play.cli import main; sys.exit(main(['rerun', *sys.argv[1:]]))"
)
_SAYS = "lodeboard rerun: "  # it begins lines with this that are not what came of it


class Recordings:
    """The recordings of one board, in one folder. `begin`, `end` and `report` are called in the
    board's thread, the others in the server's."""

    def __init__(
        self, folder: Path, profile: Profile, on: str, seed: int, elsewhere: Path | None = None
    ) -> None:
        """`elsewhere`: the file into which the board is already being recorded."""
        self._folder = folder
        self._elsewhere = elsewhere
        self._profile = profile
        self._on = on
        self._seed = seed
        self._recorder: Recorder | None = None
        self._name = ""
        self._again_now: set[asyncio.subprocess.Process] = set()

    # For the workbench

    def begin(self, board: BoardView) -> str | None:
        """Start recording; returns the reason if that is not possible."""
        if self._on_now:
            return None
        self.end()
        if self._elsewhere is not None:
            return f"this board is being recorded already, into {self._elsewhere}"
        name = f"{self._profile.name}-{datetime.now():%Y-%m-%d-%H%M%S}.rec"
        path = self._folder / name
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._recorder = Recorder(board, path, self._profile, self._on, self._seed)
        except OSError as error:
            return f"cannot record into {path}: {error.strerror}; try again"
        self._name = name
        return None

    def end(self) -> None:
        """Stop recording."""
        if self._recorder is not None:
            self._recorder.close()

    @property
    def _on_now(self) -> bool:
        return self._recorder is not None and self._recorder.on

    @property
    def busy(self) -> bool:
        """Whether the board is being recorded, here or elsewhere."""
        return self._on_now or self._elsewhere is not None

    def report(self) -> dict[str, object]:
        """Whether the board is being recorded, the last recording's address, and why it ended
        early."""
        return {
            "on": self._on_now,
            "name": self._name,
            "path": f"{FILES_PATH}{self._name}" if self._name else "",
            "ended": self._recorder.ended if self._recorder is not None else "",
        }

    # For the server

    def add_routes(self, application: web.Application) -> None:
        """Serve the recordings, and replay the uploaded ones."""
        application.router.add_get(FILES_PATH + "{name}", self._send)
        application.router.add_post(RERUN_PATH, self._run_again)
        application.on_shutdown.append(self._close)

    async def _close(self, _application: web.Application) -> None:
        for process in self._again_now:
            process.kill()

    async def _send(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        path = self._folder / name
        if not _NAME.fullmatch(name) or not path.is_file():
            return web.Response(status=404, text="There is no such recording.\n")
        return web.FileResponse(
            path,
            headers={
                "Content-Type": "application/octet-stream",
                "Content-Disposition": f'attachment; filename="{name}"',
            },
        )

    async def _run_again(self, request: web.Request) -> web.Response:
        """Replay the recording in the body in the simulator; returns the outcome as a sentence, or
        as `error` why it cannot be replayed."""
        with tempfile.NamedTemporaryFile(prefix="lodeboard-", suffix=".rec") as file:
            async for piece in request.content.iter_chunked(1 << 16):
                if file.tell() + len(piece) > _MOST_BYTES:
                    say = f"it has more than {_MOST_BYTES >> 20} MB"
                    return web.json_response({"error": say})
                file.write(piece)
            file.flush()
            said, wrong = await self._again(file.name)
        if not said:
            return web.json_response({"error": wrong.replace(file.name, "the file")})
        return web.json_response({"say": said})

    async def _again(self, path: str) -> tuple[str, str]:
        """Return the output of `lodeboard rerun`, and why it failed if there is none. A process of
        its own: boards in two threads would take each other's modules out of memory, and share one
        core."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _RERUN, path),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self._again_now.add(process)
        try:
            out, err = await process.communicate()
        finally:
            self._again_now.discard(process)
            if process.returncode is None:  # whoever asked has gone
                process.kill()
        said = out.decode().strip()
        words = [line.removeprefix(_SAYS) for line in err.decode().splitlines()]
        if said:
            return " ".join([said, *(f"({word})" for word in words)]), ""
        return "", " ".join(words[-1:])
