from host_tools.simulator.bench import bench_ticks


def test_it_measures_all_three():
    rates = bench_ticks(ticks=20)
    assert len(rates) == 3
    assert all(rate > 0 for rate in rates.values())
