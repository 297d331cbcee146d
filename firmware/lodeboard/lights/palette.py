"""What each light means: one colour and one movement to a meaning.

A movement is a cycle of sixteen brightness steps of 64 ms (about one second). No two
meanings share a movement, so that none is recognised by colour alone, and none flashes more
than three times a second. A ramp that rises asks for a tile's up side, one that falls
for its down side; one ramp a cycle is the first player's tile, two the second's.
"""

from micropython import const

OFF = const(0)
MAY_LIFT = const(1)  # this tile may be flipped
MAY_GO = const(2)  # the lifted tile may go here, turned over
MAY_PLACE = const(3)  # a tile of one's own may be placed here
LIFTED = const(4)  # the lifted tile came from here; putting it back cancels
LIFT = const(5)  # do this: lift this tile
PUT = const(6)  # do this: PUT + tile code - 1 asks for that tile here (four meanings)
THREAT = const(10)  # part of a line that is not locked
THREAT_LIFT = const(11)  # the same, and this tile may be flipped
LOCKED = const(12)  # part of a locked line
MISTAKE = const(13)  # this should not lie here
CHECK = const(14)  # cannot tell what lies here: set it down well, or take it away
THINKING = const(15)
WINNER = const(16)
DRAW = const(17)
CALIBRATE = const(18)
MENU_ITEM = const(19)  # a setting one can turn to
MENU_HERE = const(20)  # the setting being changed
MENU_VALUE = const(21)  # a value it can take
MENU_CHOSEN = const(22)  # the value it has
FAULT = const(23)
COACH = const(24)  # the coach's word on a step: COACH + verdict (four meanings)
# On the menu of choices, where each cell stands for one:
GIFT = const(28)  # may be chosen; a coach's word on it: GIFT + verdict (four meanings)
GIFT_HERE = const(32)  # will be chosen with the middle button
GIVEN = const(33)  # has been chosen
MEANINGS = const(34)

_AMBER = (255, 150, 0)
_BLUE = (0, 90, 255)

# Perceived brightness of red, green, blue before gamma, 0..255.
COLOURS = (
    (0, 0, 0),
    (0, 255, 0),
    (0, 255, 0),
    (150, 255, 200),
    (0, 255, 0),
    (255, 255, 255),
    _AMBER,
    _AMBER,
    _BLUE,
    _BLUE,
    (255, 90, 0),
    (190, 230, 0),
    (255, 0, 200),
    (255, 0, 0),
    (255, 130, 130),
    (120, 120, 255),
    (255, 220, 80),
    (160, 160, 160),
    (0, 220, 255),
    (170, 170, 170),
    (255, 255, 255),
    (0, 170, 200),
    (0, 255, 255),
    (255, 0, 0),
    (150, 150, 150),
    (0, 255, 90),
    (255, 40, 0),
    (255, 255, 0),
    (170, 60, 255),
    (110, 190, 255),
    (255, 60, 120),
    (190, 170, 255),
    (255, 200, 255),
    (225, 120, 255),
)

# Sixteen steps of brightness, 0 dark to 9 full.
_MOVEMENTS = (
    "0000000000000000",
    "1234567899876543",  # pulses
    "9999000099990000",  # blinks twice
    "3333333333333399",  # glows, with a glint
    "4444444444440000",  # glows, with a wink
    "9909900000000000",  # flashes twice
    "0011223344556789",  # rises once: up side, first player
    "9876554433221100",  # falls once: down side, first player
    "0246789902467899",  # rises twice: up side, second player
    "9987642099876420",  # falls twice: down side, second player
    "9592222222222222",  # heartbeat
    "9595123456654321",  # heartbeat, then a pulse
    "9999999999999999",  # steady: nothing else stands still at full light
    "9909909900000000",  # three short flashes
    "9900009999000000",  # short, long
    "0000000369630000",  # a spark that runs across the board
    "3579753135797531",  # shimmers
    "2222999922225555",  # steps
    "9999999922222222",  # on and half off
    "3333333333003300",  # faint
    "9999999999443399",  # full, with a bow
    "7766655544555666",  # faint, trembling
    "9999955555999955",  # bright, rocking
    "9999009999009999",  # two breaks in a steady light
    "0000055555000000",  # one faint blink, away from the heartbeat
    "1699999916999999",  # bright, blinking two eyes
    "9630000000000369",  # mostly dark
    "6666333366663333",  # faint steps up and down
    "4444222777777333",  # a dip, then a long step
    "2222889999882288",  # a long swell and a short one
    "9940000773000550",  # three sparks, each fainter
    "1117771111777111",  # two low waves
    "0000099999009999",  # a long and a longer look
    "0000009999999999",  # one long blink
)

STEP_MS = const(64)
STEPS = const(16)
CYCLE_MS = const(1024)

MOVEMENTS = bytes([(ord(c) - 48) * 255 // 9 for movement in _MOVEMENTS for c in movement])

# How many steps each further row and column lags behind, for meanings that run.
LAG = bytes([2 if meaning in (THINKING, WINNER) else 0 for meaning in range(MEANINGS)])


def level(meaning: int, phase_ms: int) -> int:
    """Brightness 0..255 of a meaning at a time in its cycle, between steps by a line."""
    step = (phase_ms >> 6) & 15
    part = phase_ms & 63
    base = meaning * STEPS
    here = MOVEMENTS[base + step]
    there = MOVEMENTS[base + ((step + 1) & 15)]
    return here + ((there - here) * part >> 6)
