// Flip tiles on the page.

import { face } from "./art.js";

const SIZE = 4;
const OWNERS = ["sun tile", "moon tile"];
const TURNED = { U: "D", D: "U", u: "d", d: "u" };
const WAYS = { N: -SIZE, E: 1, S: SIZE, W: -1 };
const DIRECTIONS = { N: "north", E: "east", S: "south", W: "west" };
const FLIP_ONLY = /^[a-d][1-4][NESW]$/;

// The letters of the cells; of half a turn, with its flip made.
function cellsOf(position) {
  const [text, flipped] = position.split(";");
  const letters = [...text.slice(2)];
  if (flipped) {
    const from = (Number(flipped[1]) - 1) * SIZE + flipped.charCodeAt(0) - 97;
    letters[from + WAYS[flipped[2]]] = TURNED[letters[from]];
    letters[from] = "-";
  }
  return letters;
}

export const flip = {
  name: "flip",
  title: "flip tiles",
  rows: SIZE,
  columns: SIZE,
  about: "Flip one of your opponent's tiles, then place one of your own. Three of yours in a row, the same side up, win.",
  rules: "magic",
  empty: `1_${"-".repeat(SIZE * SIZE)}`,
  sides: ["Sun", "Moon"],
  unit: ["turn", "turns"],
  thing: "tile",
  turning: true,
  alike: false,
  codes: ["empty", "sun up", "sun down", "moon up", "moon down", "unclear"],
  help: "Sun tiles are the first player's, moon tiles the second's. A filled picture is the up side, an outline the down side.",
  cellsOf,

  tileAt(letter) {
    return letter === "-" ? null : { owner: "UD".includes(letter) ? 0 : 1, up: "Uu".includes(letter) };
  },

  tileName({ owner, up }) {
    return `${OWNERS[owner]}, ${up ? "up" : "down"} side`;
  },

  look({ owner }) {
    return { className: `owner-${owner}`, faces: face(owner, true) + face(owner, false) };
  },

  trayName(owner, place) {
    return `${owner === 0 ? "first" : "second"} player's tray, place ${place + 1}`;
  },

  layout(position) {
    return position.slice(2).split(";")[0];
  },

  // The board cannot be set up in the middle of a turn.
  isWhole(move) {
    return !FLIP_ONLY.test(move);
  },

  // "flip b2 to the east", "place on c3, up side".
  stepWords(step) {
    const cell = step.slice(0, 2);
    const last = step[2];
    return last in DIRECTIONS ? `flip ${cell} to the ${DIRECTIONS[last]}` : `place on ${cell}, ${last === "U" ? "up" : "down"} side`;
  },

  stepAt(step) {
    const at = { column: step.charCodeAt(0) - 97, row: Number(step[1]) - 1 };
    return step[2] in WAYS ? { ...at, way: step[2] } : { ...at, side: step[2] };
  },

  editor: {
    brushes: ["U", "D", "u", "d", "-"],
    spots: [],
    unique: false,
    // Small letters are the first player's tiles: no Shift for those who begin.
    keys: { u: "U", d: "D", U: "u", D: "d" },
    words: "Choose a tile, then the cells it goes to. Keys: `U` `D` sun, up and down; with Shift moon; `Del` empty. Sun is to move when the number of tiles is even.",
    label: "Cells of the position. Arrow keys move; Enter puts down; U and D put a sun tile, with Shift a moon tile; Delete takes away.",
    lettersOf: cellsOf,

    // The player to act follows from the number of tiles.
    positionOf(letters) {
      const tiles = letters.filter((letter) => letter !== "-").length;
      return `${(tiles % 2) + 1}_${letters.join("")}`;
    },
  },
};
