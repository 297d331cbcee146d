// A position drawn flat, for looking at and not for playing on.

import { face } from "./art.js";
import { drawMarks } from "./marks.js";
import { svg } from "./svg.js";
import { cellName, tileName } from "./words.js";

const PITCH = 40;
const SIZE = 4;
const TURNED = { U: "D", D: "U", u: "d", d: "u" };
const WAYS = { N: -SIZE, E: 1, S: SIZE, W: -1 };

// The letters of the cells, row by row; of half a turn, with its flip made.
export function lettersOf(position) {
  const [text, flip] = position.split(";");
  const letters = [...text.slice(2)];
  if (flip) {
    const from = (Number(flip[1]) - 1) * SIZE + flip.charCodeAt(0) - 97;
    letters[from + WAYS[flip[2]]] = TURNED[letters[from]];
    letters[from] = "-";
  }
  return letters;
}

export function tileOf(letter) {
  return letter === "-" ? null : { owner: "UD".includes(letter) ? 0 : 1, up: "Uu".includes(letter) };
}

// One tile's picture, `across` wide with its middle at x, y.
export function picture(letter, x, y, across) {
  const { owner, up } = tileOf(letter);
  const group = svg("g", { class: `owner-${owner}` });
  const box = `x="${x - across / 2}" y="${y - across / 2}" width="${across}" height="${across}"`;
  group.innerHTML = face(owner, up).replace("<svg ", `<svg ${box} `);
  return group;
}

// The position in words, for people who listen.
export function positionWords(position) {
  const parts = lettersOf(position).map((letter, cell) => {
    const tile = tileOf(letter);
    return tile && `${cellName(Math.floor(cell / SIZE), cell % SIZE)} ${tileName(tile)}`;
  });
  return parts.filter(Boolean).join("; ") || "The board is empty";
}

// `steps`: marks to draw, as in a study; `changed`: cells (0 to 15) to point out.
export function diagram(position, steps = [], changed = []) {
  const from = -PITCH / 2 - 7;
  const across = SIZE * PITCH + 10;
  const whole = svg("svg", { class: "diagram", viewBox: `${from} ${from} ${across} ${across}`, role: "img", "aria-label": positionWords(position) });
  whole.append(svg("rect", { class: "ground", x: from, y: from, width: across, height: across, rx: 9 }));
  for (let line = 0; line < SIZE; line += 1) {
    whole.append(svg("text", { class: "label", x: line * PITCH, y: -PITCH / 2 - 1 }, String.fromCharCode(97 + line)));
    whole.append(svg("text", { class: "label", x: -PITCH / 2 - 3, y: line * PITCH + 1.6 }, String(line + 1)));
  }
  lettersOf(position).forEach((letter, cell) => {
    const [x, y] = [(cell % SIZE) * PITCH, Math.floor(cell / SIZE) * PITCH];
    whole.append(svg("circle", { class: changed.includes(cell) ? "hollow changed" : "hollow", cx: x, cy: y, r: 17.6 }));
    if (letter !== "-") whole.append(picture(letter, x, y, 31));
  });
  const marks = svg("g", { class: "marks" });
  drawMarks(marks, steps, PITCH);
  whole.append(marks);
  return whole;
}

// The cells that differ between two positions.
export function changes(before, after) {
  const [was, now] = [lettersOf(before), lettersOf(after)];
  return now.flatMap((letter, cell) => (letter === was[cell] ? [] : [cell]));
}
