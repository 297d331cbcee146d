// The mark of a step: its value by shape, letter and colour; slower results are fainter.

import { t } from "./language.js";
import { svg } from "./svg.js";

const LETTERS = { win: t("mark|W"), tie: t("mark|D"), lose: t("mark|L") };
const BEST_FIRST = ["win", "tie", "lose"];
const ANY = "any"; // side of a placement that has none
const WAYS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const SHAPES = {
  win: "M-6.2 0A6.2 6.2 0 0 1 6.2 0A6.2 6.2 0 0 1-6.2 0Z",
  tie: "M0-7.1L7.1 0L0 7.1L-7.1 0Z",
  lose: "M-5.6-5.6H5.6V5.6H-5.6Z",
  unknown: "M-4.6 0A4.6 4.6 0 0 1 4.6 0A4.6 4.6 0 0 1-4.6 0Z",
};

// Opacity of a mark: 1 for the next turn, less for more turns.
export function strength(left) {
  return left === null ? 1 : Math.max(0.25, 1 - 0.11 * (left - 1));
}

// A mark around 0, 0, about 13 mm across.
export function mark(value, left) {
  const kind = value ?? "unknown";
  const strong = kind === "unknown" ? 0 : strength(left);
  const group = svg("g", { class: `mark ${kind}${strong < 0.6 ? " faint" : ""}` });
  group.append(svg("path", { class: "back", d: SHAPES[kind] }));
  group.append(svg("path", { class: "front", d: SHAPES[kind], "fill-opacity": strong }));
  const text = kind === "unknown" ? "?" : LETTERS[kind] + (kind === "tie" || left === null ? "" : left);
  group.append(svg("text", { y: 2.2, class: text.length > 2 ? "long" : "" }, text));
  return group;
}

function at(x, y, ...children) {
  return svg("g", { transform: `translate(${x} ${y})` }, ...children);
}

function chevron(x, y, up) {
  const tip = up ? -1.9 : 1.9;
  return svg("path", { class: "side", d: `M${x - 2.6} ${y - tip / 2}L${x} ${y + tip / 2}L${x + 2.6} ${y - tip / 2}` });
}

function placements(sides) {
  if (sides[ANY]) return [at(0, 0, mark(sides[ANY][1], sides[ANY][2]))];
  const [up, down] = [sides.U, sides.D];
  if (up && down && up[1] === down[1] && up[2] === down[2]) {
    const group = at(0, 0, mark(up[1], up[2]));
    if (up[1] !== null) group.append(chevron(0, -10.2, true), chevron(0, 10.2, false));
    return [group];
  }
  const marks = [];
  const half = (y, step, isUp) => svg("g", { transform: `translate(1.6 ${y}) scale(0.92)` }, mark(step[1], step[2]), chevron(-11.4, 0, isUp));
  if (up) marks.push(half(-7.2, up, true));
  if (down) marks.push(half(7.2, down, false));
  return marks;
}

// An arrow from cell to cell, with its mark at the end.
function arrow(parent, { column, row, from }, pitch, className, sign) {
  const [across, down] = [(column - from.column) * pitch, (row - from.row) * pitch];
  const far = Math.hypot(across, down);
  const along = (mm) => [from.column * pitch + (across * mm) / far, from.row * pitch + (down * mm) / far];
  const [start, neck, tip] = [along(11), along(far - 9), along(far - 3)];
  const [halfX, halfY] = [(3.6 * down) / far, (3.6 * across) / far];
  const head = `M${neck[0] + halfX} ${neck[1] - halfY}L${tip}L${neck[0] - halfX} ${neck[1] + halfY}Z`;
  parent.append(svg("g", { class: `arrow ${className}` }, svg("path", { d: `M${start}L${neck}` }), svg("path", { class: "head", d: head })));
  if (sign) parent.append(at(...along(far - 16), svg("g", { transform: "scale(0.86)" }, sign)));
}

// The move that the board's player would choose where no value is proved.
export function drawOpinion(parent, move, pitch, game) {
  const place = game.stepAt(move);
  if (place?.from) arrow(parent, place, pitch, "opinion");
}

// The marks of all steps on the board, [step, value, turns] each. Cells are `pitch` mm apart. A
// placement is marked in its cell (chevrons: which side up), a flip in the target cell, a move by an
// arrow from cell to cell.
export function drawMarks(parent, steps, pitch, game) {
  const places = new Map();
  const best = BEST_FIRST.find((value) => steps.some((step) => step[1] === value));
  for (const step of steps) {
    const place = game.stepAt(step[0]);
    if (!place) continue;
    if (game.sparse && step[1] !== best) continue;
    if (place.from) {
      arrow(parent, place, pitch, step[1], mark(step[1], step[2]));
      continue;
    }
    const [x, y] = [place.column * pitch, place.row * pitch];
    if (place.way) {
      const [dx, dy] = WAYS[place.way];
      const near = pitch - 9.6;
      const tip = [x + dx * (near + 8), y + dy * (near + 8)];
      const half = [dy * 1.9, dx * 1.9];
      const back = [tip[0] - dx * 1.8, tip[1] - dy * 1.8];
      parent.append(svg("path", { class: "side", d: `M${back[0] - half[0]} ${back[1] - half[1]}L${tip}L${back[0] + half[0]} ${back[1] + half[1]}` }));
      const small = svg("g", { transform: "scale(0.86)" }, mark(step[1], step[2]));
      parent.append(at(x + dx * near, y + dy * near, small));
    } else {
      const key = `${place.column} ${place.row}`;
      if (!places.has(key)) places.set(key, { x, y, sides: {} });
      places.get(key).sides[place.side ?? ANY] = step;
    }
  }
  for (const { x, y, sides } of places.values()) parent.append(at(x, y, ...placements(sides)));
}
