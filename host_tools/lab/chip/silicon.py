"""The chip measurements repeated with the flash's waits.

Same measurements as in `parts`, but reads that miss the flash cache wait, and erases and page
programs take typical times: `typical`. `longest` has the same figures with the longest times in the
flash's data sheet. Idle ticks and answers are fewer, or are traced only while they are measured:
tracing slows the emulated chip down six times.
"""

from collections.abc import Sequence

from host_tools.board.emulator.flashwaits import LONGEST, TYPICAL, Waited
from host_tools.lab.chip import parts
from host_tools.lab.chip.parts import Figures
from host_tools.lab.chip.probe import CYCLES_PER_MS, Marks, Probe
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings

IDLE_TICKS = 40
WARM_TICKS = 5  # until the cache holds what a tick needs
TRIALS = 4
SAVES = 20  # several of them erase a sector
_STEPS = 60  # a long game
_SAVE = "port.store.save({name!r}, {data!r})"


def boot() -> Figures:
    """From power-on to the first light, and to the first state message, of a board's first
    start."""
    probe = Probe()
    probe.waits.slow_reads(True)
    before = probe.waits.now()
    waited: dict[str, Waited] = {}
    figures = parts.started(probe, lambda what: waited.update({what: probe.waits.now()}))
    late = {what: figures[what] + longer(moment.since(before)) for what, moment in waited.items()}
    return {"typical": figures, "longest": late}


def pieces(times: int = 20) -> Figures:
    """A scan and a frame alone."""
    figures = parts.pieces(times, waits=True)
    return {"typical": figures, "longest": figures}


def idle(ticks: int = IDLE_TICKS) -> Figures:
    """Work and length of idle ticks, in play and in the menu."""
    figures = parts.idle(ticks, _ticks)
    return {"typical": figures, "longest": figures}


def _ticks(probe: Probe, count: int) -> Figures:
    """Idle ticks write nothing, so write times do not matter."""
    probe.waits.slow_reads(True)
    probe.run_ticks(WARM_TICKS)
    before = probe.waits.now()
    figures: Figures = parts.ticks_of(probe, count)
    after = probe.waits.now()
    probe.waits.slow_reads(False)
    figures["words"] = [after.since(before).words // count]
    return figures


def light(trials: int = TRIALS) -> Figures:
    """From a tile coming to rest to the LED frame that answers it, without the debounce."""
    probe = Probe()
    chip = probe.board.chip
    writes: list[tuple[float, Waited]] = []
    probe.waits.on_write = lambda write: writes.append((chip.now_ms, write))
    more: list[int] = []

    def watched(answered_ms: float | None) -> None:
        probe.waits.slow_reads(answered_ms is None)
        if answered_ms is not None:
            # Writes after the frame, in the same tick, do not delay it.
            more.append(sum(longer(write) for ms, write in writes if ms < answered_ms))
        writes.clear()

    figures = parts.light(trials, probe, watched)
    return {
        "typical": figures,
        "longest": {
            "near": _sums(figures["near"], more[:trials]),
            "far": _sums(figures["far"], more[trials:]),
        },
    }


def _sums(figures: Sequence[int], more: Sequence[int]) -> list[int]:
    return [one + other for one, other in zip(figures, more, strict=True)]


def keeping(saves: int = SAVES) -> Figures:
    """Save each of the board's blobs repeatedly: how long each save takes and what it writes.
    Interrupts, lights and scan all wait that long."""
    marks = Marks(parts.prelude(), waits=True)
    figures: Figures = {}
    for what, (name, data) in blobs().items():
        cycles = marks.cycles(_SAVE.format(name=name, data=data), saves)
        waited = marks.waited()
        figures[what] = {
            "bytes": len(data),
            "pages": [one.pages for one in waited],
            "sectors": [one.sectors for one in waited],
            "typical": cycles,
            "longest": _sums(cycles, [longer(one) for one in waited]),
        }
    return figures


def blobs() -> dict[str, tuple[str, bytes]]:
    """All blobs of a board as they are written: name in the store, and contents."""
    profile = Profile(DATA)
    store = MemoryStore()
    Settings().save(store, profile.name)
    store.save("calibration", Calibration(profile).to_blob())
    Journal(store, profile.name).save(Saved(0, 0, "", range(_STEPS)))
    return {
        what: (name, store.load(name) or b"")
        for what, name in (
            (f"a step, the game's {_STEPS}th", "game"),
            ("the settings", "settings"),
            ("the zeros", "calibration"),
        )
    }


def longer(waited: Waited) -> int:
    """Extra cycles with the longest flash times."""
    return round((waited.writing_ms(LONGEST) - waited.writing_ms(TYPICAL)) * CYCLES_PER_MS)
