"""Saves the state of an emulated chip as plain data, and restores it.

Pickle is not used, because a file may come from anywhere: nothing read is evaluated. The chip's
objects are walked to find everything they hold; a fresh chip determines the type of each value. A
state that a new version of rp2040py adds is therefore saved too, or refused, but never dropped. The
two PIO blocks are left out: this board does not use them, and their state is inaccessible.
"""

import datetime
import enum
from array import array
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from rp2040py.clock.simulation_clock import SimulationClock

from .chip import Chip
from .wiring import Wiring

State = dict[str, Any]  # JSON values by path
Memory = dict[str, bytes]


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_THEIRS = "rp2040py"
_OURS = ("_SharedSio", "SystemPll")  # replacements made by `runner` and `chip`
_CLOCKS = ("SimulationClock", "AlarmsKnown")
# compiled classes without a dictionary: fields are listed below
_SHOWN = ("GPIOPin", "CortexM0Core")
_LEFT_OUT = ("RP2040", "Simulator", "RPPIO", "ConsoleLogger", *_CLOCKS, *_SHOWN)
_CORE = _names(
    "banked_sp cycles event_registered waiting n c z v break_rewind pm sp_sel n_priv current_mode "
    "ipsr interrupt_nmi_mask pending_interrupts enabled_interrupts pending_nmi pending_pend_sv "
    "pending_svcall pending_systick interrupts_updated vtor shpr2 shpr3"
)
_PIN = _names("_raw_input_value _driven ctrl pad_value irq_enable_mask irq_force_mask irq_status")
_WIRING = _names(
    "_channels _previous _selected_nanos _converted _sampled _rise_nanos _period_nanos "
    "_pulling _pulled_nanos _reported_nanos conversions frames"
)
_SECTOR = 4096


class SnapshotError(Exception):
    """A state that cannot be saved or restored; the text says where."""


class AlarmsKnown(SimulationClock):
    """A clock with a list of its due alarms; rp2040py's is private."""

    def __init__(self) -> None:
        super().__init__()
        self.due: dict[int, float] = {}  # by id, in the order in which they were set

    def link_alarm(self, nanos: float, alarm: Any) -> Any:
        """Set an alarm."""
        self.due.pop(id(alarm), None)
        self.due[id(alarm)] = self.nanos + nanos
        return super().link_alarm(nanos, alarm)

    def unlink_alarm(self, alarm: Any) -> bool:
        """Cancel an alarm."""
        self.due.pop(id(alarm), None)
        was_set: bool = super().unlink_alarm(alarm)
        return was_set


class _Walk:
    """Everything that a chip and its wiring hold: alarms, and values with their setters, by
    path."""

    def __init__(self, chip: Chip, wiring: Wiring) -> None:
        self.values: dict[str, tuple[Any, Callable[[Any], None]]] = {}
        self.alarms: dict[str, Any] = {}
        self._seen: set[int] = set()
        mcu: Any = chip.mcu
        self._fields("core", mcu.core, _CORE)
        for name in ("registers", "interrupt_priorities"):
            self._cells(f"core.{name}", getattr(mcu.core, name))
        for bank in ("gpio", "qspi"):
            for number, pin in enumerate(getattr(mcu, bank)):
                self._fields(f"{bank}[{number}]", pin, _PIN)
        self._object("mcu", mcu)
        self._object("cdc", chip._cdc)
        self._object("strip", wiring.strip)
        self._fields("wiring", wiring, _WIRING)
        self._fields("chip", chip, ["connected", "_waiting_read"])
        self.alarms["wiring"] = wiring._sample

    def _fields(self, path: str, of: Any, names: Iterable[str]) -> None:
        for name in names:
            self._value(f"{path}.{name}", getattr(of, name), _setter(of, name))

    def _cells(self, path: str, cells: Any) -> None:
        def put(values: list[int]) -> None:
            for index, value in enumerate(values):
                cells[index] = value

        self._value(path, list(cells), put)

    def _object(self, path: str, of: Any) -> None:
        if id(of) in self._seen:
            return
        self._seen.add(id(of))
        for name, value in vars(of).items():
            self._value(f"{path}.{name}", value, _setter(of, name))

    def _value(self, path: str, value: Any, put: Callable[[Any], None]) -> None:
        kind = type(value)
        if isinstance(value, list | tuple | dict) and not _plain(value):
            members = value.items() if isinstance(value, dict) else enumerate(value)
            for key, member in members:
                self._value(f"{path}[{key}]", member, _refuse(path))
        elif kind.__name__ == "ClockAlarm":
            self.alarms[path] = value
        elif isinstance(value, array):
            self._cells(path, value)
        elif _plain(value) or callable(value):
            self.values[path] = (value, put)
        elif kind.__name__ in _LEFT_OUT:
            pass
        elif kind.__module__.startswith(_THEIRS) or kind.__name__ in _OURS:
            self._object(path, value)
        else:
            raise SnapshotError(f"{path} is a {kind.__name__}")


def _setter(of: Any, name: str) -> Callable[[Any], None]:
    return lambda value: setattr(of, name, value)


def _refuse(path: str) -> Callable[[Any], None]:
    def refuse(_value: Any) -> None:
        raise SnapshotError(f"a member of {path} differs")

    return refuse


def _plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_plain(key) and _plain(member) for key, member in value.items())
    if isinstance(value, list | tuple | deque):
        return all(map(_plain, value))
    kinds = bool | int | float | str | bytes | bytearray | enum.Enum | datetime.datetime | None
    return isinstance(value, kinds)


def _encoded(value: Any) -> Any:
    """A value as JSON. Anything other than a number, text or None becomes a list of its kind and
    content."""
    if isinstance(value, enum.Enum):
        return _encoded(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes | bytearray):
        return [type(value).__name__, value.hex()]
    if isinstance(value, datetime.datetime):
        return ["datetime", value.isoformat()]
    if isinstance(value, dict):
        return ["dict", [[_encoded(key), _encoded(member)] for key, member in value.items()]]
    if isinstance(value, list | tuple | deque):
        name = "tuple" if isinstance(value, tuple) else type(value).__name__
        return [name, [_encoded(member) for member in value]]
    return ["call", getattr(value, "__qualname__", type(value).__qualname__)]


def _decoded(path: str, stored: Any, fresh: Any) -> Any:
    """The value given to `_encoded`, of the type that a fresh chip has there."""
    if not isinstance(stored, list):
        return type(fresh)(stored) if isinstance(fresh, enum.Enum) else stored
    kind, what = stored
    if kind == "bytes":
        return bytes.fromhex(what)
    if kind == "bytearray":
        return bytearray.fromhex(what)
    if kind == "datetime":
        return datetime.datetime.fromisoformat(what)
    if kind == "dict":
        keys = {_key(key): key for key in fresh}
        return {
            keys.get(_decoded(path, key, None), key): _decoded(path, member, None)
            for key, member in what
        }
    members = [_decoded(path, member, None) for member in what]
    if kind == "tuple":
        return type(fresh)(*members) if hasattr(fresh, "_fields") else tuple(members)
    if kind == "deque":
        return deque(members)
    if kind == "list":
        return members
    raise SnapshotError(f"{path} is a {kind}")


def _key(key: Any) -> Any:
    return key.value if isinstance(key, enum.Enum) else key


def capture(chip: Chip, wiring: Wiring, flash_before: bytes) -> tuple[State, Memory]:
    """The state of a stopped chip whose clock is an `AlarmsKnown`. Of the flash, the memory has
    only the sectors that differ from `flash_before`. Raises SnapshotError."""
    mcu: Any = chip.mcu
    clock = mcu.clock
    if not isinstance(clock, AlarmsKnown):
        raise SnapshotError("the clock has no list of its alarms")
    walk = _Walk(chip, wiring)
    names = {id(alarm): path for path, alarm in walk.alarms.items()}
    due = []
    for alarm, nanos in sorted(clock.due.items(), key=lambda item: item[1]):
        if nanos > clock.nanos and alarm != id(chip._deadline):
            if alarm not in names:
                raise SnapshotError(f"an alarm at {nanos} ns is unknown")
            due.append([names[alarm], nanos])
    state = {
        "values": {path: _encoded(value) for path, (value, _) in walk.values.items()},
        "alarms": due,
        "nanos": clock.nanos,
    }
    memory = {
        "sram": bytes(mcu.sram),
        "usb_dpram": bytes(mcu.usb_dpram),
        "output": bytes(chip.output),
    }
    flash = bytes(mcu.flash)
    for offset in range(0, len(flash), _SECTOR):
        if flash[offset : offset + _SECTOR] != flash_before[offset : offset + _SECTOR]:
            memory[f"flash{offset}"] = flash[offset : offset + _SECTOR]
    return state, memory


def restore(chip: Chip, wiring: Wiring, state: State, memory: Memory) -> None:
    """Restore this state in a chip that has never run. After a SnapshotError the chip is
    unusable."""
    mcu: Any = chip.mcu
    walk = _Walk(chip, wiring)
    try:
        values = state["values"]
        if values.keys() != walk.values.keys():
            raise SnapshotError(f"another chip: {sorted(values.keys() ^ walk.values.keys())[:3]}")
        for path, (fresh, put) in walk.values.items():
            _put(path, values[path], fresh, put)
        for path, nanos in state["alarms"]:
            walk.alarms[path].schedule(float(nanos))  # the clock stands at 0
        mcu.clock.tick(float(state["nanos"]))
        for pin in (*mcu.gpio, *mcu.qspi):
            pin.reset(io=False, pads=False)  # sets its last level to the current one
        mcu.sram[:] = memory["sram"]
        mcu.usb_dpram[:] = memory["usb_dpram"]
        chip.output[:] = memory["output"]
        for name, sector in memory.items():
            if name.startswith("flash"):
                offset = int(name.removeprefix("flash"))
                mcu.flash[offset : offset + _SECTOR] = sector
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise SnapshotError(f"{type(error).__name__}: {error}") from error


def _put(path: str, stored: Any, fresh: Any, put: Callable[[Any], None]) -> None:
    now = _encoded(fresh)
    if stored == now and type(stored) is type(now):
        return
    if any(isinstance(value, list) and value[0] == "call" for value in (now, stored)):
        raise SnapshotError(f"{path} is a different function")
    put(_decoded(path, stored, fresh))
