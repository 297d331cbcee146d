// The games of the page, one module each, which gives what differs from plain.js. A game without a
// module is drawn by that alone. The rest of the page takes everything game-specific from them:
//
//   name, empty        as the board's state messages call it; the position games begin from
//   title              what people call it, where that is not its name
//   rows, columns      of the board that it is played on
//   fromFront          true where its rows are counted from the buttons
//   rules              its usual rule set
//   sides, unit        what the players are called; what the way to the end is counted in
//   acts               optional: the short words for what the board asks, where they differ
//   signs(name, side)  a move as it is written, in parts: text as it is, and { text, sign } or
//                      { text, tile } with a sign or a small tile drawn in place of the text
//   turnWords(move, side)    a move in a sentence; `move` as the board has it
//   things, turning    what lies in the cells; whether hands turn it over
//   alike              whether all tiles carry the same magnet
//   tileAt(letter)     the tile that a letter of a position stands for, or null
//   tileName(tile)     what it is called, for people who listen
//   look(tile)         the class of its element and the markup of its faces, 32 mm across
//   trayName(owner, place)   the places that tiles have beside the board
//   cellsOf(position)  the letters of the cells, row by row
//   layout(position)   the same in the letters of a "lay" message
//   stepWords(step)    a step in words
//   stepAt(step)       its place { column, row, way, side } on the board, or null; with `from`, a
//                      { column, row } too, it is drawn as an arrow
//   chosenBy(step)     for a step with no place: the tile that it chooses
//   codes              what the sensors' six codes are called, nothing first
//   help               how tiles differ, in a sentence
//   editor             for positions set up by hand: `brushes` (letters), `spots` (names of places
//                      beside the cells), `unique` (whether a letter lies in one place only),
//                      `keys` (letter by key), `words`, `label`, `blank` (the position of an
//                      empty board where games do not begin from it), and lettersOf(position),
//                      positionOf(letters), which run through the cells and then the spots
//   identify(tiles, state)   optional: where all tiles carry the same magnet, which is which;
//                      sets `piece` of each and returns those for which it changed; a tile that
//                      `heads` for a cell is what the position has there
//   holesOf(position)  optional: the cells that are holes, by number; tileAt gives a hole as a tile
//   handOf(position)   optional: the number of the piece in the hand, or null
//   spells(moves, hole)  optional: of legal moves those that move the hole of a cell, by the cell that it
//                      goes to a list of { move, drops }
//   sparse             optional: true where only the best steps that are known are marked
//   lights             optional: what a light means while this game is played, by its number in the
//                      board's palette, where that differs
//   unknown, guesses   optional: what is said of a position that is not known; whether the board's
//                      player is asked then for what it would choose
//   about              what the game is, in a short sentence
//   ruleSets           optional, for a game with several: a sentence of each by its name
//   picture            optional: the position of its picture, where that is not `empty`
//   sheet, plyOf(position)   optional: true where records are written in lines of two, and how many
//                      moves there were before a position; there, the tile whose `piece` is "k"
//                      is shown in check
//   choices            optional, for games in which something is chosen and not laid: how many
//                      there are (`count`, in rows of `columns`), `title`, `sheet` (that of the
//                      printed legend), `hand` (what is said of the one in the hand) and, of each by
//                      number, name(n), words(n) (a list), letter(n), tile(n) to draw, move(n) that
//                      chooses it, place(n, state): where it is now. With `brief` they are only there
//                      while one is to be chosen, and nothing is in a hand; `first`: the cell of the
//                      board's menu that stands for the first; `may`: what is said of those left

import { flip } from "./flip.js";
import { kono } from "./kono.js";
import { t } from "./language.js";
import { lap } from "./lap.js";
import { magician } from "./magician.js";
import { plain } from "./plain.js";
import { placeOf } from "./words.js";
import { xtic } from "./xtic.js";

// The tiles alone, for a board without a game: sensor codes but no moves.
function tilesOf({ things, turning, alike, codes, help, tileName, look, trayName }) {
  return { name: "", things, turning, alike, codes, help, tileName, look, trayName };
}

const GAMES = { "": tilesOf(flip), flip, xtic, kono, magician, lap };
const OWN = Object.keys(GAMES).filter(Boolean); // in the order in which they are offered
let board = { rows: 0, columns: 0 };
let plains = {}; // made for this board, by name
let own = null; // draws the games from outside that bring a drawing
let drawings = {};
const faults = {};
// By name: the positions that games from outside begin from.
const starts = JSON.parse(document.querySelector('meta[name="starts"]')?.content || "{}");

async function loadDrawings() {
  const names = document.querySelector('meta[name="drawings"]')?.content;
  if (!names) return;
  own = await import(new URL("drawings.js", document.baseURI));
  drawings = await own.loadAll(names.split(" "));
}

await loadDrawings().catch(console.warn);

// The board that games without a module are drawn for, from its hello.
export function describe({ rows, columns }) {
  if (rows !== board.rows || columns !== board.columns) plains = {};
  board = { rows, columns };
}

// These games in the order in which they are offered, those without a module last.
export function inOrder(names) {
  return [...OWN.filter((name) => names.includes(name)), ...new Set(names.filter((name) => name && !OWN.includes(name)))];
}

// The number of a game among those in the menu of a board, -1 where it has none.
export function variantOf(menu, { game, rules }) {
  const names = menu.find(({ field }) => field === "variant")?.values ?? [];
  return names.indexOf(rules ? `${game} (${rules})` : game);
}

// Display names, where they differ from the internal name.
export function titleOf(name) {
  return GAMES[name]?.title;
}

// The module of a game by its name; flip tiles until the board has named its game. The module of a
// board without a game has only tiles: no positions, moves or editor. A game without a module is a
// plain one of the size of the board.
export function gameOf(name) {
  if (name === undefined) return flip;
  if (Object.hasOwn(GAMES, name)) return GAMES[name];
  plains[name] ??= drawn(plain(name, board.rows, board.columns, starts[name]));
  return plains[name];
}

function drawn(shared) {
  const { name } = shared;
  const failed = (error) => {
    console.warn(error);
    faults[name] ??= t("The drawing of {name} has a fault: {error}", { name, error: error.message });
  };
  return drawings[name] ? own.drawn(shared, drawings[name], { t, placeOf }, failed) : shared;
}

// What is wrong with the drawing of a game, once; "" if nothing new.
export function faultOf(name) {
  const fault = faults[name] ?? "";
  if (fault) faults[name] = "";
  return fault;
}
