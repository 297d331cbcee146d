"""The board's own menu: its lights and three buttons, without a computer.

The upper half of the board has a cell for each setting, the lower half one for each value of the
selected setting. Left goes to the next setting, right to the next value, middle closes the menu and
does what was chosen. Values that do not fit are on further pages: the last cell then shows that
there are more, and right turns the page after the last value on it.

In memory only while needed: while it is open, and to check or list settings.
"""

from lodeboard.boards.radio import RADIO
from lodeboard.lights import palette, tunes
from lodeboard.play.scene import (
    CHANGED,
    DONE,
    LEFT,
    MIDDLE,
    NEW_GAME,
    PHONE,
    RESIGN,
    SET_GAINS,
    SET_ZEROS,
    Board,
    Scene,
)
from lodeboard.storage.settings import TWO_PLAYERS, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    # Name, values, field of the settings ("" for an action).
    Items = tuple[tuple[str, tuple[str, ...], str], ...]

# Actions of the last item: the event with which the menu closes, and its name.
ACTIONS = (
    (DONE, "nothing"),
    (NEW_GAME, "new game"),
    (RESIGN, "resign"),
    (SET_ZEROS, "set zeros"),
    (SET_GAINS, "set gains"),
)
_PLAYERS = ("you and the board", "two players", "the board alone")
# Two players with a clock, in the order of its controls (see storage/controls.py).
CLOCKS = (
    "two players, 3 minutes each",
    "two players, 5 minutes each",
    "two players, 10 minutes each",
    "two players, 3 minutes and 2 s for each turn",
    "two players, hourglass of 1 minute",
)
_STARTS = ("you", "the board")
_BRIGHTNESS = ("night", "low", "medium", "bright")
_ON = ("off", "on")
_LEVEL = 3  # index of this item, if there are games
# The levels that follow a player: as many as fit on the board's cells beside those of most games.
FAIR = ("fair, player 1", "fair, player 2")
# Only on a computer: the board has no cell left, and a friend's moves come from there.
PAGE_ITEMS = (("fast thinking", _ON, "fast"), ("a friend elsewhere", _ON, "friend"))
_HOW = "Left: next setting. Right: next value. Middle: done."


class MenuError(ValueError):
    """The board has too few cells for the settings of its games."""


class Menu(Scene):
    """Settings by light. `action`: its event when it closes; `changed`: a value has changed.

    `variants`: those that can be played on this board. A board without games and with too few cells
    has no items; opening its menu sets the zeros. `levels`: names of the levels for each variant.
    items: name, values, field of the settings ("" for an action)."""

    phase = "menu"

    def __init__(
        self, board: Board, variants: "tuple[str, ...]", levels: "Sequence[tuple[str, ...]]"
    ):
        super().__init__(board)
        self._variants = variants
        self._levels = levels
        actions: tuple[tuple[int, str], ...] = ACTIONS
        if RADIO:
            actions += ((PHONE, "a phone"),)
        of_games = () if variants else (NEW_GAME, RESIGN)
        self._actions = tuple([each for each in actions if each[0] not in of_games])
        self.items = self._items(board.settings.levels)
        profile = board.profile
        self._half = profile.rows // 2 * profile.columns
        self._room = profile.cells - self._half
        fits = len(self.items) <= self._half and self._room > 1
        if not fits and not variants:
            self.items = ()  # opening it sets the zeros
        elif not fits:
            raise MenuError(
                f"the menu's {len(self.items)} settings do not fit on "
                f"{profile.rows}x{profile.columns} cells"
            )
        self._here = 0
        self.action = DONE
        self.changed = False

    def _items(self, levels: "tuple[str, ...]") -> "Items":
        brightness = ("brightness", _BRIGHTNESS, "brightness")
        sound = ("sound", _ON, "sound")
        do = ("do", tuple([name for _, name in self._actions]), "")
        if not self._variants:
            return (brightness, sound, do)
        return (
            ("game", self._variants, "variant"),
            ("players", _PLAYERS + CLOCKS, "players"),
            ("who starts", _STARTS, "starts"),
            ("level", levels + FAIR, "level"),
            brightness,
            sound,
            ("coach", _ON, "coach"),
            do,
        )

    def limits(self, variant: int) -> "tuple[int, ...]":
        """Return the number of values of each stored setting in this variant (the last one if the
        index is too large), in the order of Settings.FIELDS. 1 for a setting that cannot be
        changed."""
        levels = self._levels[min(variant, len(self._variants) - 1)] if self._variants else ()
        counts = {field: len(values) for _, values, field in self._items(levels) + PAGE_ITEMS}
        if self._variants:
            counts["level"] -= len(FAIR)
            counts["fair"] = 1 + len(FAIR)
            counts["players"] -= len(CLOCKS)
            counts["clock"] = 1 + len(CLOCKS)
        return tuple([counts.get(field, 1) for field in Settings.FIELDS])

    def on_page(self) -> "Items":
        """Return the items for a computer, those that are only there last."""
        return self.items + PAGE_ITEMS

    def fit(self) -> None:
        """Use the levels of the chosen variant. A level above its strongest becomes the strongest,
        until a game with more levels is chosen."""
        settings = self._board.settings
        if not self._variants:
            settings.variant = settings.players = settings.starts = settings.level = 0
            settings.coach = settings.fair = settings.friend = settings.clock = 0
            return
        levels = self._levels[settings.variant]
        if settings.level != settings.fitted:
            settings.wanted = settings.level
        settings.level = settings.fitted = min(settings.wanted, len(levels) - 1)
        if settings.levels is not levels:
            settings.levels = levels
            self.items = self._items(levels)

    def enter(self, now_ms: int) -> None:
        settings = self._board.settings
        level = settings.level
        self.fit()
        # The level is no longer available: propose the strongest that is.
        self.changed = settings.level < level
        if self.changed:
            settings.wanted = settings.level
        self._here = _LEVEL if self.changed else 0
        self.action = DONE
        if not self.items:
            self.event = SET_ZEROS
            return
        if self.changed:
            self.event = CHANGED
        self.change("menu", self._sentence())

    def refresh(self) -> None:
        """Repeat the setting: a computer may have changed it."""
        self.fit()
        if self.items:
            self.change("menu", self._sentence())

    def _page(self) -> "tuple[int, int, int]":
        """Return the first value shown, the end of those shown, and the number of all."""
        count = len(self.items[self._here][1])
        if count <= self._room:
            return 0, count, count
        size = self._room - 1  # the last cell shows that there are more
        first = self._value() // size * size
        return first, min(first + size, count), count

    def _value(self) -> int:
        field = self.items[self._here][2]
        if not field:
            return [event for event, _ in self._actions].index(self.action)
        settings = self._board.settings
        if field == "level" and settings.fair:
            return len(settings.levels) - 1 + settings.fair
        if field == "players" and settings.players == TWO_PLAYERS and settings.clock:
            return len(_PLAYERS) - 1 + settings.clock
        value: int = getattr(settings, field)
        return value

    def _sentence(self) -> str:
        name, values, _ = self.items[self._here]
        first, end, count = self._page()
        said = f"Menu: {name}: {values[self._value()]}. "
        settings = self._board.settings
        if self._here == _LEVEL and settings.fair and self._variants:
            said += f"Level now: {values[settings.level]}. "
        if end - first < count:
            said += f"Values {first + 1} to {end} of {count}. "
        return said + _HOW

    def button(self, button: int) -> None:
        if self.event:
            return
        if button == MIDDLE:
            if self.changed:
                self._board.settings.save(self._board.store, self._board.profile.name)
            self.event = self.action
            return
        if button == LEFT:
            self._here = (self._here + 1) % len(self.items)
        else:
            _, values, field = self.items[self._here]
            value = (self._value() + 1) % len(values)
            if field:
                settings = self._board.settings
                if field == "level":
                    settings.fair = max(0, value + 1 - len(settings.levels))
                    value = settings.level if settings.fair else value
                elif field == "players":
                    settings.friend = 0  # no computer is needed to play here again
                    settings.clock = max(0, value + 1 - len(_PLAYERS))
                    value = TWO_PLAYERS if settings.clock else value
                setattr(settings, field, value)
                self.changed = True
                self.event = CHANGED
                self.fit()
            else:
                self.action = self._actions[value][0]
        self._board.tunes.play(tunes.BUTTON)
        self.change("menu", self._sentence())

    def paint(self, marks: bytearray) -> None:
        if not self.items:
            return
        for item in range(len(self.items)):
            marks[item] = palette.MENU_HERE if item == self._here else palette.MENU_ITEM
        chosen = self._value()
        first, end, count = self._page()
        settings = self._board.settings
        now = (
            settings.level if self._here == _LEVEL and settings.fair and self._variants else chosen
        )
        for value in range(first, end):
            mark = palette.MENU_CHOSEN if value == chosen else palette.MENU_VALUE
            if value == now != chosen:
                mark = palette.MENU_ITEM  # the level of this game
            marks[self._half + value - first] = mark
        if end - first < count:
            marks[-1] = palette.MENU_MORE

    def report(self, message: "dict[str, object]") -> None:
        if not self.items:
            return
        name, values, _ = self.items[self._here]
        message["menu"] = {
            "items": [item[0] for item in self.items],
            "at": self._here,
            "name": name,
            "values": list(values),
            "value": self._value(),
        }
