"""Progress in lines, by a clock of the test's own."""

from host_tools.jobs.plain_progress import EVERY_S, PlainProgress


def test_lines_come_now_and_then_and_at_the_end():
    now = 0.0
    said = []
    progress = PlainProgress(40, said.append, lambda: now)
    for _ in range(40):
        now += EVERY_S / 10
        progress.update()
    progress.close()
    assert said == [
        "10 of 40 done (25 %, 5 s)",
        "20 of 40 done (50 %, 10 s)",
        "30 of 40 done (75 %, 15 s)",
        "40 of 40 done (100 %, 20 s)",
    ]
