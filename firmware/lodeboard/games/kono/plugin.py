"""Four Field Kono's entry for the firmware."""

from lodeboard.games.kono.perfect import PerfectPlayer
from lodeboard.games.kono.rules import Kono, KonoSentences
from lodeboard.games.tiles import tile_plugin

PLUGIN = tile_plugin(Kono, KonoSentences, PerfectPlayer)
