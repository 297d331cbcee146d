"""Reads settings and journal at start-up. In memory only during start-up.

Settings are words, NAME=NUMBER. Settings and journal name a variant by game and rules (flip/magic),
so that a new setting or game does not change the meaning of stored data. Older formats, which store
values by position (settings version 1, journal versions 1 and 2), can still be read.
"""

from lodeboard.storage import journal
from lodeboard.storage.blobs import BlobError, unpack
from lodeboard.storage.settings import LEAST, NAME, VERSION, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import BlobStore
    from lodeboard.storage.settings import Limits, Variants


def place_of(name: str, variants: "Variants") -> int:
    """Return the index of the named variant, -1 if there is none. A number is an index already."""
    for place in range(len(variants)):
        if "/".join(variants[place]) == name:
            return place
    try:
        return int(name)
    except ValueError:
        return -1


def read(data: bytes, board: str, variants: "Variants") -> "dict[str, int]":
    """Return the stored settings that this firmware knows. Raises BlobError."""
    if data[3:4] == b"\1":
        places = unpack(data, "S", 1, board)
        if not LEAST <= len(places) <= len(Settings.FIELDS):
            raise BlobError(f"{len(places)} settings, not {len(Settings.FIELDS)}")
        return dict(zip(Settings.FIELDS, places))
    found = {}
    try:
        words = unpack(data, "S", VERSION, board).decode().split()
    except UnicodeError as error:
        raise BlobError("they are no text") from error
    for word in words:
        name, _, value = word.partition("=")
        if name in Settings.FIELDS:
            number = place_of(value, variants if name == "variant" else ())
            if number >= 0:
                found[name] = number
            elif name != "variant":
                raise BlobError(f"{name} cannot be {value}")
    if "variant" not in found:
        found.pop("level", 0)  # its game is not on this board
    return found


def load(settings: Settings, store: "BlobStore", board: str, limits: "Limits") -> None:
    """Load the stored settings. On BlobError the settings are unchanged."""
    data = store.load(NAME)
    if data is None:
        return
    found = read(data, board, settings.variants)
    most = limits(found.get("variant", settings.variant))
    for field, number in zip(Settings.FIELDS, most):
        if found.get(field, 0) >= number:
            raise BlobError(f"{field} cannot be {found[field]}")
    for field in found:
        setattr(settings, field, found[field])


def get(store: "BlobStore", board: str, field: str, variants: "Variants" = ()) -> int:
    """Return a field of the stored settings, or its default if they cannot be read."""
    value: int = getattr(Settings(), field)
    try:
        data = store.load(NAME)
        found = {} if data is None else read(data, board, variants)
    except BlobError:
        found = {}
    return found.get(field, value)


def begun(data: bytes, board: str, variants: "Variants") -> "tuple[int, bytes]":
    """Return a journal's variant, -1 if this board does not have it, and the rest of the payload.
    Raises BlobError."""
    if data[3:4] in (b"\1", b"\2"):
        payload = unpack(data, "J", data[3], board)
        return (payload[0] if payload else -1), payload[1:]
    version = journal.CLOCKED if data[3:4] == b"\4" else journal.VERSION
    payload = unpack(data, "J", version, board)
    end = 1 + payload[0] if payload else 0
    try:
        return place_of(payload[1:end].decode(), variants), payload[end:]
    except UnicodeError:
        return -1, payload[end:]


def first(store: "BlobStore", board: str, variants: "Variants") -> int:
    """Return the journal's variant if this board has it, else the one in the settings, or the
    first."""
    found = -1
    try:
        data = store.load(journal.NAME)
        if data is not None:
            found = begun(data, board, variants)[0]
    except BlobError:
        pass
    if found < 0:
        found = get(store, board, "variant", variants)
    return found if found < len(variants) else 0
