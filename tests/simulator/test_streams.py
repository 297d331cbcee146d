from host_tools.simulator.streams import stream


def draws(seed, name):
    return stream(seed, name).integers(1 << 30, size=8).tolist()


def test_same_seed_and_name_same_draws():
    assert draws(1, "noise") == draws(1, "noise")


def test_seed_and_name_both_matter():
    assert len({tuple(draws(seed, name)) for seed in (0, 1, 1 << 40) for name in "abc"}) == 9
