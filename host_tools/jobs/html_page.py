"""Self-contained HTML pages for reports."""

import html

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'unsafe-inline'; {scripts}img-src data:">
<link rel="icon" href="data:,">
<style>
{style}
</style>
</head>
<body{kind}>
{body}
</body>
</html>
"""


def html_page(title: str, style: str, body: str, kind: str = "", scripts: bool = False) -> str:
    """The whole file: `title` as text, `style` as CSS, `body` as HTML. kind: the class of the body.
    scripts: allow scripts in the body; nothing is ever loaded."""
    return _PAGE.format(
        title=html.escape(title),
        style=style,
        body=body,
        kind=f' class="{kind}"' if kind else "",
        scripts="script-src 'unsafe-inline'; " if scripts else "",
    )
