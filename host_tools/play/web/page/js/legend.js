// The printed legend of choices, a sheet beside the board: the size of the plate, with each choice at
// the place of its cell, with its digit and its words. It uses the page's own pictures.

import { faceOf } from "./faces.js";
import { t } from "./language.js";
import { svg } from "./svg.js";
import { cellName, rowName } from "./words.js";

const FACE_MM = 24;
const CHECK_MM = 100;
const STYLES = ["fill", "stroke", "stroke-width"];

function text(x, y, size, words, more = {}) {
  return svg("text", { x, y, "font-size": size, "text-anchor": "middle", fill: "#000", ...more }, words);
}

function one(game, number, columns, pitch) {
  const { letter, tile, words } = game.choices;
  const [column, row] = [number % columns, Math.floor(number / columns)];
  const [x, y] = [column * pitch, row * pitch];
  const half = pitch / 2;
  const [first, ...rest] = words(number);
  return svg(
    "g",
    { "data-cell": cellName(row, column, game) },
    svg("rect", { x: x - half, y: y - half, width: pitch, height: pitch, fill: "none", stroke: "#777", "stroke-width": 0.3 }),
    faceOf(game, tile(number), FACE_MM, x, y - 5),
    text(x - half + 4, y - half + 6.5, 6, letter(number), { "font-weight": "bold" }),
    text(x, y + 12.4, 3.5, `${first} ${rest[0]}`),
    text(x, y + 16.9, 3.5, rest.slice(1).join(" ")),
  );
}

function borders(game, plate) {
  const { choices, rows, columns } = game;
  const { pitch_mm: pitch, margin_mm: margin } = plate;
  const [right, bottom] = [(columns - 1) * pitch + margin, (rows - 1) * pitch + margin];
  const size = { width: right + margin, height: bottom + margin };
  const check = (right - margin - CHECK_MM) / 2;
  const line = bottom - 6.6;
  return [
    svg("rect", { x: -margin, y: -margin, ...size, fill: "#fff" }),
    svg("rect", { x: 0.2 - margin, y: 0.2 - margin, width: size.width - 0.4, height: size.height - 0.4, rx: 4, fill: "none", stroke: "#777", "stroke-width": 0.4 }),
    text((right - margin) / 2, 5 - margin, 3.6, choices.sheet),
    ...Array.from({ length: columns }, (_, column) => text(column * pitch, 9.2 - margin, 3, cellName(0, column, game)[0])),
    ...Array.from({ length: rows }, (_, row) => text(6 - margin, row * pitch, 3, rowName(row, game))),
    svg("path", { d: `M${check} ${line - 1.5}v3M${check} ${line}h${CHECK_MM}m0 -1.5v3`, fill: "none", stroke: "#000", "stroke-width": 0.3 }),
    text((right - margin) / 2, bottom - 2, 3, t("Print at 100 %: this line is then {mm} mm long, and the sheet has the size of the board.", { mm: CHECK_MM })),
  ];
}

// Copy the page's styles into the drawing, so that it looks the same without them.
function keepStyles(drawing) {
  for (const shape of drawing.querySelectorAll("[class]:is(circle, ellipse, rect, path)")) {
    const style = getComputedStyle(shape);
    for (const name of STYLES) shape.setAttribute(name, style.getPropertyValue(name).replace(/px$/, ""));
  }
}

// Draw the sheet in `place`, an element of the page. `hello`: the properties of the board.
export function lay(place, game, hello) {
  const { rows, columns, plate } = hello;
  const { choices } = game;
  const sheet = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    width: `${(columns - 1) * plate.pitch_mm + 2 * plate.margin_mm}mm`,
    height: `${(rows - 1) * plate.pitch_mm + 2 * plate.margin_mm}mm`,
    viewBox: `${-plate.margin_mm} ${-plate.margin_mm} ${(columns - 1) * plate.pitch_mm + 2 * plate.margin_mm} ${(rows - 1) * plate.pitch_mm + 2 * plate.margin_mm}`,
    "font-family": "Inter, Helvetica, Arial, sans-serif",
  });
  sheet.append(svg("title", {}, choices.sheet), ...borders(game, plate));
  sheet.append(...Array.from({ length: choices.count }, (_, number) => one(game, number, columns, plate.pitch_mm)));
  place.replaceChildren(sheet);
  keepStyles(sheet);
}

// Print only the sheet.
export function print(place, game, hello) {
  lay(place, game, hello);
  document.body.classList.add("sheet-only");
  addEventListener("afterprint", () => document.body.classList.remove("sheet-only"), { once: true });
  window.print();
}
