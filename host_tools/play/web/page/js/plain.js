// What a game on the page has by default: tiles of two owners, steps named by cells. A module of
// its own gives only what differs; a game without one is drawn by this alone.
//
// Positions: `1_` or `2_` for who is to act, then the cells row by row: x or U the first player's
// tile, D with its down side up, o or u the second's, d with its down side up, - empty. Steps:
// `a3` places, `a3a2` moves, `a3off` leaves the board; chance rolls `r3`; `again` and `pass` are choices.

import { face } from "./art.js";
import { t } from "./language.js";
import { placeOf } from "./words.js";

const NONE = "-";
const FIRST = "xUD";
const DOWN = "Dd";
const NAMES = [t("sun tile"), t("moon tile")];
// By owner: with the down side up, and with the up side.
const SIDED = [
  [t("sun tile, down side"), t("sun tile, up side")],
  [t("moon tile, down side"), t("moon tile, up side")],
];
export const ROLL = /^r(\d+)$/;
const OFF = /^([a-z]\d+)off$/;
const STEP = /^([a-z]\d+)([a-z]\d+)?$/;

// `start`: the position that the game begins from, where that is not an empty board.
export function plain(name, rows, columns, start) {
  const cells = rows * columns;
  const blank = `1_${NONE.repeat(cells)}`;
  const cellsOf = (position) => Array.from({ length: cells }, (_, cell) => position[2 + cell] ?? NONE);
  return {
    name,
    title: name,
    rows,
    columns,
    empty: start ?? blank,
    about: "",
    sides: [t("Sun"), t("Moon")],
    acts: { lift: t("act|Move"), give: t("act|Choose") },
    unit: [t("turn"), t("turns")],
    things: t("tiles"),
    turning: false,
    alike: false,
    codes: [t("empty"), t("sun up"), t("sun down"), t("moon up"), t("moon down"), t("unclear")],
    help: t("Sun tiles are the first player's, moon tiles the second's. A filled picture is the up side, an outline the down side."),
    cellsOf,

    tileAt(letter) {
      return letter === NONE ? null : { owner: FIRST.includes(letter) ? 0 : 1, up: !DOWN.includes(letter) };
    },

    tileName({ owner, up }) {
      return this.turning ? SIDED[owner][Number(up)] : NAMES[owner];
    },

    look({ owner }) {
      return { className: `owner-${owner}`, faces: face(owner, true) + face(owner, false) };
    },

    trayName(owner, place) {
      return owner === 0 ? t("first player's tray, place {n}", { n: place + 1 }) : t("second player's tray, place {n}", { n: place + 1 });
    },

    layout(position) {
      return cellsOf(position).map((letter) => ({ x: "U", o: "u" })[letter] ?? letter).join("");
    },

    // "move a3 to a2", "place on a3".
    stepWords(step) {
      const [, first, second] = STEP.exec(step) ?? [];
      if (ROLL.test(step)) return t("roll {n}", { n: ROLL.exec(step)[1] });
      if (OFF.test(step)) return t("take {cell} off the board", { cell: OFF.exec(step)[1] });
      if (!first) return { again: t("roll once more"), pass: t("pass") }[step] ?? step;
      return second ? t("move {first} to {second}", { first, second }) : t("place on {cell}", { cell: first });
    },

    turnWords(move, side) {
      const [, cell, to] = STEP.exec(move) ?? [];
      const values = { side: this.sides[side], cell: cell ?? OFF.exec(move)?.[1], to, place: cell, move, n: ROLL.exec(move)?.[1] };
      if (values.n) return t("{side} rolls {n}.", values);
      if (OFF.test(move)) return t("{side} takes {cell} off the board.", values);
      if (move === "again") return t("{side} rolls once more.", values);
      if (move === "pass") return t("{side} passes.", values);
      if (!cell) return t("{side}: {move}", values);
      return to ? t("{side} moves {cell} to {to}.", values) : t("{side} places on {place}.", values);
    },

    signs(move) {
      return [move];
    },

    stepAt(step) {
      const [, first, second] = STEP.exec(step) ?? [];
      if (!first || ROLL.test(step)) return null;
      return second ? { ...placeOf(second, this), from: placeOf(first, this) } : placeOf(first, this);
    },

    editor: {
      blank,
      brushes: ["x", "o", NONE],
      spots: [t("to move")],
      unique: false,
      keys: { s: "x", x: "x", m: "o", o: "o" },
      words: t("Choose a tile, then its cells; the cell at the bottom left sets who is to move. Keys: `S` sun, `M` moon; `Del` empty."),
      label: t("Cells of the position, and who is to move. Arrow keys move; Enter puts down; S puts a sun tile, M a moon tile; Delete takes away."),

      lettersOf(position) {
        return [...cellsOf(position), position[0] === "2" ? "o" : "x"];
      },

      positionOf(letters) {
        return `${letters.at(-1) === "o" ? 2 : 1}_${letters.slice(0, -1).join("")}`;
      },
    },
  };
}
