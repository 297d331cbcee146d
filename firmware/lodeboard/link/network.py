"""The command that names the network at home and the owner's site. In memory only while needed.

    {"c": "network", "name": "Home", "password": "...", "site": "https://example.org/lodeboard/"}

All three may be "". A board takes it only from its serial line: a phone's words go through the air
without encryption. It answers {"t": "network", "say": a sentence}.
"""

from lodeboard.link.commands import CommandError
from lodeboard.storage.phones import LONGEST_NAME, LONGEST_SITE, PASSWORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.link.link import Link
    from lodeboard.link.phone import Phone


def _text(command: "dict[str, object]", field: str, most: int) -> str:
    text = command.get(field, "")
    if not isinstance(text, str) or "\n" in text or len(text.encode()) > most:
        raise CommandError(f"{field} is text of at most {most} bytes.")
    return text


def know(phone: "Phone", link: "Link", command: "dict[str, object]") -> None:
    """Keep what the command says; the radio then opens again. Raises CommandError."""
    if phone.by_phone:
        raise CommandError("The network at home is set by a computer on the cable, not by a phone.")
    name = _text(command, "name", LONGEST_NAME)
    password = _text(command, "password", PASSWORD[1])
    site = _text(command, "site", LONGEST_SITE)
    if password and (not name or len(password) < PASSWORD[0]):
        raise CommandError("A password has 8 to 63 characters and belongs to a network.")
    if site and not (site.startswith("https://") and site.endswith("/") and " " not in site):
        raise CommandError("A site's address begins with https:// and ends with a slash.")
    phone.know(name, password, site)
    say = f"The network at home is {name}." if name else "The board knows no network at home."
    link.send({"t": "network", "say": say})
