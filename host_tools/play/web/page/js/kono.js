// Four Field Kono on the page, played with the tiles of flip tiles. Both sides of a tile mean the same.

import { face } from "./art.js";
import { t } from "./language.js";

const SIZE = 4;
const NONE = "-";
const TILES = "xo"; // by player
const NAMES = [t("sun tile"), t("moon tile")];
const MOVES = {
  N: (cell) => t("move {cell} to the north", { cell }),
  E: (cell) => t("move {cell} to the east", { cell }),
  S: (cell) => t("move {cell} to the south", { cell }),
  W: (cell) => t("move {cell} to the west", { cell }),
};
const CAPTURES = {
  N: (cell, end) => t("capture with {cell} to the north, on {end}", { cell, end }),
  E: (cell, end) => t("capture with {cell} to the east, on {end}", { cell, end }),
  S: (cell, end) => t("capture with {cell} to the south, on {end}", { cell, end }),
  W: (cell, end) => t("capture with {cell} to the west, on {end}", { cell, end }),
};

function cellsOf(position) {
  return [...position.slice(2)];
}

function placeOf(cell) {
  return { column: cell.charCodeAt(0) - 97, row: Number(cell[1]) - 1 };
}

// Origin, direction and distance.
function wayOf(step) {
  const [from, to] = [placeOf(step.slice(0, 2)), placeOf(step.slice(2))];
  const [across, down] = [to.column - from.column, to.row - from.row];
  const way = across ? (across > 0 ? "E" : "W") : down > 0 ? "S" : "N";
  return { ...from, way, far: Math.abs(across + down) };
}

export const kono = {
  name: "kono",
  title: "Four Field Kono",
  rows: SIZE,
  columns: SIZE,
  empty: `1_${"o".repeat(2 * SIZE)}${"x".repeat(2 * SIZE)}`,
  about: t("Jump over a tile of your own and capture the one behind it."),
  sides: [t("Sun"), t("Moon")],
  acts: { lift: t("act|Move") },
  unit: [t("turn"), t("turns")],
  things: t("tiles"),
  turning: false,
  alike: false,
  codes: [t("empty"), t("sun"), t("sun"), t("moon"), t("moon"), t("unclear")],
  help: t("Sun tiles are the first player's, moon tiles the second's. It does not matter which side is up. A tile steps to an empty cell beside it, or jumps over a tile of its own side and captures the opponent's tile right behind."),
  cellsOf,

  tileAt(letter) {
    return letter === NONE ? null : { owner: TILES.indexOf(letter), up: true };
  },

  tileName({ owner }) {
    return NAMES[owner];
  },

  look({ owner }) {
    return { className: `owner-${owner}`, faces: face(owner, true) + face(owner, false) };
  },

  trayName(owner, place) {
    return owner === 0 ? t("first player's tray, place {n}", { n: place + 1 }) : t("second player's tray, place {n}", { n: place + 1 });
  },

  layout(position) {
    return cellsOf(position).map((letter) => ({ x: "U", o: "u", [NONE]: NONE })[letter]).join("");
  },

  // "move b2 to the east", "capture with b4 to the north, on b2".
  stepWords(step) {
    const { way, far } = wayOf(step);
    const cell = step.slice(0, 2);
    return far > 1 ? CAPTURES[way](cell, step.slice(2)) : MOVES[way](cell);
  },

  turnWords(move, side) {
    const values = { side: this.sides[side], cell: move.slice(0, 2), to: move.slice(2) };
    return wayOf(move).far > 1 ? t("{side} captures on {to} with the tile from {cell}.", values) : t("{side} moves {cell} to {to}.", values);
  },

  signs(name) {
    const { way, far } = wayOf(name);
    return [name.slice(0, 2), { text: "", sign: far > 1 ? "x" : way }, name.slice(2)];
  },

  // The mark of a capture points from the tile that is jumped over to the captured tile.
  stepAt(step) {
    const { column, row, way, far } = wayOf(step);
    const [across, down] = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] }[way];
    return { column: column + across * (far - 1), row: row + down * (far - 1), way };
  },

  editor: {
    blank: `1_${NONE.repeat(SIZE * SIZE)}`,
    brushes: [...TILES, NONE],
    spots: [t("to move")],
    unique: false,
    keys: { s: "x", x: "x", m: "o", o: "o" },
    words: t("Choose a tile, then its cells; the cell at the bottom left sets who is to move. Keys: `S` sun, `M` moon; `Del` empty."),
    label: t("Cells of the position, and who is to move. Arrow keys move; Enter puts down; S puts a sun tile, M a moon tile; Delete takes away."),

    lettersOf(position) {
      return [...cellsOf(position), TILES[Number(position[0]) - 1]];
    },

    positionOf(letters) {
      return `${letters.at(-1) === TILES[1] ? 2 : 1}_${letters.slice(0, -1).join("")}`;
    },
  },
};
