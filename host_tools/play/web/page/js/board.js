// The fixed parts: the plate with its cells, and the trays.

import { faceOf } from "./faces.js";
import { draw } from "./svg.js";
import { rowName } from "./words.js";

const THICK_MM = 5; // visible height of the plate's front edge
const SMALL = 4; // columns; up to this size labels stay at normal size

function gradient(parent, id, kind, attributes, stops) {
  const element = draw(parent, kind, { id, ...attributes });
  for (const [offset, name] of stops) draw(element, "stop", { offset, class: name });
}

function definitions(svg) {
  const defs = draw(svg, "defs", {});
  const down = { x1: 0, y1: 0, x2: 0.25, y2: 1 };
  gradient(defs, "plate-top", "linearGradient", down, [[0, "plate-light"], [1, "plate-dark"]]);
  gradient(defs, "tray-top", "linearGradient", down, [[0, "wood-light"], [1, "wood-dark"]]);
  const bowl = { cx: 0.53, cy: 0.6, r: 0.6 };
  gradient(defs, "cell-floor", "radialGradient", bowl, [[0, "cell-lit"], [0.7, "cell-mid"], [0.88, "cell-mid"], [1, "cell-deep"]]);
  gradient(defs, "slot-floor", "radialGradient", bowl, [[0, "slot-mid"], [0.78, "slot-mid"], [1, "slot-deep"]]);
  const soft = draw(defs, "filter", { id: "soft", x: "-20%", y: "-20%", width: "140%", height: "150%" });
  draw(soft, "feGaussianBlur", { stdDeviation: 5 });
}

function tray(svg, slots, radius) {
  const r = radius * slots[0].size;
  const xs = slots.map(({ at }) => at.x);
  const ys = slots.map(({ at }) => at.y);
  const left = Math.min(...xs) - r - 4;
  const top = Math.min(...ys) - r;
  const box = { x: left, width: Math.max(...xs) + r + 4 - left, height: Math.max(...ys) + r + 8 - top, rx: r + 4 };
  draw(svg, "rect", { ...box, y: top - 1, class: "cast", filter: "url(#soft)" });
  draw(svg, "rect", { ...box, y: top - 1.5, class: "tray-side" });
  draw(svg, "rect", { ...box, y: top - 4, fill: "url(#tray-top)", class: "tray-top" });
  for (const { at } of slots) {
    draw(svg, "circle", { cx: at.x, cy: at.y, r: r + 1.2, fill: "url(#slot-floor)", class: "slot" });
  }
}

function cells(svg, hello) {
  const { plate, rows, columns } = hello;
  const ring = (plate.ring_inner_mm + plate.ring_outer_mm) / 4;
  const width = (plate.ring_outer_mm - plate.ring_inner_mm) / 2;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = { cx: column * plate.pitch_mm, cy: row * plate.pitch_mm };
      draw(svg, "circle", { ...at, r: ring, "stroke-width": width, class: "diffuser" });
      draw(svg, "circle", { ...at, r: plate.well_diameter_mm / 2, fill: "url(#cell-floor)", class: "cell" });
    }
  }
}

function labels(svg, hello, view) {
  const { plate, rows, columns } = hello;
  const name = columns > SMALL ? "label large" : "label";
  for (let column = 0; column < columns; column += 1) {
    const at = { x: column * plate.pitch_mm, y: view.plate.top + 7.2 };
    draw(svg, "text", { ...at, class: name }, String.fromCharCode(97 + column));
  }
  for (let row = 0; row < rows; row += 1) {
    const at = { x: view.plate.left + 5.2, y: row * plate.pitch_mm + 1.6 };
    draw(svg, "text", { ...at, class: name }, rowName(row, hello));
  }
}

export function drawBoard(svg, hello, view) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `${view.left} ${view.top} ${view.right - view.left} ${view.bottom - view.top}`);
  definitions(svg);
  const radius = hello.tile.diameter_mm / 2;
  for (const owner of [1, 0]) {
    const slots = view.slots.filter((slot) => slot.tray === owner);
    if (slots.length) tray(svg, slots, radius);
  }
  const { left, top, right, bottom } = view.plate;
  const box = { x: left, width: right - left, height: bottom - top, rx: 9 };
  draw(svg, "rect", { ...box, y: top + 5, class: "cast", filter: "url(#soft)" });
  draw(svg, "rect", { ...box, y: top + THICK_MM, class: "plate-side" });
  draw(svg, "rect", { ...box, y: top, fill: "url(#plate-top)", class: "plate-top" });
  const inset = { x: left + 0.7, y: top + 0.7, width: right - left - 1.4, height: bottom - top - 1.4, rx: 8.4 };
  draw(svg, "rect", { ...inset, class: "plate-bevel" });
  cells(svg, hello);
  labels(svg, hello, view);
}

// The holes of a game that has them: `cells` by index, drawn by the game's module.
export function drawHoles(svg, hello, game, cells) {
  svg.querySelector("#holes")?.remove();
  const { plate, columns } = hello;
  const at = (cell) => [(cell % columns) * plate.pitch_mm, Math.floor(cell / columns) * plate.pitch_mm];
  const group = draw(svg, "g", { id: "holes" });
  group.append(...cells.map((cell) => faceOf(game, { hole: true, up: true }, plate.well_diameter_mm, ...at(cell))));
}

// Mark the last move with corners around each changed cell: closed if something was placed there, open
// if something was removed. `changes`: { cell, gone }.
export function drawLast(svg, hello, changes) {
  svg.querySelector("#last-move")?.remove();
  const { plate, columns } = hello;
  const group = draw(svg, "g", { id: "last-move" });
  for (const { cell, gone } of changes) {
    const [x, y] = [(cell % columns) * plate.pitch_mm, Math.floor(cell / columns) * plate.pitch_mm];
    for (const [right, down] of [[1, 1], [-1, 1], [-1, -1], [1, -1]]) {
      const at = (mm) => plate.pitch_mm / 2 - mm;
      const point = (across, along) => `${x + right * at(across)} ${y + down * at(along)}`;
      const [edge, leg] = [1.6, gone ? 4.4 : 8.6];
      draw(group, "path", { d: `M${point(leg, edge)}L${point(edge, edge)}L${point(edge, leg)}`, class: gone ? "gone" : "come" });
    }
  }
}
