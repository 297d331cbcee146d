"""What a start reads of the settings and of the journal. In a board's memory only meanwhile.

Settings are words, NAME=NUMBER, and both name a variant by game and rules (flip/magic), so that
neither a new setting nor a new game shifts what an earlier firmware has kept. Earlier ones kept
numbers by their places (settings of version 1, journals of versions 1 and 2): those are read too.
"""

from lodeboard.storage import journal
from lodeboard.storage.blobs import BlobError, unpack
from lodeboard.storage.settings import LEAST, NAME, VERSION, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import BlobStore
    from lodeboard.storage.settings import Limits, Variants


def place_of(name: str, variants: "Variants") -> int:
    """The place of the variant of this name, -1 where there is none; a number is a place."""
    for place in range(len(variants)):
        if "/".join(variants[place]) == name:
            return place
    try:
        return int(name)
    except ValueError:
        return -1


def read(data: bytes, board: str, variants: "Variants") -> "dict[str, int]":
    """The stored settings that this firmware knows. BlobError."""
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
        found.pop("level", 0)  # it is of a game that is not here
    return found


def load(settings: Settings, store: "BlobStore", board: str, limits: "Limits") -> None:
    """Take over stored settings. BlobError leaves the settings as they were."""
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
    """This field of the stored settings; as new where there are none that can be read."""
    value: int = getattr(Settings(), field)
    try:
        data = store.load(NAME)
        found = {} if data is None else read(data, board, variants)
    except BlobError:
        found = {}
    return found.get(field, value)


def begun(data: bytes, board: str, variants: "Variants") -> "tuple[int, bytes]":
    """The variant of a journal, -1 where it is not here, and what comes after. BlobError."""
    if data[3:4] in (b"\1", b"\2"):
        payload = unpack(data, "J", data[3], board)
        return (payload[0] if payload else -1), payload[1:]
    payload = unpack(data, "J", journal.VERSION, board)
    end = 1 + payload[0] if payload else 0
    try:
        return place_of(payload[1:end].decode(), variants), payload[end:]
    except UnicodeError:
        return -1, payload[end:]


def first(store: "BlobStore", board: str, variants: "Variants") -> int:
    """The variant in the journal, where it is here; else the one that is set, or the first."""
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
