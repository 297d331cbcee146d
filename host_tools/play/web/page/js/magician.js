// Magician Chess on the page: white and black pieces, and holes in the board. The board senses only the
// colour in a cell; the piece follows from the game.

import { t } from "./language.js";
import { OUTLINES } from "./magician_outlines.js";
import { placeOf } from "./words.js";

const SIZE = 7;
const NONE = "-";
const HOLE = "X";
const START = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR";
const NAMES = { k: "king", r: "rook", n: "knight", m: "magician", p: "pawn" };
const COLOURS = ["white", "black"];
// Names of the pieces by owner, and of the pieces a pawn may become.
const TITLES = [
  { k: t("white king"), r: t("white rook"), n: t("white knight"), m: t("white magician"), p: t("white pawn"), "": t("white spare tile") },
  { k: t("black king"), r: t("black rook"), n: t("black knight"), m: t("black magician"), p: t("black pawn"), "": t("black spare tile") },
];
const KINDS = { r: t("rook"), n: t("knight"), m: t("magician") };
const PROMOTED = "rnm"; // pieces a pawn may become
const TO_MOVE = ["K", "k"]; // show who is to move, in the editor
const CORNERS = { A: ["R", 0, 6], G: ["R", 6, 6], a: ["r", 0, 0], g: ["r", 6, 0] }; // rook, column, row
const HOMES = { K: [3, 6], k: [3, 0] };
const STEP = /^([a-g][1-7])?(@?)([a-g][1-7])?(x?)([a-g][1-7])?([rnm]?)$/; // a move, or a part of one

function ownerOf(letter) {
  return letter === letter.toUpperCase() ? 0 : 1;
}

// Rank 7 comes first and is farthest from the buttons.
function cellsOf(position) {
  const ranks = position.split(" ")[0].replaceAll("/", "");
  return [...ranks.replace(/\d/g, (count) => NONE.repeat(Number(count)))];
}

function cellOf(name) {
  const { row, column } = placeOf(name, magician);
  return row * SIZE + column;
}

function picture(piece) {
  const { outline, cuts } = OUTLINES[NAMES[piece]] ?? {};
  return outline ? `<path class="solid" d="${outline}"/><path class="cut" d="${cuts.join("")}"/>` : "";
}

// A pit with three arms that curve inwards.
function pit() {
  const arm = "M2.5 0C4.5 -5.5 11 -6 14.6 -3.2C10.5 -4 6.5 -2 5.5 2Z";
  return [0, 120, 240].map((turn) => `<path class="arm" transform="rotate(${turn})" d="${arm}"/>`).join("");
}

export const magician = {
  name: "magician",
  title: "Magician Chess",
  rows: SIZE,
  columns: SIZE,
  fromFront: true,
  rules: "standard",
  empty: `${START} w AGag - 0 1`,
  about: t("Chess on a board with nine holes that magicians move."),
  ruleSets: {
    standard: t("A king is also in check when a spell could drop it into a hole."),
    immune: t("Spells do nothing to kings."),
  },
  sides: [t("White"), t("Black")],
  acts: { lift: t("act|Move"), give: t("act|Choose") },
  unit: [t("turn"), t("turns")],
  things: t("pieces"),
  turning: false,
  alike: false,
  codes: [t("empty"), t("side|white"), t("side|white"), t("side|black"), t("side|black"), t("unclear")],
  help: t("White pieces are drawn in outline on a light tile, black ones filled on a dark tile. A hat is a magician. For a spell, drag a hole to where it goes. At a real board set the magician on the hole; then set it down where the hole goes, or take away the piece there and the magician goes home. A piece beside a hole in a magician's reach is carried when you move it onto the hole."),
  unknown: t("No result is proved yet."),
  guesses: true,
  sparse: true,
  sheet: true,
  cellsOf,

  tileAt(letter) {
    if (letter === NONE) return null;
    return letter === HOLE ? { hole: true, up: true } : { owner: ownerOf(letter), piece: letter.toLowerCase(), up: true };
  },

  tileName({ owner, piece, hole, checked }) {
    if (hole) return t("hole");
    const name = TITLES[owner][piece ?? ""];
    return checked ? t("{name}, in check", { name }) : name;
  },

  look({ owner, piece, hole }) {
    if (hole) return { className: "pit", faces: `<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/>${pit()}</svg>` };
    const disc = '<circle class="body" r="16"/><circle class="bevel" r="15.6"/>';
    const rim = owner === 0 ? '<circle class="rim" r="14.3"/>' : '<circle class="rim" r="14.6"/><circle class="rim" r="13.4"/>';
    return {
      className: `${COLOURS[owner]}-piece`,
      faces: `<svg class="up" viewBox="-16 -16 32 32">${disc}${rim}${picture(piece)}</svg><svg class="down" viewBox="-16 -16 32 32">${disc}<circle class="rim" r="9"/></svg>`,
    };
  },

  trayName(owner, place) {
    return owner === 0 ? t("white tray, place {n}", { n: place + 1 }) : t("black tray, place {n}", { n: place + 1 });
  },

  layout(position) {
    return cellsOf(position).map((letter) => (letter === NONE || letter === HOLE ? NONE : "Uu"[ownerOf(letter)])).join("");
  },

  // The cells with holes.
  holesOf(position) {
    return cellsOf(position).flatMap((letter, cell) => (letter === HOLE ? [cell] : []));
  },

  // The spells among these moves that move a hole, by target cell; for each cell the one that drops the
  // piece there comes last.
  spells(moves, hole) {
    const found = new Map();
    for (const move of moves) {
      const [, , spell, from, drops, to] = STEP.exec(move);
      if (!spell || cellOf(from) !== hole) continue;
      const there = found.get(cellOf(to)) ?? [];
      found.set(cellOf(to), [...there, { move, drops: Boolean(drops) }].sort((one, other) => one.drops - other.drops));
    }
    return found;
  },

  // The number of moves before a position.
  plyOf(position) {
    const [, turn, , , , number] = position.split(" ");
    return 2 * (parseInt(number, 10) - 1) + (turn === "b" ? 1 : 0);
  },

  // "move c2 to c4", "spell: hole d4 to e4, drop the piece there"; for a spell also its parts.
  stepWords(step) {
    const [, first, spell, second, drops, third, promoted] = STEP.exec(step);
    const piece = promoted && t("promote to {piece}", { piece: KINDS[promoted] });
    const cells = { first, second, third };
    if (spell && !third) return t("spell: the magician on {first} at the hole on {second}", cells);
    if (spell) return drops ? t("spell: hole {second} to {third}, drop the piece there", cells) : t("spell: hole {second} to {third}", cells);
    if (second) return [t("move {first} to {second}", cells), piece].filter(Boolean).join(", ");
    if (third) return t("drop the piece on {third}", cells);
    return piece || t("set the magician on {first}", cells);
  },

  turnWords(move, side) {
    const [, cell, spell, to, drops, end, promoted] = STEP.exec(move);
    const values = { side: this.sides[side], cell, to, end, piece: KINDS[promoted] };
    if (spell) return drops ? t("{side} moves the hole from {to} to {end} and drops the piece there.", values) : t("{side} moves the hole from {to} to {end}.", values);
    return promoted ? t("{side} moves {cell} to {to} and promotes to {piece}.", values) : t("{side} moves {cell} to {to}.", values);
  },

  // A piece or a hole, from its letter.
  signs(name, side) {
    const [letter] = name;
    if (!"KRNMH".includes(letter)) return [name];
    const tile = letter === "H" ? { hole: true, up: true } : { owner: side, piece: letter.toLowerCase(), up: true };
    return [{ text: letter, tile }, name.slice(1)];
  },

  // A whole spell is drawn as the way of its hole: who casts it matters less.
  stepAt(step) {
    const [first, , second, , third] = STEP.exec(step).slice(1);
    const [to, from] = [third, second, first].filter(Boolean);
    if (!to) return null;
    return from ? { ...placeOf(to, magician), from: placeOf(from, magician) } : placeOf(to, magician);
  },

  // The piece a pawn becomes.
  choices: {
    brief: true,
    count: 3,
    columns: 3,
    first: 23,
    title: t("The pawn becomes"),
    may: t("may be chosen"),
    name: (number) => KINDS[PROMOTED[number]],
    letter: (number) => PROMOTED[number],
    tile: (number, { turn }) => ({ owner: turn, piece: PROMOTED[number], up: true }),
    move: (number) => PROMOTED[number],
    place: () => "",
  },

  editor: {
    brushes: [..."KRNMPkrnmp", HOLE, NONE],
    spots: [t("to move")],
    unique: false,
    keys: { ...Object.fromEntries([..."KRNMPkrnmp"].map((letter) => [letter, letter])), x: HOLE, X: HOLE },
    blank: "3k3/3X3/X5X/X2X2X/X5X/3X3/3K3 w - - 0 1",
    words: t("Choose a piece or a hole, then its cells; the cell at the bottom left sets who is to move. Keys: `K` `R` `N` `M` `P` with Shift white, without black; `X` hole; `Del` empty."),
    label: t("Cells of the position, and who is to move. Arrow keys move; Enter puts down; K, R, N, M and P put a black piece, with Shift a white one; X puts a hole; Delete takes away."),

    lettersOf(position) {
      return [...cellsOf(position), TO_MOVE[Number(position.split(" ")[1] === "b")]];
    },

    // Castling rights follow from the cells of kings and rooks.
    positionOf(letters) {
      const cells = letters.slice(0, -1);
      const at = ([column, row]) => cells[row * SIZE + column];
      const stay = Object.entries(CORNERS).filter(([, [rook, column, row]]) => at([column, row]) === rook && at(HOMES[rook === "R" ? "K" : "k"]) === (rook === "R" ? "K" : "k"));
      const rows = Array.from({ length: SIZE }, (_, row) => cells.slice(row * SIZE, (row + 1) * SIZE).join("").replace(/-+/g, (run) => run.length));
      return `${rows.join("/")} ${"wb"[ownerOf(letters.at(-1))]} ${stay.map(([letter]) => letter).join("") || NONE} ${NONE} 0 1`;
    },
  },

  // A cell holds what the board says if the colour matches. The other tiles are the rest of a set: each
  // stays what it was if that piece is left. A set has one tile without a piece.
  identify(tiles, state) {
    if (state?.game !== this.name || typeof state.position !== "string") return [];
    const before = tiles.map((tile) => tile.piece);
    const letters = cellsOf(state.position);
    for (const owner of [0, 1]) {
      const left = cellsOf(START).flatMap((letter) => (letter !== NONE && letter !== HOLE && ownerOf(letter) === owner ? [letter.toLowerCase()] : []));
      const take = (piece) => left.includes(piece) && Boolean(left.splice(left.indexOf(piece), 1));
      const free = [];
      for (const tile of tiles.filter((each) => each.owner === owner)) {
        const letter = letters[tile.heads ?? (tile.held ? null : tile.cell)] ?? NONE;
        if (letter === NONE || letter === HOLE || ownerOf(letter) !== owner) free.push(tile);
        else take((tile.piece = letter.toLowerCase()));
      }
      const others = free.filter((tile) => !take(tile.piece));
      for (const tile of others) tile.piece = left.shift() ?? "";
    }
    return tiles.filter((tile, number) => tile.piece !== before[number]);
  },
};
