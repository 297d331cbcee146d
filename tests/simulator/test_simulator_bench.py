from one_board import DATA

from host_tools.lab.bench.simulator import bench_light, bench_ticks


def test_it_measures_all_three():
    rates = bench_ticks(ticks=20)
    assert len(rates) == 3
    assert all(rate > 0 for rate in rates.values())


def test_light_answers_soon_after_the_debounce():
    sensing = DATA["sensing"]
    delays = bench_light(trials=2)
    for answer_ms in delays["magnet near"]:
        assert sensing["debounce_ms"] <= answer_ms <= sensing["debounce_ms"] + 50
    for answer_ms in delays["magnet far"]:
        assert sensing["far_debounce_ms"] <= answer_ms <= sensing["far_debounce_ms"] + 50
