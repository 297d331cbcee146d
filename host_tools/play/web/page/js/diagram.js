// A position drawn flat, for viewing only.

import { faceOf } from "./faces.js";
import { t } from "./language.js";
import { drawMarks, drawOpinion, mark } from "./marks.js";
import { svg } from "./svg.js";
import { cellName, rowName } from "./words.js";

export const PITCH = 40; // distance between cells in the drawing's units
const IN_ROW = 8; // pieces per row below the board
const SMALL = 20;
const FEW = 4; // columns; a board this small is drawn large

function spotName(game, index) {
  const { rows, columns } = game;
  return game.editor.spots[index - rows * columns] ?? cellName(Math.floor(index / columns), index % columns, game);
}

// The position in words, for screen readers.
export function positionWords(position, game) {
  const parts = game.editor.lettersOf(position).map((letter, index) => {
    const tile = game.tileAt(letter);
    return tile && `${spotName(game, index)} ${game.tileName(tile)}`;
  });
  return parts.filter(Boolean).join("; ") || t("The board is empty");
}

// The cells of a board with their names and contents; `changed`: indices of cells to highlight.
export function drawCells(parent, position, game, changed = []) {
  const { rows, columns } = game;
  const label = columns > FEW ? "label large" : "label";
  for (let column = 0; column < columns; column += 1) {
    parent.append(svg("text", { class: label, x: column * PITCH, y: -PITCH / 2 - 1 }, String.fromCharCode(97 + column)));
  }
  for (let row = 0; row < rows; row += 1) {
    parent.append(svg("text", { class: label, x: -PITCH / 2 - 2.6, y: row * PITCH + 2 }, rowName(row, game)));
  }
  game.cellsOf(position).forEach((letter, cell) => {
    const [x, y] = [(cell % columns) * PITCH, Math.floor(cell / columns) * PITCH];
    parent.append(svg("circle", { class: changed.includes(cell) ? "hollow changed" : "hollow", cx: x, cy: y, r: 17.6 }));
    if (letter !== "-") parent.append(faceOf(game, game.tileAt(letter), 31, x, y));
  });
}

// The marks of steps, as in a study; `opinion`: a move to mark as one.
export function drawValues(parent, steps, opinion, game) {
  const marks = svg("g", { class: "marks" });
  drawMarks(marks, steps, PITCH, game);
  if (opinion) drawOpinion(marks, opinion, PITCH, game);
  parent.append(marks);
  return marks;
}

// `steps`: marks to draw, as in a study; `changed`: indices of cells to highlight; `opinion`: a move to
// mark as one.
export function diagram(position, game, steps = [], changed = [], opinion = null) {
  const from = -PITCH / 2 - 7;
  const { rows, columns } = game;
  const cells = rows * columns;
  const across = columns * PITCH + 10;
  const down = rows * PITCH + 10;
  const letters = game.editor.lettersOf(position);
  const gifts = game.choices ? steps.filter(([step]) => !game.stepAt(step)) : [];
  const below = down + (letters.length > cells && !gifts.length ? PITCH : 0);
  const high = below + Math.ceil(gifts.length / IN_ROW) * SMALL;
  const whole = svg("svg", { class: "diagram", viewBox: `${from} ${from} ${across} ${high}`, role: "img", "aria-label": positionWords(position, game) });
  whole.append(svg("rect", { class: "ground", x: from, y: from, width: across, height: high, rx: 9 }));
  drawCells(whole, position, game, changed);
  letters.slice(cells).forEach((letter, index) => {
    if (gifts.length) return;
    const [x, y] = [index * PITCH, rows * PITCH];
    whole.append(svg("circle", { class: "hollow", cx: x, cy: y, r: 17.6 }));
    whole.append(svg("text", { class: `${columns > FEW ? "label large" : "label"} beside`, x: x + PITCH / 2 + 2, y: y + 1.6 }, spotName(game, cells + index)));
    if (letter !== "-") whole.append(faceOf(game, game.tileAt(letter), 31, x, y));
  });
  const marks = drawValues(whole, steps, opinion, game);
  gifts.forEach((gift, number) => {
    const [x, y] = [from + 5 + SMALL * (0.5 + (number % IN_ROW)), from + below + SMALL * (Math.floor(number / IN_ROW) + 0.4)];
    marks.before(faceOf(game, game.chosenBy(gift[0]), 17, x, y));
    marks.append(svg("g", { transform: `translate(${x + 4.5} ${y + 5.5}) scale(0.62)` }, mark(gift[1], gift[2])));
  });
  return whole;
}

// The cells that differ between two positions.
export function changes(before, after, game) {
  const [was, now] = [game.cellsOf(before), game.cellsOf(after)];
  return now.flatMap((letter, cell) => (letter === was[cell] ? [] : [cell]));
}
