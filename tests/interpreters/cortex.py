"""Runs the firmware's machine code on an emulated Cortex-M33, without MicroPython and without a
chip: Unicorn emulates the core, and the few calls of MicroPython that viper makes are done here.

Addresses of a chip's registers are answered by functions of the test.
"""

import sys
import zipfile
from array import array
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper

from interpreters.builds import unpacked

from host_tools.play.site import fetched
from host_tools.play.site.fetched import Fetched

_VERSION = "2.1.4"
_WHEEL = f"unicorn-{_VERSION}-cp37-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
_SHA256 = "9d6e6dea140560de4ebd8446661f7ef84a357d428c14a3ef09dacd306ec8c239"

_RAM, _RAM_BYTES = 0x2000_0000, 512 << 10
# What machine code gets: the function with a pointer to its module's context, the context with a
# pointer to the module's constants, the table of MicroPython's functions, and code that returns.
_FUNCTION, _CONTEXT, _CONSTANTS, _TABLE, _CALLS, _END, _ARGUMENTS, _CODE, _DATA = (
    _RAM + offset for offset in (0, 0x100, 0x200, 0x600, 0x800, 0xA00, 0xB00, 0x1000, 0x10000)
)
_STACK = _RAM + _RAM_BYTES - 256
_RETURN = b"\x70\x47\x00\xbf"  # bx lr; nop
_FUNCTIONS = 50
# Places in MicroPython's mp_fun_table (py/nativeglue.h).
_FROM_OBJECT, _TO_OBJECT, _FLOOR_DIVIDE, _MODULO = 3, 4, 46, 47
_OBJECT_TABLE, _OBJECT_INTEGER = 0, 7  # kinds of constants (py/persistentcode.h)
_INSTRUCTIONS = 50_000_000


class Compiled:
    """The parts of an .mpy file with machine code (py/persistentcode.c): `functions` of viper, in
    the order of their definition, and the constants of the module, integers or None for the table
    of MicroPython's functions."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 4
        strings, constants = self._number(), self._number()
        for _ in range(strings):
            length = self._number()
            if not length & 1:
                self._take((length >> 1) + 1)
        self.constants = [self._constant() for _ in range(constants)]
        self.functions: list[bytes] = []
        self._code()
        assert self._at == len(data)

    def _take(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def _number(self) -> int:
        value = 0
        while True:
            byte = self._take(1)[0]
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    def _constant(self) -> int | None:
        kind = self._take(1)[0]
        if kind == _OBJECT_TABLE:
            return None
        assert kind == _OBJECT_INTEGER, f"a constant of kind {kind}"
        return int(self._take(self._number()))

    def _code(self) -> None:
        head = self._number()
        code = self._take(head >> 3)
        if head & 3:
            assert head & 3 == 2, "machine code, but not of viper"
            flags = self._number()
            assert not flags & 0x70, "machine code with data of its own"
            self.functions.append(code)
        if head & 4:
            for _ in range(self._number()):
                self._code()


@cache
def unicorn():
    """The emulator's package. Raises FetchError."""
    wanted = Fetched(_WHEEL, f"unicorn=={_VERSION}", _SHA256)
    with zipfile.ZipFile(fetched.cached(wanted, fetched.pip)) as archive:
        folder = unpacked(_WHEEL, archive.extractall)
    sys.path.append(str(folder))
    import unicorn  # noqa: PLC0415
    import unicorn.arm_const  # noqa: PLC0415

    return unicorn


class Core:
    """One core with the machine code of a module. `instructions`: those executed since `count`."""

    def __init__(self, data: bytes) -> None:
        uc = unicorn()
        arm = uc.arm_const
        self._registers = [getattr(arm, f"UC_ARM_REG_{name}") for name in ("R0", "R1", "R2", "R3")]
        self._sp, self._lr = arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR
        self._core = core = uc.Uc(uc.UC_ARCH_ARM, uc.UC_MODE_THUMB | uc.UC_MODE_MCLASS)
        assert core.ctl_get_cpu_model() == arm.UC_CPU_ARM_CORTEX_M33
        core.mem_map(_RAM, _RAM_BYTES)
        compiled = Compiled(data)
        for place, target in ((_FUNCTION, _CONTEXT), (_CONTEXT, _CONSTANTS)):
            self._write(place, array("I", [target] * 16))
        constants = [_TABLE if one is None else one for one in compiled.constants]
        self._write(_CONSTANTS, array("I", constants))
        calls = [_CALLS + len(_RETURN) * index | 1 for index in range(_FUNCTIONS)]
        self._write(_TABLE, array("I", calls))
        self._write(_CALLS, _RETURN * _FUNCTIONS)
        core.hook_add(uc.UC_HOOK_CODE, self._called, None, _CALLS, _END - 1)
        self._functions = []
        place = _CODE
        for code in compiled.functions:
            self._write(place, code)
            self._functions.append(place)
            place += len(code) + -len(code) % 4
        assert place < _DATA
        self.functions = len(self._functions)
        self.instructions = 0

    def _write(self, place: int, data: object) -> None:
        self._core.mem_write(place, bytes(data))

    def registers(
        self, base: int, read: Callable[[int], int], write: Callable[[int, int], None]
    ) -> None:
        """Answer the registers from this address on by their offset."""
        self._core.mmio_map(
            base,
            0x1000,
            lambda _core, offset, _size, _data: read(offset),
            None,
            lambda _core, offset, _size, value, _data: write(offset, value),
            None,
        )

    def count(self) -> None:
        """Count instructions from now on, which is slow."""
        self.instructions = 0
        self._core.hook_add(unicorn().UC_HOOK_CODE, self._executed, None, _CODE, _DATA - 1)

    def _executed(self, *_: object) -> None:
        self.instructions += 1

    def _called(self, core: object, place: int, _size: int, _data: object) -> None:
        index, half = divmod(place - _CALLS, len(_RETURN))
        if half or index in (_FROM_OBJECT, _TO_OBJECT):
            return  # numbers and addresses are passed as they are
        one, other = (self._signed(self._core.reg_read(self._registers[n])) for n in (0, 1))
        assert index in (_FLOOR_DIVIDE, _MODULO), f"a call of MicroPython's function {index}"
        result = one // other if index == _FLOOR_DIVIDE else one % other
        self._core.reg_write(self._registers[0], result & 0xFFFFFFFF)

    @staticmethod
    def _signed(value: int) -> int:
        return value - (value >> 31 << 32)

    def call(self, number: int, *arguments: object) -> int:
        """Call a function with integers and arrays, which it may change."""
        place, passed, arrays = _DATA, [], []
        for one in arguments:
            if isinstance(one, int):
                passed.append(one & 0xFFFFFFFF)
                continue
            view = memoryview(one).cast("B")
            self._write(place, view)
            passed.append(place)
            arrays.append((view, place))
            place += len(view) + -len(view) % 8
        assert place < _STACK - 4096
        self._write(_ARGUMENTS, array("I", passed))
        for register, value in zip(
            self._registers, (_FUNCTION, len(passed), 0, _ARGUMENTS), strict=True
        ):
            self._core.reg_write(register, value)
        self._core.reg_write(self._sp, _STACK)
        self._core.reg_write(self._lr, _END | 1)
        self._core.emu_start(self._functions[number] | 1, _END, 0, _INSTRUCTIONS)
        for view, place in arrays:
            if not view.readonly:
                view[:] = self._core.mem_read(place, len(view))
        return self._signed(self._core.reg_read(self._registers[0]))


def on_core(
    core: Core, plain: list[Callable[..., int]]
) -> Iterator[tuple[Callable[..., int], list[int]]]:
    """Each of a module's functions as machine code, and a list that gets an entry at each call."""
    assert core.functions == len(plain)
    for number, function in enumerate(plain):
        called: list[int] = []

        def call(*arguments, number=number, called=called):
            called.append(number)
            return core.call(number, *arguments)

        yield update_wrapper(call, function), called
