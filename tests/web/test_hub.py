import asyncio
import json

from waiting import LAST_RESORT_S

from host_tools.play.web.hub import LINES_KEPT, Hub
from host_tools.play.web.picture import Picture
from host_tools.play.web.runner import Moment


def tile(x):
    return (0, x, 0.0, 0.0, 1, 0.0, 0, 0)


def moment(ms, x, lines=(), tones=()):
    return Moment(ms, Picture((tile(x),), bytes(3)), lines, tones, ())


LAST = {"t": "last"}


async def _sent(hub, page, talk):
    """What a page gets while `talk` goes on, its connection as slow as `talk` makes it; up to the
    last word."""
    messages = []
    ready, ended = asyncio.Event(), asyncio.Event()

    async def send(text):
        messages.append(json.loads(text))
        await ready.wait()
        if messages[-1].get("line") == LAST:
            ended.set()

    task = asyncio.create_task(hub.serve(page, send))
    await talk()
    hub.publish(moment(1000, 9.9, lines=(json.dumps(LAST),)))
    ready.set()
    await asyncio.wait_for(ended.wait(), LAST_RESORT_S)
    task.cancel()
    return messages


def test_a_slow_page_skips_pictures_but_no_words():
    async def whole():
        hub = Hub()
        page = hub.join()

        async def talk():
            for number in range(100):
                hub.publish(moment(number, number / 10, lines=(f'{{"t":"n","n":{number}}}',)))
                await asyncio.sleep(0)

        messages = await _sent(hub, page, talk)
        frames = [message for message in messages if message["t"] == "frame"]
        assert len(frames) == 2
        assert frames[-1]["tiles"] == [[0, 9.9, 0.0, 0.0, 1, 0.0, 0, 0]]
        said = [message["line"] for message in messages if message["t"] == "said"]
        assert said == [*({"t": "n", "n": number} for number in range(100)), LAST]

    asyncio.run(whole())


def test_memory_for_a_page_that_never_reads_is_bounded():
    hub = Hub()
    page = hub.join()
    for number in range(5 * LINES_KEPT):
        hub.publish(moment(number, number, lines=("{}",), tones=((number, 1),)))
    assert len(page.lines) == LINES_KEPT
    assert len(page.tones) <= LINES_KEPT


def test_a_newcomer_hears_the_last_line_of_each_kind():
    hub = Hub()
    for line in ('{"t":"hello"}', '{"t":"state","n":1}', '{"t":"state","n":2}'):
        hub.publish(moment(0, 0.0, lines=(line,)))
    assert list(hub.join().lines) == ['{"t":"hello"}', '{"t":"state","n":2}']


def test_each_page_has_a_number_and_none_has_that_of_nobody():
    """0 stands for a tile that no hand holds."""
    hub = Hub()
    numbers = [hub.join().number for _ in range(3)]
    assert len(set(numbers)) == 3
    assert 0 not in numbers


def test_nobody_hears_what_another_page_did_wrong():
    hub = Hub()
    one, two = hub.join(), hub.join()
    hub.publish(Moment(0, Picture(), (), (), ((one.number, "no"), (99, "gone"))))
    assert list(one.errors) == ["no"]
    assert not two.errors


PULSE = (0, 40, 90, 40, 0)


def lit(ms, red, lines=()):
    return Moment(ms, Picture((tile(0),), bytes((red, 0, 0))), lines, (), ())


async def pulse(hub, count):
    for number in range(count):
        for at, red in enumerate(PULSE):
            hub.publish(lit(20 * (len(PULSE) * number + at), red))
            await asyncio.sleep(0)


def test_lights_that_change_by_themselves_come_a_few_at_once():
    async def whole():
        hub = Hub()
        page = hub.join()
        sent = []

        async def send(text):
            sent.append(json.loads(text))

        task = asyncio.create_task(hub.serve(page, send))
        hub.publish(lit(0, 0))
        while not sent:
            await asyncio.sleep(0)
        await pulse(hub, 3)
        hub.publish(lit(1000, 7, lines=('{"t":"n"}',)))
        while not any(message["t"] == "said" for message in sent):
            await asyncio.sleep(0)
        task.cancel()
        return sent

    frames = [message for message in asyncio.run(whole()) if message["t"] == "frame"]
    assert [frame["ms"] for frame in frames] == [0, 1000]
    told = [[ms, int(leds[:2], 16)] for ms, leds in frames[1]["before"]]
    changes = [at for at in range(15) if at and PULSE[at % 5] != PULSE[(at - 1) % 5]]
    assert told == [[20 * at, PULSE[at % 5]] for at in changes]
    assert frames[1]["leds"] == "070000"


def test_only_lights_may_wait_for_a_moment():
    hub = Hub()
    page = hub.join()
    waits = []
    for new in (moment(0, 0.0), moment(20, 0.0), moment(40, 1.0), moment(60, 1.0, ("{}",))):
        page.urgent.clear()
        hub.publish(new)
        assert page.news.is_set()
        waits.append(not page.urgent.is_set())
    assert waits == [False, True, False, False]


def test_lights_are_told_of_though_nothing_else_happens():
    async def whole():
        hub = Hub()
        page = hub.join()
        sent = asyncio.Queue()

        async def send(text):
            await sent.put(json.loads(text))

        task = asyncio.create_task(hub.serve(page, send))
        hub.publish(lit(0, 0))
        await sent.get()
        await pulse(hub, 1)  # it ends as it began
        frame = await sent.get()
        task.cancel()
        return frame

    frame = asyncio.run(whole())
    assert [leds[:2] for _, leds in frame["before"]] == ["28", "5a", "28"]
    assert frame["leds"] == "000000"


def test_a_page_that_joins_gets_the_last_lines_but_no_answers_to_others():
    hub = Hub()
    lines = [f'{{"t":"{kind}"}}' for kind in ("hello", "error", "past", "notice")]
    hub.publish(moment(0, 1, lines=lines))
    told = hub.news(hub.join())
    kinds = [message["line"]["t"] for message in told if message["t"] == "said"]
    assert kinds == ["hello", "notice"]
