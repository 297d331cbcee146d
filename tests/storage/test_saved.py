"""Data stored over a power cut: blobs, settings, calibration, journal; intact and damaged."""

from array import array

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from one_board import NAME, PROFILE

from lodeboard.games.flip.rules import Flip
from lodeboard.ports.file_store import FileStore
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage import journal, replay, stored
from lodeboard.storage.blobs import BlobError, pack, unpack
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import ONE_PLAYER, TWO_PLAYERS, Settings


@given(st.binary(max_size=400))
@example(bytes(400))
def test_a_blob_comes_back(payload):
    assert unpack(pack("J", 1, NAME, payload), "J", 1, NAME) == payload


@given(st.binary(max_size=60), st.data())
def test_one_flipped_bit_is_refused(payload, data):
    blob = bytearray(pack("J", 1, NAME, payload))
    bit = data.draw(st.integers(0, 8 * len(blob) - 1))
    blob[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BlobError):
        unpack(bytes(blob), "J", 1, NAME)


@given(st.binary(max_size=60), st.data())
def test_a_blob_cut_short_is_refused(payload, data):
    blob = pack("J", 1, NAME, payload)
    size = data.draw(st.integers(0, len(blob) - 1))
    short = len(blob) - len(payload)  # then it is known how long it was
    why = "cut short" if size < short else f"^{size} bytes where {len(blob)} belong"
    with pytest.raises(BlobError, match=why):
        unpack(blob[:size], "J", 1, NAME)


@given(st.binary(max_size=100))
def test_noise_is_refused(noise):
    with pytest.raises(BlobError):
        unpack(noise, "J", 1, NAME)


@pytest.mark.parametrize(
    ("kind", "version", "board", "why"),
    [
        ("S", 1, NAME, "something else"),
        ("J", 2, NAME, "version 1 where this firmware reads 2"),
        ("J", 1, "tile7x7", rf"another board \({NAME}\)"),
    ],
)
def test_the_wrong_blob_is_named(kind, version, board, why):
    with pytest.raises(BlobError, match=why):
        unpack(pack("J", 1, NAME, b"x"), kind, version, board)


@pytest.fixture
def store(tmp_path):
    return FileStore(str(tmp_path))


def limits(variant):
    """Of two games, the second with more levels."""
    return (2, 3, 2, 7 if variant == 1 else 5, 4, 2, 2, 2, 3)


def test_settings_come_back(store):
    settings = Settings()
    settings.variant, settings.players, settings.level, settings.sound = 1, 2, 4, 0
    settings.fast = 0
    settings.save(store, NAME)
    other = Settings()
    stored.load(other, store, NAME, limits)
    assert vars(other) == vars(settings)


def saved(store, values):
    """Settings in the store, as some firmware stores them."""
    store.save("settings", pack("S", 1, NAME, bytes(values)))
    return store


def test_settings_of_an_earlier_firmware_lack_what_it_did_not_know(store):
    other = Settings()
    stored.load(other, saved(store, [1, 2, 1, 4, 0, 0, 1]), NAME, limits)
    assert (other.variant, other.level, other.coach, other.fast) == (1, 4, 1, 1)
    assert stored.get(store, NAME, "fast") == 1


@pytest.mark.parametrize("values", [[1, 2, 1, 4, 0, 0], [0] * 12, []])
def test_settings_of_another_count_are_refused(store, values):
    other = Settings()
    with pytest.raises(BlobError, match=f"{len(values)} settings, not 11"):
        stored.load(other, saved(store, values), NAME, limits)
    assert vars(other) == vars(Settings())


@pytest.mark.parametrize(
    ("players", "starts", "machine"),
    [(ONE_PLAYER, 0, 0b10), (ONE_PLAYER, 1, 0b01), (TWO_PLAYERS, 1, 0), (2, 0, 0b11), (2, 1, 0b11)],
)
def test_whom_the_machine_plays(players, starts, machine):
    settings = Settings()
    settings.players, settings.starts = players, starts
    assert settings.machine() == machine


def test_a_single_setting_can_be_read_by_itself(store):
    assert [stored.get(store, NAME, field) for field in ("variant", "fast")] == [0, 1]
    saved(store, [1, 2, 1, 4, 0, 0, 1, 0])
    assert [stored.get(store, NAME, field) for field in ("variant", "level", "fast")] == [1, 4, 0]
    assert stored.get(store, "tile7x7", "fast") == 1
    store.save("settings", store.load("settings")[:-1])
    assert [stored.get(store, NAME, field) for field in ("variant", "fast")] == [0, 1]


def named(store, text, version=2):
    store.save("settings", pack("S", version, NAME, text))
    return store


def test_a_board_without_games_starts_with_the_first(store):
    Settings().save(store, NAME)
    assert stored.first(store, NAME, ()) == 0


def test_settings_are_stored_by_name(store):
    settings = Settings()
    settings.variants = VARIANTS
    settings.variant, settings.level, settings.sound = 1, 4, 0
    settings.save(store, NAME)
    written = b"variant=flip/eclipse players=0 starts=0 level=4 brightness=2 sound=0 coach=0 "
    written += b"fast=1 fair=0 friend=0 clock=0"
    assert store.load("settings") == pack("S", 2, NAME, written)
    for variants, place in ((VARIANTS, 1), (VARIANTS[:0:-1], 1), ((VARIANTS[1],), 0)):
        other = Settings()
        other.variants = variants
        stored.load(other, store, NAME, limits)
        assert (other.variant, other.level, other.sound) == (place, 4, 0)
        assert stored.get(store, NAME, "variant", variants) == place


def test_a_setting_or_a_game_that_is_not_known_is_left_out(store):
    other = Settings()
    other.variants = VARIANTS
    named(store, b"colour=blue variant=chess/blitz level=9 players=1 coach=1")
    stored.load(other, store, NAME, limits)
    assert (other.variant, other.level, other.players, other.coach) == (0, 1, 1, 1)
    assert stored.first(store, NAME, VARIANTS) == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"sound=2", "sound cannot be 2"),
        (b"sound=-1", "sound cannot be -1"),
        (b"sound=loud", "sound cannot be loud"),
        (b"sound", "sound cannot be "),
        (b"variant=7 level=1", "variant cannot be 7"),
        (b"sound=1 \xff", "no text"),
    ],
)
def test_settings_that_cannot_be_are_refused(store, text, why):
    other = Settings()
    other.variants = VARIANTS
    with pytest.raises(BlobError, match=why):
        stored.load(other, named(store, text), NAME, limits)
    assert other.sound == 1
    with pytest.raises(BlobError, match="version 3 where this firmware reads 2"):
        stored.load(other, named(store, b"sound=1", 3), NAME, limits)


def test_settings_out_of_range_are_refused(store):
    settings = Settings()
    settings.level = 9
    settings.save(store, NAME)
    other = Settings()
    with pytest.raises(BlobError, match="level cannot be 9"):
        stored.load(other, store, NAME, limits)
    assert vars(other) == vars(Settings())


def test_calibration_comes_back():
    calibration = Calibration(PROFILE)
    for cell in range(16):
        calibration.zero[cell] = 30000 + 97 * cell
        calibration.gain[cell] = 800 + 13 * cell
    other = Calibration(PROFILE)
    other.from_blob(calibration.to_blob())
    assert other.valid
    assert (other.zero, other.gain) == (calibration.zero, calibration.gain)


@pytest.mark.parametrize(
    ("numbers", "cell", "value"),
    [("zero", 3, 0), ("zero", 0, 65535), ("gain", 15, 1), ("gain", 5, 65535), ("gain", 0, 685)],
)
def test_what_no_calibration_accepts_is_refused_though_its_checksum_fits(numbers, cell, value):
    calibration = Calibration(PROFILE)
    getattr(calibration, numbers)[cell] = value
    other = Calibration(PROFILE)
    with pytest.raises(BlobError, match=f"of {PROFILE.cell_name(cell)} out of range"):
        other.from_blob(calibration.to_blob())
    assert not other.valid
    assert (other.zero, other.gain) == (Calibration(PROFILE).zero, Calibration(PROFILE).gain)


def test_a_damaged_calibration_changes_nothing():
    calibration = Calibration(PROFILE)
    blob = bytearray(calibration.to_blob())
    blob[40] ^= 1
    other = Calibration(PROFILE)
    with pytest.raises(BlobError, match="checksum"):
        other.from_blob(bytes(blob))
    assert not other.valid


def _played(moves):
    game = Flip("eclipse")
    steps = []
    for move in moves:
        for step in game.parse_move(move):
            game.push(step)
            steps.append(step)
    return game, steps


def test_the_journal_brings_the_game_back(store):
    game, steps = _played(["b2U", "b2Ea1D", "a1Sd4U"])
    log = Journal(store, NAME)
    log.save(Saved(1, 2, "1_----------------", steps))
    saved = replay.load(store, NAME)
    other = Flip("eclipse")
    replay.replay(other, saved)
    assert other.text() == game.text()
    assert replay.unfinished(other, saved)
    assert (saved.variant, saved.machine) == (1, 2)


def test_an_illegal_step_is_named(store):
    _, steps = _played(["b2U", "b2Ea1D"])
    log = Journal(store, NAME)
    log.save(Saved(1, 2, "1_----------------", [*steps, 0]))
    with pytest.raises(BlobError, match="step 4 of it is not legal"):
        replay.replay(Flip("eclipse"), replay.load(store, NAME))


def test_an_impossible_position_is_named():
    saved = Saved(0, 0, "1_UUUUUUUUUUUUUUUU", [])
    with pytest.raises(BlobError, match="position cannot be"):
        replay.replay(Flip("magic"), saved)


def test_a_damaged_journal_is_kept_aside(store):
    log = Journal(store, NAME)
    log.save(Saved(1, 2, "1_----------------", [0]))
    blob = bytearray(store.load(journal.NAME))
    blob[-1] ^= 4
    store.save(journal.NAME, bytes(blob))
    with pytest.raises(BlobError):
        replay.load(store, NAME)
    log.put_aside()
    assert store.load(journal.NAME) is None
    assert store.load(journal.DAMAGED) == bytes(blob)


START = b"1_----------------"
REST = bytes((2, len(START))) + START
HEAD = b"\x01" + REST  # of version 2: the variant by its place
NAMED = b"\x0cflip/eclipse" + REST
VARIANTS = (("flip", "magic"), ("flip", "eclipse"), ("kono", ""))


def test_a_step_takes_two_bytes_the_low_one_first(store):
    log = Journal(store, "tile4x4", VARIANTS)
    log.save(Saved(1, 2, START.decode(), [5, 0x1234, 0xFFFF]))
    written = NAMED + b"\x05\x00\x34\x12\xff\xff"
    assert store.load(journal.NAME) == pack("J", 3, "tile4x4", written)
    assert list(replay.load(store, "tile4x4").steps) == [5, 0x1234, 0xFFFF]


@pytest.mark.parametrize("version", [1, 2])
def test_a_journal_of_an_earlier_version_is_read(store, version):
    game, steps = _played(["b2U", "b2Ea1D", "a1Sd4U"])
    written = bytes(steps) if version == 1 else bytes(array("H", steps))
    store.save(journal.NAME, pack("J", version, "tile4x4", HEAD + written))
    assert stored.first(store, "tile4x4", VARIANTS) == 1
    log = Journal(store, "tile4x4")
    saved = replay.load(store, "tile4x4")
    assert (saved.variant, saved.machine, list(saved.steps)) == (1, 2, steps)
    other = Flip("eclipse")
    replay.replay(other, saved)
    assert other.text() == game.text()
    log.save(saved)
    assert store.load(journal.NAME)[3] == 3
    assert list(replay.load(store, "tile4x4").steps) == steps


@pytest.mark.parametrize(
    ("blob", "why"),
    [
        (pack("J", 5, "tile4x4", HEAD), "version 5 where this firmware reads 3"),
        (pack("J", 0, "tile4x4", HEAD), "version 0 where this firmware reads 3"),
        (pack("J", 2, "tile4x4", HEAD + b"\x05"), "its last step is cut short"),
        (pack("J", 3, "tile4x4", NAMED + b"\x05"), "its last step is cut short"),
        (pack("J", 3, "tile4x4", NAMED[:9]), "too short for its position"),
        (pack("J", 3, "tile4x4", b""), "too short for its position"),
        (pack("J", 2, "tile4x4", HEAD[:-1]), "too short for its position"),
        (pack("J", 1, "tile4x4", b"\x01"), "too short for its position"),
        (pack("J", 2, "tile4x4", b"\x01\x04" + HEAD[2:]), "more than two players"),
        (pack("J", 2, "tile4x4", b"\x01\x02\x01\xff"), "its position is no text"),
        (pack("J", 2, "tile4x4", HEAD)[:-3], "bytes where"),
        (pack("J", 2, "another", HEAD), "made for another board"),
        (pack("J", 2, "a\u00e9\u00e9\0b", HEAD), r"another board \(a\\xc3\\xa9"),
        (b"", "cut short"),
        (b"LB", "cut short"),
    ],
)
def test_a_journal_that_cannot_be_read_is_refused_with_the_reason(store, blob, why):
    store.save(journal.NAME, blob)
    with pytest.raises(BlobError, match=why):
        replay.load(store, "tile4x4")
    assert store.load(journal.NAME) == blob
    Journal(store, "tile4x4").put_aside()
    assert store.load(journal.NAME) is None
    assert store.load(journal.DAMAGED) == blob


def test_a_journal_names_its_game_wherever_that_stands(store):
    Journal(store, NAME, VARIANTS).save(Saved(2, 0, "-", [7]))
    assert store.load(journal.NAME) == pack("J", 3, NAME, b"\x05kono/" + b"\x00\x01-" + b"\x07\x00")
    for variants, place in ((VARIANTS, 2), (VARIANTS[::-1], 0), (VARIANTS[:2], -1)):
        saved = replay.load(store, NAME, variants)
        assert (saved.variant, list(saved.steps)) == (place, [7])
        assert stored.first(store, NAME, variants) == max(place, 0)


@pytest.mark.parametrize("version", [1, 2])
def test_a_half_written_journal_is_refused_wherever_it_ends(store, version):
    blob = pack("J", version, "tile4x4", HEAD + bytes((4, 0, 8, 0)))
    for end in range(len(blob)):
        store.save(journal.NAME, blob[:end])
        assert stored.first(store, "tile4x4", VARIANTS) == 0
        with pytest.raises(BlobError):
            replay.load(store, "tile4x4")


@given(st.binary(max_size=40), st.sampled_from([1, 2, 3]))
def test_whatever_a_sound_blob_holds_is_a_game_or_refused(payload, version):
    blob = pack("J", version, "tile4x4", payload)
    store = MemoryStore()
    store.save(journal.NAME, blob)
    try:
        replay.replay(Flip("magic"), replay.load(store, "tile4x4"))
    except BlobError:
        pass  # and nothing else
