// The faces of the sixteen pieces. Each property shows by its shape, none needs colour: black is
// filled, brown has a grain between light and dark; vertical ones stand, horizontal ones lie; hollow
// ones have a hole; square ones have corners.

import { t } from "./language.js";

const BROWN = 8;
const VERTICAL = 4;
const HOLLOW = 2;
const SQUARE = 1;

const WORDS = [
  [BROWN, t("brown"), t("black")],
  [VERTICAL, t("vertical"), t("horizontal")],
  [HOLLOW, t("hollow"), t("solid")],
  [SQUARE, t("square"), t("round")],
];

// Half sizes in mm of a horizontal piece.
const LONG = { square: 11.2, round: 12.8 };
const SHORT = { square: 7.2, round: 8 };
const HOLE = { square: 3.7, round: 4.2 };
const GRAIN = [-4.5, -1.5, 1.5, 4.5]; // mm from the middle

export const PIECES = 16;

// "brown, vertical, solid, round".
export function properties(piece) {
  return WORDS.map(([bit, set, clear]) => (piece & bit ? set : clear));
}

function outline(square, className, along, across) {
  if (square) return `<rect class="${className}" x="${-along}" y="${-across}" width="${2 * along}" height="${2 * across}" rx="0.6"/>`;
  return `<ellipse class="${className}" rx="${along}" ry="${across}"/>`;
}

function grain(square, along, across) {
  return GRAIN.map((y) => {
    const half = (square ? along : along * Math.sqrt(1 - (y / across) ** 2)) - 1.5;
    return `<path class="grain" d="M${-half.toFixed(2)} ${y}H${half.toFixed(2)}"/>`;
  }).join("");
}

// The piece alone around 0, 0, about 26 mm across.
export function shape(piece) {
  const square = Boolean(piece & SQUARE);
  const kind = square ? "square" : "round";
  const [along, across] = [LONG[kind], SHORT[kind]];
  const parts = [outline(square, "solid", along, across)];
  if (piece & BROWN) parts.push(grain(square, along, across));
  if (piece & HOLLOW) parts.push(outline(square, "hole", HOLE[kind], HOLE[kind]));
  const turn = piece & VERTICAL ? ' transform="rotate(90)"' : "";
  return `<g class="${piece & BROWN ? "brown" : "black"}"${turn}>${parts.join("")}</g>`;
}

// The markup of a face of the disc that carries the piece.
export function pieceFace(piece) {
  return `<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/>${shape(piece)}</svg>`;
}

// Its underside, the same for all pieces.
export function underside() {
  return '<svg class="down" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="groove" r="9"/></svg>';
}
