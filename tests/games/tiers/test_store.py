"""Tier files: what is written is read; what is damaged is named."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from host_tools.games.contract import StoreError
from host_tools.games.tiers.store import TierFile, TierFiles, tier_path, write_tier

TIER = 8
SLOTS = 3_000_000  # a last block that is not full


@pytest.fixture(scope="module")
def scores():
    """Not those of a game, but as compressible."""
    rng = np.random.default_rng(1)
    return np.repeat(rng.integers(-64, 65, SLOTS // 16, np.int8), 16)


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
def path(tmp_path, scores, pool):
    path = tier_path(tmp_path, "a-game", TIER)
    reported = []
    size = write_tier(path, "some", TIER, scores, pool, reported.append)
    assert size == path.stat().st_size
    assert sum(reported) >= len(scores)
    return path


def test_what_is_written_is_read_whole_and_by_block(path, scores, pool):
    file = TierFile(path, "some", TIER, SLOTS)
    assert (file.read(pool, lambda _: None) == scores).all()
    size = 1 << file.block_log
    for at in (0, file.blocks // 2, file.blocks - 1):
        assert (file.block(at) == scores[at * size : (at + 1) * size]).all()
    file.close()
    assert path.stat().st_size < len(scores) / 4
    assert [other.name for other in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (0, "no file of the solution"),
        (8, "has format"),
        (10, "not what its name says"),
        (18, "not what its name says"),
        (20, "wrong size"),
        (60, "index fails its checksum"),
        (-10, "damaged"),
    ],
)
def test_a_changed_byte_is_found(path, pool, at, words):
    data = bytearray(path.read_bytes())
    data[at] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(StoreError, match=words) as failure:
        TierFile(path, "some", TIER, SLOTS).read(pool, lambda _: None)
    assert str(path) in str(failure.value)


@pytest.mark.parametrize("keep", [0, 20, 200, 20_000])
def test_a_file_cut_short_is_found(path, pool, keep):
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(StoreError, match=path.name):
        TierFile(path, "some", TIER, SLOTS).read(pool, lambda _: None)


def test_another_tier_or_solution_is_refused(path):
    with pytest.raises(StoreError, match="not what its name says"):
        TierFile(path, "other", TIER, SLOTS)
    with pytest.raises(StoreError, match="not what its name says"):
        TierFile(path, "some", TIER - 1, SLOTS)


def test_another_number_of_slots_is_refused(path):
    with pytest.raises(StoreError, match="wrong size"):
        TierFile(path, "some", TIER, SLOTS - 1)


def test_scores_are_found_one_by_one(path, scores):
    opened = []

    def open_tier(tier):
        opened.append(tier)
        return TierFile(path, "some", tier, SLOTS)

    files = TierFiles(open_tier)
    for slot in (0, 1, 65_535, 65_536, SLOTS - 1):
        assert files.score(TIER, slot) == scores[slot]
    assert opened == [TIER]
    with pytest.raises(StoreError, match="not what its name says"):
        files.score(TIER + 1, 0)
    files.close()


def test_a_write_broken_off_leaves_nothing(tmp_path, scores, pool):
    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_tier(tier_path(tmp_path, "a-game", TIER), "some", TIER, scores, pool, interrupt)
    assert list(tmp_path.iterdir()) == []
