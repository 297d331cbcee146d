// xtic on the page: sixteen pieces that carry the same magnet. Which piece a disc is follows from the
// game: the piece placed is the one given.

import { t } from "./language.js";
import { PIECES, pieceFace, properties, underside } from "./pieces.js";
import { cellName } from "./words.js";

const SIZE = 4;
const NONE = "-";

function cellsOf(position) {
  return [...position.split("/")[0]];
}

function digit(piece) {
  return piece.toString(PIECES);
}

function pieceName(piece) {
  return t("piece {digit}, {properties}", { digit: digit(piece), properties: properties(piece).join(" ") });
}

export const xtic = {
  name: "xtic",
  rows: SIZE,
  columns: SIZE,
  rules: "normal",
  empty: `${NONE.repeat(SIZE * SIZE)}/${NONE}`,
  about: t("Place the piece you are given, then give one. Four alike in a line lose."),
  ruleSets: {
    normal: t("Lines are rows, columns and the two diagonals."),
    nodiags: t("Lines are rows and columns."),
    torus: t("Lines are rows, columns and all diagonals, which wrap around the edges."),
  },
  picture: "-3--c--a-5f---0-/-",
  sides: [t("First player"), t("Second player")],
  unit: [t("step"), t("steps")],
  things: t("pieces"),
  turning: false,
  alike: true,
  codes: [t("empty"), t("a piece"), t("face down"), t("foreign magnet"), t("foreign magnet"), t("unclear")],
  help: t("To give a piece, click it in the legend or in its tray, or go there by keyboard and press Enter. Black pieces are filled, brown ones have a grain; vertical ones stand, horizontal ones lie; hollow ones have a hole; square ones have corners."),
  cellsOf,

  handOf(position) {
    const letter = position.split("/")[1];
    return letter === NONE ? null : parseInt(letter, PIECES);
  },

  tileAt(letter) {
    return letter === NONE ? null : { piece: parseInt(letter, PIECES), up: true };
  },

  tileName({ piece, up }) {
    return up ? pieceName(piece) : t("a piece face down");
  },

  look({ piece }) {
    return { className: "shared", faces: pieceFace(piece) + underside() };
  },

  trayName(owner, place) {
    return owner === 0 ? t("near tray, place {n}", { n: place + 1 }) : t("far tray, place {n}", { n: place + 1 });
  },

  layout(position) {
    return cellsOf(position).map((letter) => (letter === NONE ? NONE : "U")).join("");
  },

  stepWords(step) {
    return step[0] === "=" ? t("give {piece}", { piece: pieceName(parseInt(step[1], PIECES)) }) : t("place on {cell}", { cell: step });
  },

  turnWords(move, side) {
    const values = { side: this.sides[side], place: move };
    return move[0] === "=" ? t("{side} gives {piece}.", { ...values, piece: pieceName(parseInt(move[1], PIECES)) }) : t("{side} places on {place}.", values);
  },

  signs(name) {
    return [name[0] === "=" ? { text: name, tile: this.chosenBy(name) } : name];
  },

  stepAt(step) {
    return step[0] === "=" ? null : { column: step.charCodeAt(0) - 97, row: Number(step[1]) - 1 };
  },

  chosenBy(step) {
    return { piece: parseInt(step[1], PIECES), up: true };
  },

  editor: {
    brushes: [...Array.from({ length: PIECES }, (_, piece) => digit(piece)), NONE],
    spots: [t("in hand")],
    unique: true,
    keys: Object.fromEntries(Array.from({ length: PIECES }, (_, piece) => [digit(piece), digit(piece)])),
    words: t("Choose a piece, then its cell; the cell at the bottom left is the hand. Keys: `0` to `9`, `a` to `f` put a piece; `Del` empty."),
    label: t("Cells of the position, and the hand. Arrow keys move; Enter puts down; 0 to 9 and a to f put a piece; Delete takes away."),

    lettersOf(position) {
      return [...cellsOf(position), position.split("/")[1]];
    },

    positionOf(letters) {
      return `${letters.slice(0, -1).join("")}/${letters.at(-1)}`;
    },
  },

  // The board says what lies in a cell; the tile that a hand takes from beside the board is the piece
  // given.
  identify(tiles, state) {
    const before = tiles.map((tile) => tile.piece);
    const be = (tile, piece) => {
      const other = tiles.find((each) => each.piece === piece);
      if (other) other.piece = tile.piece;
      tile.piece = piece;
    };
    tiles.forEach((tile, number) => (tile.piece ??= number % PIECES));
    const letters = cellsOf(state?.position ?? this.empty);
    letters.forEach((letter, cell) => {
      const tile = letter !== NONE && tiles.find((each) => each.heads === cell || (each.cell === cell && !each.held));
      if (tile && tile.piece !== parseInt(letter, PIECES)) be(tile, parseInt(letter, PIECES));
    });
    const free = (tile) => !letters.includes(digit(tile.piece));
    const hand = state?.hand ?? null;
    const taken = hand !== null && tiles.find((tile) => tile.held && free(tile));
    if (taken && taken.piece !== hand) be(taken, hand);
    return tiles.filter((tile, number) => tile.piece !== before[number]);
  },

  choices: {
    count: PIECES,
    columns: SIZE,
    title: t("Pieces"),
    sheet: t("xtic: the pieces, each at the place of its light while one is chosen"),
    hand: t("In hand"),
    name: pieceName,
    words: properties,
    letter: digit,
    tile: (piece) => ({ piece, up: true }),
    move: (piece) => `=${digit(piece)}`,
    // Where it is, in words; "" while it has not been given.
    place(piece, state) {
      if (state.hand === piece) return t("in hand");
      const cell = cellsOf(state.position).indexOf(digit(piece));
      return cell < 0 ? "" : t("on {cell}", { cell: cellName(Math.floor(cell / SIZE), cell % SIZE, xtic) });
    },
  },
};
