"""Tier files: what is written is read; what is damaged is named."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from host_tools.games.contract import StoreError
from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.store import TierFile, tier_path, write_tier

K = 8


@pytest.fixture(scope="module")
def scores():
    """Not those of the game, but as many, and as compressible."""
    rng = np.random.default_rng(1)
    return np.repeat(rng.integers(-64, 65, Tier(K).slots // 16, np.int8), 16)


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
def path(tmp_path, scores, pool):
    path = tier_path(tmp_path, "magic", K)
    reported = []
    size = write_tier(path, "magic", K, scores, pool, reported.append)
    assert size == path.stat().st_size
    assert sum(reported) >= len(scores)
    return path


def test_what_is_written_is_read_whole_and_by_block(path, scores, pool):
    file = TierFile(path, "magic", K)
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
        TierFile(path, "magic", K).read(pool, lambda _: None)
    assert str(path) in str(failure.value)


@pytest.mark.parametrize("keep", [0, 20, 200, 100_000])
def test_a_file_cut_short_is_found(path, pool, keep):
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(StoreError, match=path.name):
        TierFile(path, "magic", K).read(pool, lambda _: None)


def test_another_tier_or_rule_set_is_refused(path):
    with pytest.raises(StoreError, match="not what its name says"):
        TierFile(path, "eclipse", K)
    with pytest.raises(StoreError, match="not what its name says"):
        TierFile(path, "magic", K - 1)


def test_a_write_broken_off_leaves_nothing(tmp_path, scores, pool):
    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_tier(tier_path(tmp_path, "magic", K), "magic", K, scores, pool, interrupt)
    assert list(tmp_path.iterdir()) == []
