"""The meanings of the lights: one colour and one movement per meaning.

A movement is a cycle of sixteen brightness steps of 64 ms (about one second). No two meanings share
a movement, so none depends on colour alone, and none flashes more than three times a second. A
rising ramp asks for a tile's up side, a falling one for its down side; one ramp per cycle means the
first player's tile, two the second player's.
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
# Cells that are out of play now, and a piece that must not stay as it is:
HOLE = const(34)  # nothing may stand here
HOLE_GO = const(35)  # the same, but the lifted piece may go here
DANGER = const(36)  # this piece is under attack, and that has to end: a king in check
DANGER_LIFT = const(37)  # the same, and it may be lifted
MEASURE = const(38)  # any tile here, up side showing: how strong it reads is measured
NOT_SAVED = const(39)  # on cells that are dark otherwise: something cannot be saved
MENU_MORE = const(40)  # more values are on another page
# The time left to who is to act; CLOCK + player (two meanings), in that player's colour:
CLOCK = const(41)
MEANINGS = const(43)

# Perceived brightness of red, green, blue before gamma, 0..255, three bytes a meaning.
COLOURS = (
    b"\x00\x00\x00"  # off
    b"\x00\xff\x00"  # may-lift
    b"\x00\xff\x00"  # may-go
    b"\x96\xff\xc8"  # may-place
    b"\x00\xff\x00"  # lifted
    b"\xff\xff\xff"  # lift
    b"\xff\x96\x00"  # put-U
    b"\xff\x96\x00"  # put-D
    b"\x00\x5a\xff"  # put-u
    b"\x00\x5a\xff"  # put-d
    b"\xff\x5a\x00"  # threat
    b"\xbe\xe6\x00"  # threat-lift
    b"\xff\x00\xc8"  # locked
    b"\xff\x00\x00"  # mistake
    b"\xff\x82\x82"  # check
    b"\x78\x78\xff"  # thinking
    b"\xff\xdc\x50"  # winner
    b"\xa0\xa0\xa0"  # draw
    b"\x00\xdc\xff"  # calibrate
    b"\xaa\xaa\xaa"  # menu-item
    b"\xff\xff\xff"  # menu-here
    b"\x00\xaa\xc8"  # menu-value
    b"\x00\xff\xff"  # menu-chosen
    b"\xff\x00\x00"  # fault
    b"\x96\x96\x96"  # coach-unknown
    b"\x00\xff\x5a"  # coach-win
    b"\xff\x28\x00"  # coach-lose
    b"\xff\xff\x00"  # coach-draw
    b"\xaa\x3c\xff"  # gift
    b"\x6e\xbe\xff"  # gift-win
    b"\xff\x3c\x78"  # gift-lose
    b"\xbe\xaa\xff"  # gift-draw
    b"\xff\xc8\xff"  # gift-here
    b"\xe1\x78\xff"  # given
    b"\x64\x32\xff"  # hole
    b"\x1e\xff\xa0"  # hole-go
    b"\xff\x46\x00"  # danger
    b"\xff\xaa\x1e"  # danger-lift
    b"\x00\xff\xaa"  # measure
    b"\xff\xaa\x32"  # not-saved
    b"\x00\xff\xff"  # menu-more
    b"\xff\x96\x00"  # clock-first
    b"\x00\x5a\xff"  # clock-second
)

# Sixteen steps of brightness a meaning, 0 dark to 9 full. In one piece, as are the colours: a
# board keeps what stands here, and each string of its own would take it 50 bytes.
MOVEMENTS = (
    b"0000000000000000"
    b"1234567899876543"  # pulses
    b"9999000099990000"  # blinks twice
    b"3333333333333399"  # glows, with a glint
    b"4444444444440000"  # glows, with a wink
    b"9909900000000000"  # flashes twice
    b"0011223344556789"  # rises once: up side, first player
    b"9876554433221100"  # falls once: down side, first player
    b"0246789902467899"  # rises twice: up side, second player
    b"9987642099876420"  # falls twice: down side, second player
    b"9592222222222222"  # heartbeat
    b"9595123456654321"  # heartbeat, then a pulse
    b"9999999999999999"  # steady: nothing else stands still at full light
    b"9909909900000000"  # three short flashes
    b"9900009999000000"  # short, long
    b"0000000369630000"  # a spark that runs across the board
    b"3579753135797531"  # shimmers
    b"2222999922225555"  # steps
    b"9999999922222222"  # on and half off
    b"3333333333003300"  # faint
    b"9999999999443399"  # full, with a bow
    b"7766655544555666"  # faint, trembling
    b"9999955555999955"  # bright, rocking
    b"9999009999009999"  # two breaks in a steady light
    b"0000055555000000"  # one faint blink, away from the heartbeat
    b"1699999916999999"  # bright, blinking two eyes
    b"9630000000000369"  # mostly dark
    b"6666333366663333"  # faint steps up and down
    b"4444222777777333"  # a dip, then a long step
    b"2222889999882288"  # a long swell and a short one
    b"9940000773000550"  # three sparks, each fainter
    b"1117771111777111"  # two low waves
    b"0000099999009999"  # a long and a longer look
    b"0000009999999999"  # one long blink
    b"2235799753222222"  # a swell over a faint glow
    b"9900234565432200"  # a flash, then a small swell
    b"9990099000999000"  # a long flash, a short one, a long one
    b"9990099012343210"  # a long flash, a short one, then a pulse
    b"1122334455667788"  # rises slowly: any tile, up side showing
    b"5555005500550000"  # faint: one long blink, two short ones
    b"0099009900999999"  # two short flashes, a long one
    b"0777777777777770"  # one long light
    b"0777770000777770"  # two long lights
)

STEP_MS = const(64)
STEPS = const(16)
CYCLE_MS = const(1024)

# How many steps each further row and column lags behind, for meanings that run.
LAG = bytes([2 if meaning in (THINKING, WINNER) else 0 for meaning in range(MEANINGS)])


def colour(meaning: int) -> bytes:
    """Red, green and blue of a meaning, 0..255 each."""
    return COLOURS[3 * meaning : 3 * meaning + 3]


def bright(meaning: int, step: int) -> int:
    """Brightness 0..255 of a meaning at this step of its cycle; `step` may exceed the cycle."""
    return (MOVEMENTS[meaning * STEPS + step % STEPS] - 48) * 255 // 9


def level(meaning: int, phase_ms: int) -> int:
    """Brightness 0..255 of a meaning at a time in its cycle, interpolated linearly between
    steps."""
    step = phase_ms >> 6
    here = bright(meaning, step)
    return here + ((bright(meaning, step + 1) - here) * (phase_ms & 63) >> 6)
