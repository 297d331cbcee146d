"""The messages between the page and the server: JSON objects with their type in "t".

From the page, one hand per page (lengths in millimetres on the board):

    {"t":"grab","tile":3}              take a tile
    {"t":"move","x":40.0,"y":80.0}     carry it there
    {"t":"turn"}                       turn it over in the hand
    {"t":"drop","x":40.0,"y":80.0}     carry it there and set it down; x, y may be left out
    {"t":"back"}                       put it back where and as it was
    {"t":"press","button":2}           hold down a button: 1 left, 2 middle, 4 right
    {"t":"release","button":2}
    {"t":"tell","line":{"c":"back"}}   a line to the board, as a computer on its serial sends it
    {"t":"lay","cells":"----UU--..."}  lay the tiles out without hands, a letter for each cell:
                                       U D up and down side of the first player's, u d of the
                                       second's, - nothing; the others go into their trays.
                                       With "alike":true of the set of tiles that all carry the
                                       first player's magnet
    {"t":"park","on":true}            park the game, to use the board for something else;
                                       false, or a page that goes away, brings it back
    {"t":"help","mode":"board"}        a hand that does what the lights ask: "off"; "board", the
                                       board's moves; "both", the board plays both sides
    {"t":"help","speed":"fast"}        "slow", "normal" or "fast"
    {"t":"screen","on":false,"still":true}
                                       whether all that is not a player's own move is carried out
                                       for them; whether its tiles lie at once where they belong
                                       or are seen to travel. Each may be left out
    {"t":"screen","force":true,"speed":"fast"}
                                       whether a player's step is carried out for them where it is
                                       the only legal one; "slow", "normal" or "fast", how the
                                       tiles travel and how long the board's move is waited for
    {"t":"play","move":"@d4xe4"}       a move of the player to act that is carried out for them: a
                                       spell, whose hole no hand can take

    {"t":"board","name":"tile7x7"}     play on another kind of board, one of those that "others" in
                                       "hello" names: the board in play is switched off and keeps
                                       its game, and a "hello" of the other one comes

The workbench, which turns, breaks and measures the simulated board; all pages share it:

    {"t":"watch","on":true}            send the readings, about five times a second
    {"t":"knobs","noise":2.0,...}      noise and spread: times what the board's data say;
                                       tremor: mm rms; temperature: degrees Celsius
    {"t":"break","cell":5,"how":"stuck","mv":0.0}
                                       "stuck" at so many mV, "noisy" by so many mV rms, "dead"
                                       channel; "whole" repairs it
    {"t":"power","on":false}           cut the power; true: switch on
    {"t":"cable","on":false}           pull the serial cable out; true: put it in
    {"t":"record","on":true}           record all that the board reads and does; false ends it
    {"t":"scene","seed":7,"knobs":{...},"breaks":[[5,"stuck",0.0],...],"settings":{...},
       "start":"1_...","moves":[...],"power":true,"cable":true}
                                       another board of that seed: calibrated as new, then
                                       this game, these knobs and faults. The same scene gives
                                       the same readings on any server

Questions about a game, answered whatever the board does. `record` is what people paste, or what
stands after the # of the page's address: text in the notation of `lodeboard replay`, a bare
position, or a link, which may be of another game than the question (`games/analysis/pasted.py`
reads it). Its last move may be half done. A new "study" ends the one before; each answer has the
`id` of its question:

    {"t":"study","id":3,"game":"flip","rules":"magic","record":"a1U a1Eb2U"}
    {"t":"random","id":4,"game":"flip","rules":"magic","seed":17}
    {"t":"write","id":5,"game":"magician","rules":"standard","record":"c2c4"}
                                       how people write these moves, and the positions they
                                       lead to; answered at once
    {"t":"guess","id":6,"game":"magician","rules":"standard","position":"..."}
                                       what the board's player would choose, at its best level
    {"t":"legal","id":7,"game":"magician","rules":"standard","position":"..."}
                                       the legal moves there; answered at once

To the page:

    {"t":"hello","v":1,"you":7,...}    who you are, the board's dimensions, the tiles; "palette":
                                       colour and movement of each light; "longest": how many
                                       characters a message may have; "others": the kinds of board
                                       that can be played on instead, with what each one's menu
                                       calls its games; "only": why there are none
    {"t":"frame","ms":...,             what changed since the last frame; each key is optional
       "tiles":[[id,x,y,z,up,tilt,towards,holder],...],
       "leds":"rrggbb...","before":[[ms,"rrggbb..."],...],"tones":[[ms,hz],...]}
                                       "before": what the lights were since that frame
    {"t":"said","line":{...}}          one line the board said, as it said it
    {"t":"record","id":3,"start":"1_...","positions":[...],"turns":[...],"moves":[...],
       "names":[...],"check":false,"verdict":"undecided","game":"flip","rules":"magic",
       "notes":[...]}
                                       the record as it was understood: positions before the
                                       first move, after it, and so on; who acts in each; the moves
                                       as people write them; whether who is to act at the end
                                       is in check; what was corrected in it, in sentences
    {"t":"record","id":3,"error":"..."}
                                       why it is none
    {"t":"studied","id":3,"at":2,"position":"...","verdict":...,"value":...,"remoteness":...,
       "moves":96,"best":[...],"steps":[[step,value,turns],...],"fix":...}
                                       one position of the record, as `lodeboard analyse` says
                                       it; the values of steps are the mover's, a flip's is that
                                       of the best placement after it; null where not known;
                                       how to fix that, in words, null where all is known
    {"t":"scorecard","id":3,"moves":[...],"players":[{...},{...}]}
                                       after the last position; see games/analysis/scorecard.py
    {"t":"written","id":5,...}         the same as in a "record", for a "write"
    {"t":"guessed","id":6,"position":"...","move":"c2c4","name":"c4","from":"search","nodes":900}
                                       the choice, as `lodeboard choose` says it
    {"t":"legal","id":7,"moves":[...]}
                                       as the game writes them; "error" where there is no such
                                       position
    {"t":"helper","mode":"off","speed":"normal","waits":false,"why":"..."}
                                       what the helping hand is about; it waits for people's
                                       hands; why it stopped by itself
    {"t":"screen","on":true,"force":false,"speed":"normal","to":{"3":17}}
                                       whether it is so; the cells that tiles are on their way
                                       to, as the position has them. Not said where there is no
                                       world in which tiles could be moved
    {"t":"bench","seed":1,"mv_per_count":0.05,"mv_per_mt":15.0,"knobs":{...},"breaks":[...],"power":true,
       "cable":true}                   how the workbench stands; what a perfect sensor makes of
                                       a field
                                       With a real board "device" describes it: {"port":...,
                                       "status":"away|asking|ready|wrong","say":...,
                                       "inject":...,"lent":...}
    {"t":"truth","field":[...],"ma":16.0}
                                       while somebody watches: mT at each sensor, LED current;
                                       the board itself then says "limits" and "cells"
    {"t":"scans","ms":[...],"raw":[[...],...]}
                                       while somebody watches: board time and raw counts of all
                                       cells, of every scan of a simulated board, and of the
                                       readings that another one sends
    {"t":"pace","say":"...","starting":60,"speed":0.9}
                                       for people: how far the board's start is, in per cent while
                                       it starts, then how fast it runs, 1 for real time; neither
                                       where nothing is known
    {"t":"error","error":"..."}        a message that was not understood or not possible
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from host_tools.jobs.messages import MessageError, board_message, checked, parsed
from host_tools.play.web.messages import MESSAGES, Act, OtherBoard, Question
from lodeboard.lights import palette

VERSION = 1
LONGEST_MESSAGE = 8192  # characters; the longest is a pasted record with its comments
KINDS = frozenset(message.__struct_config__.tag for message in get_args(MESSAGES))


class ProtocolError(ValueError):
    """A message that cannot be acted on; the text says why."""


def parse(text: str) -> Act | Question | OtherBoard:
    """The act, question or choice of a page's message; ProtocolError says what is wrong with it."""
    if len(text) > LONGEST_MESSAGE:
        raise ProtocolError(f"too long: {len(text)} characters, {LONGEST_MESSAGE} at most")
    try:
        message = parsed(text)
        if not isinstance(message, dict):
            raise ProtocolError("a message must be a JSON object")
        kind = message.get("t")
        if not isinstance(kind, str) or kind not in KINDS:
            raise ProtocolError(f'unknown message type "{kind}"')
        asked: Act | Question | OtherBoard = checked(message, MESSAGES).act()
        return asked
    except MessageError as error:
        raise ProtocolError(str(error)) from None


def encode(message: dict[str, object]) -> str:
    """A message as compact JSON text."""
    return json.dumps(message, separators=(",", ":"))


def said(line: str) -> dict[str, object]:
    """The message that passes on one line of the board; a line that is no JSON object goes
    on as plain text."""
    message = board_message(line)
    if message is not None:
        return {"t": "said", "line": message}
    return {"t": "said", "text": line}


def error(reason: str) -> dict[str, object]:
    """The message that says to a page what was wrong with its last one."""
    return {"t": "error", "error": reason}


def hello(
    you: int,
    data: dict[str, Any],
    homes: Sequence[Sequence[object]],
    speed: float,
    others: Mapping[str, Sequence[str]] | None = None,
    only: str = "",
) -> dict[str, object]:
    """The first message to a page. `data` is the board's data file; `homes` holds id, tray,
    x and y of each tile in its tray; `speed` is board time over the time on the wall; `others`
    has the variants of each kind of board that can be played on instead; `only` says why there is
    none."""
    return {
        "t": "hello",
        "v": VERSION,
        "you": you,
        "name": data["name"],
        "rows": data["rows"],
        "columns": data["columns"],
        "fromFront": bool(data.get("rows_from_front")),
        "ledsPerCell": data["leds"]["per_cell"],
        "palette": {
            "colours": palette.COLOURS.hex(),
            "movements": palette.MOVEMENTS.decode(),
        },
        "plate": data["plate"],
        "tile": data["tile"],
        "homes": homes,
        "speed": speed,
        "longest": LONGEST_MESSAGE,
        "others": others or {},
        "only": only,
    }
