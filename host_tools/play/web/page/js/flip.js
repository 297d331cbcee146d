// Flip tiles on the page.

import { t } from "./language.js";
import { plain } from "./plain.js";
import { cellName } from "./words.js";

const SIZE = 4;
const TURNED = { U: "D", D: "U", u: "d", d: "u" };
const WAYS = { N: -SIZE, E: 1, S: SIZE, W: -1 };
const FLIPS = {
  N: (cell) => t("flip {cell} to the north", { cell }),
  E: (cell) => t("flip {cell} to the east", { cell }),
  S: (cell) => t("flip {cell} to the south", { cell }),
  W: (cell) => t("flip {cell} to the west", { cell }),
};
const TURN = /^(?:([a-d][1-4])([NESW]))?([a-d][1-4])([UD])$/;

function beside(cell, way) {
  const at = (Number(cell[1]) - 1) * SIZE + cell.charCodeAt(0) - 97 + WAYS[way];
  return cellName(Math.floor(at / SIZE), at % SIZE, flip);
}

// The letters of the cells; after half a turn, with the flip already made.
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

const shared = plain("flip", SIZE, SIZE);

export const flip = {
  ...shared,
  title: t("flip tiles"),
  about: t("Flip one of your opponent's tiles, then place one of your own."),
  rules: "magic",
  ruleSets: {
    magic: t("Three of yours in a row, the same side up, win if they still lie there on your turn."),
    eclipse: t("Three of yours in a row, the same side up, win once no cell beside them is empty."),
  },
  picture: "1_-uU--DdU-Uu--d--",
  acts: { lift: t("act|Flip"), put: t("act|Turn over") },
  turning: true,
  cellsOf,

  // "flip b2 to the east", "place on c3, up side".
  stepWords(step) {
    const cell = step.slice(0, 2);
    const last = step[2];
    if (last in FLIPS) return FLIPS[last](cell);
    return last === "U" ? t("place on {cell}, up side", { cell }) : t("place on {cell}, down side", { cell });
  },

  // Of the two ways to place on a cell.
  wayWords(step) {
    return step[2] === "U" ? t("Up side") : t("Down side");
  },

  turnWords(move, side) {
    const [, cell, way, place, up] = TURN.exec(move);
    const values = { side: this.sides[side], cell, place, to: way && beside(cell, way) };
    if (!way) return up === "U" ? t("{side} places on {place}, up side showing.", values) : t("{side} places on {place}, down side showing.", values);
    return up === "U" ? t("{side} flips {cell} to {to} and places on {place}, up side showing.", values) : t("{side} flips {cell} to {to} and places on {place}, down side showing.", values);
  },

  signs(name, side) {
    const [, cell, way, place, up] = TURN.exec(name) ?? [];
    if (!place) return [name];
    const placed = [{ text: "", tile: { owner: side, up: up === "U" } }, place, { text: up, sign: "" }];
    return way ? [{ text: "", sign: "flip" }, cell, { text: way, sign: way }, ...placed] : placed;
  },

  stepAt(step) {
    const at = { column: step.charCodeAt(0) - 97, row: Number(step[1]) - 1 };
    return step[2] in WAYS ? { ...at, way: step[2] } : { ...at, side: step[2] };
  },

  editor: {
    brushes: ["U", "D", "u", "d", "-"],
    spots: [],
    unique: false,
    // Small letters are the first player's tiles, so the first player needs no Shift.
    keys: { u: "U", d: "D", U: "u", D: "d" },
    words: t("Choose a tile, then its cells. Keys: `U` `D` sun, up and down; with Shift moon; `Del` empty. Sun is to move when the number of tiles is even."),
    label: t("Cells of the position. Arrow keys move; Enter puts down; U and D put a sun tile, with Shift a moon tile; Delete takes away."),
    lettersOf: cellsOf,

    // The player to act follows from the number of tiles.
    positionOf(letters) {
      const tiles = letters.filter((letter) => letter !== "-").length;
      return `${(tiles % 2) + 1}_${letters.join("")}`;
    },
  },
};
