// The meanings of the board's lights, for screen readers, in the order of the board's palette. The
// guide describes colours and movements.

import { t } from "./language.js";
import { CHANGING, OFF } from "./waveform.js";

const PUT = 6; // the first of four: the first player's tile up and down, then the second player's
const PUTS = 4;

const NAMES = [
  "",
  t("may be lifted"),
  t("may be set here"),
  t("may be placed here"),
  t("belongs here"),
  t("lift this"),
  t("first player's goes here, up side"),
  t("first player's goes here, down side"),
  t("second player's goes here, up side"),
  t("second player's goes here, down side"),
  t("in a line that is not locked"),
  t("in a line that is not locked, may be lifted"),
  t("in a locked line"),
  t("must not lie here"),
  t("unclear what lies here"),
  t("the board is thinking"),
  t("won"),
  t("drawn"),
  t("must be empty for measuring"),
  t("menu, a setting"),
  t("menu, the setting to change"),
  t("menu, a value"),
  t("menu, the value it has"),
  t("a fault"),
  t("coach, not known"),
  t("coach, wins"),
  t("coach, loses"),
  t("coach, draws"),
  t("choice, may be chosen"),
  t("choice, wins"),
  t("choice, loses"),
  t("choice, draws"),
  t("choice, the middle button takes it"),
  t("choice, taken"),
  t("nothing may stand here"),
  t("only the piece in hand may stand here"),
  t("under attack"),
  t("under attack, may be lifted"),
  t("put any tile here, up side, for measuring"),
  t("something cannot be saved"),
  t("menu, more values follow"),
  t("first player's time"),
  t("second player's time"),
];
// In a game without turning, a light asks for a player's tile or for the one in hand.
const FIRST = t("first player's goes here");
const SECOND = t("second player's goes here");
const ANY = t("goes here");

// "" for a dark light. `game`: the current game; `playing`: its position is shown, and not the menu.
export function lightName(meaning, game, playing = false) {
  if (meaning === OFF) return "";
  if (meaning === CHANGING) return t("the light is changing");
  if (playing && game.lights?.[meaning]) return game.lights[meaning];
  const put = meaning - PUT;
  if (put < 0 || put >= PUTS || game.turning) return NAMES[meaning];
  if (game.alike) return ANY;
  return put < 2 ? FIRST : SECOND;
}
