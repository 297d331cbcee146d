import asyncio
import json

from host_tools.web.hub import LINES_KEPT, Hub
from host_tools.web.picture import Picture
from host_tools.web.runner import Moment


def tile(x):
    return (0, x, 0.0, 0.0, 1, 0.0, 0, 0)


def moment(ms, x, lines=(), tones=()):
    return Moment(ms, Picture((tile(x),), bytes(3)), lines, tones, ())


async def _sent(hub, page, talk):
    """What a page gets while `talk` goes on, its connection as slow as `talk` makes it."""
    messages = []
    ready = asyncio.Event()

    async def send(text):
        messages.append(json.loads(text))
        await ready.wait()

    task = asyncio.create_task(hub.serve(page, send))
    await talk()
    ready.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
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
        said = [message["line"]["n"] for message in messages if message["t"] == "said"]
        assert said == list(range(100))

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


def test_nobody_hears_what_another_page_did_wrong():
    hub = Hub()
    one, two = hub.join(), hub.join()
    hub.publish(Moment(0, Picture(), (), (), ((one.number, "no"), (99, "gone"))))
    assert list(one.errors) == ["no"]
    assert not two.errors
