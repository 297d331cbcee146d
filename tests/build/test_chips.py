"""The chips' data against published facts, and what is built from them."""

import ast
import re

import pytest

from host_tools.build import chips, fold, prebuilt
from host_tools.build.firmware import FIRMWARE, FOR_RADIO, build, modules, prepare, source_for
from lodeboard.boards import chip, cyw43, radio, rp2040, rp2350

# Values of Raspberry Pi's SDK 2.1.1 (github.com/raspberrypi/pico-sdk, commit bddd20f), with which
# MicroPython 1.25.0 is built: src/CHIP/hardware_regs/include/hardware/regs/addressmap.h, sio.h,
# adc.h and timer.h, hardware/platform_defs.h, src/boards/include/boards/pico.h and pico2.h, and
# src/common/boot_uf2_headers/include/boot/uf2.h.
SAME = {
    "XIP_BASE": 0x10000000,
    "SIO_BASE": 0xD0000000,
    "SIO_GPIO_IN_OFFSET": 0x04,
    "SIO_GPIO_OUT_OFFSET": 0x10,
    "ADC_CS_OFFSET": 0x00,
    "ADC_RESULT_OFFSET": 0x04,
    "ADC_CS_EN_BITS": 0x001,
    "ADC_CS_START_ONCE_BITS": 0x004,
    "ADC_CS_READY_BITS": 0x100,
    "ADC_CS_AINSEL_LSB": 12,
    "ADC_BASE_PIN": 26,
    "TIMER_TIMERAWL_OFFSET": 0x28,
}
SDK = {
    "rp2040": {
        **SAME,
        "SIO_GPIO_OUT_XOR_OFFSET": 0x1C,
        "ADC_BASE": 0x4004C000,
        "TIMER_BASE": 0x40054000,
        "SYS_CLK_HZ": 125_000_000,
        "PICO_FLASH_SIZE_BYTES": 2 * 1024 * 1024,
        "FAMILY_ID": 0xE48BFF56,
    },
    "rp2350": {
        **SAME,
        "SIO_GPIO_OUT_XOR_OFFSET": 0x28,
        "ADC_BASE": 0x400A0000,
        "TIMER_BASE": 0x400B0000,  # TIMER0_BASE
        "SYS_CLK_HZ": 150_000_000,
        "PICO_FLASH_SIZE_BYTES": 4 * 1024 * 1024,
        "FAMILY_ID": 0xE48BFF59,  # RP2350_ARM_S_FAMILY_ID
    },
}
SDK["rp2350w"] = SDK["rp2350"]
# MicroPython 1.25.0: MICROPY_HW_FLASH_STORAGE_BYTES and MICROPY_HW_BOARD_NAME of
# ports/rp2/boards/RPI_PICO, RPI_PICO2 and RPI_PICO2_W, and MP_NATIVE_ARCH_... of
# py/persistentcode.h.
MICROPYTHON = {
    "rp2040": (1408 * 1024, "Raspberry Pi Pico", 4),  # ARMV6M
    "rp2350": (3 * 1024 * 1024, "Raspberry Pi Pico2", 7),  # ARMV7EMSP
    "rp2350w": (4 * 1024 * 1024 - 1536 * 1024, "Raspberry Pi Pico 2 W", 7),
}


@pytest.mark.parametrize("name", chips.CHIPS)
def test_registers_clocks_and_flash_are_those_of_the_published_headers(name):
    data = chips.CHIPS[name]
    assert SDK[name] == {
        "XIP_BASE": data.FLASH_BASE,
        "SIO_BASE": data.SIO_BASE,
        "SIO_GPIO_IN_OFFSET": 4 * data.GPIO_IN,
        "SIO_GPIO_OUT_OFFSET": 4 * data.GPIO_OUT,
        "SIO_GPIO_OUT_XOR_OFFSET": 4 * data.GPIO_OUT_XOR,
        "ADC_BASE": data.ADC_BASE,
        "ADC_CS_OFFSET": 4 * data.ADC_CS,
        "ADC_RESULT_OFFSET": 4 * data.ADC_RESULT,
        "ADC_CS_EN_BITS": data.ADC_ENABLE,
        "ADC_CS_START_ONCE_BITS": data.ADC_START_ONCE,
        "ADC_CS_READY_BITS": data.ADC_READY,
        "ADC_CS_AINSEL_LSB": data.ADC_INPUT_SHIFT,
        "ADC_BASE_PIN": data.ADC_FIRST_PIN,
        "TIMER_BASE": data.TIMER_BASE,
        "TIMER_TIMERAWL_OFFSET": 4 * data.TIMERAWL,
        "SYS_CLK_HZ": data.USUAL_MHZ * 1_000_000,
        "PICO_FLASH_SIZE_BYTES": data.FLASH_BYTES,
        "FAMILY_ID": data.UF2_FAMILY,
    }


@pytest.mark.parametrize("name", chips.CHIPS)
def test_file_system_name_and_machine_code_are_those_of_micropython(name):
    data = chips.CHIPS[name]
    files = data.FLASH_BYTES - data.FILES_OFFSET
    assert (files, data.UF2_BOARD, data.ARCHITECTURE) == MICROPYTHON[name]


@pytest.mark.parametrize("name", chips.CHIPS)
def test_the_core_voltage_is_set_only_on_the_chip_that_has_a_faster_clock(name):
    place = "lodeboard/ports/rp2.py"
    text = prepare(fold.Tree(FIRMWARE, name), place, source_for("tile4x4", FIRMWARE, place, name))
    assert ("mem32[1074151424] = 193" in text) == (name == "rp2040")
    assert ("mem32[0]" in text) == (name != "rp2040")
    if name != "rp2040":  # no more than names for what is never run
        assert "if on and 0:" in text
        assert "if 0 and not on:" in text


def test_every_chip_has_the_entries_that_the_firmware_reads():
    wanted = set(chip.__all__)
    for data in chips.CHIPS.values():
        assert wanted <= set(vars(data))
    assert chips.CHIPS["rp2040"] is rp2040
    assert chips.CHIPS["rp2350"] is rp2350
    read = set()
    for path in (FIRMWARE / "lodeboard" / "ports").glob("rp2*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "lodeboard.boards.chip":
                read.update(alias.name for alias in node.names)
    assert read == wanted


@pytest.mark.parametrize("name", chips.CHIPS)
def test_machine_code_is_for_the_chip_and_has_its_addresses(name):
    built = modules(chip=name)
    native = {data[2] >> 2 for data in built.values()} - {0}
    assert native == {chips.CHIPS[name].ARCHITECTURE}
    place = "lodeboard/ports/rp2_registers.py"
    text = source_for("tile4x4", FIRMWARE, place, name)
    folded = prepare(fold.Tree(FIRMWARE, name), place, text)
    assert re.findall(r"ptr32\((\d+)\)", folded) == [
        str(SDK[name][base]) for base in ("SIO_BASE", "ADC_BASE", "TIMER_BASE", "SIO_BASE")
    ]
    assert f"sio[{SDK[name]['SIO_GPIO_OUT_XOR_OFFSET'] // 4}] = (sio[4]" in folded


def test_no_chip_takes_a_module_on_a_board():
    for name in chips.CHIPS:
        assert not [path for path in modules(chip=name) if "rp2040" in path or "chip" in path]


def test_the_chip_is_the_one_that_the_board_names():
    assert chips.of_machine("Raspberry Pi Pico with RP2040") == "rp2040"
    assert chips.of_machine("Raspberry Pi Pico W with RP2040") == "rp2040"
    assert chips.of_machine("Raspberry Pi Pico2 with RP2350") == "rp2350"
    assert chips.of_machine("Raspberry Pi Pico 2 W with RP2350") == "rp2350w"
    assert chips.of_machine("Pimoroni Pico Plus 2 with RP2350") == "rp2350"
    assert chips.of_machine("Raspberry Pi Pico2 with RP2350-RISCV") == ""
    assert chips.of_machine("Generic ESP32 module with ESP32") == ""
    assert chips.of_machine("") == ""


def test_one_file_has_the_firmware_for_every_chip():
    every = {name: build(chip=name) for name in chips.CHIPS}
    others = {name: made for name, made in every.items() if name != "rp2040"}
    data = prebuilt.pack(every["rp2040"], **others)
    tables = [table for made in every.values() for table in made.tables.values()]
    assert {name: prebuilt.unpack(data, tables, name) for name in chips.CHIPS} == every
    with pytest.raises(prebuilt.PrebuiltError, match="damaged"):
        prebuilt.unpack(prebuilt.pack(every["rp2040"]), tables, "rp2350")


def test_only_a_board_with_a_radio_has_its_modules_and_leaves_it_its_pin():
    on = {name: modules(chip=name) for name in chips.CHIPS}
    more = {path.removesuffix(".mpy") + ".py" for path in set(on["rp2350w"]) - set(on["rp2350"])}
    assert more == FOR_RADIO
    assert set(on["rp2040"]) == set(on["rp2350"])
    assert (radio.RADIO, cyw43.RADIO) == (0, 1)
    place = "lodeboard/ports/rp2.py"
    for name in chips.CHIPS:
        tree = fold.Tree(FIRMWARE, name)
        text = prepare(tree, place, source_for("tile4x4", FIRMWARE, place, name))
        assert f"if not {int(name == 'rp2350w')}:" in text
