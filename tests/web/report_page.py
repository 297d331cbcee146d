"""A report that a command wrote, in a browser."""

from contextlib import contextmanager


@contextmanager
def opened(chromium, file, scheme, width=1280, height=800):
    """The page of this file; at the end it has complained of nothing and asked for nothing."""
    faults = []
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.on("console", lambda line: faults.append(line.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: asked.url != file.as_uri() and faults.append(asked.url))
    page.goto(file.as_uri())
    yield page
    context.close()
    assert faults == []
