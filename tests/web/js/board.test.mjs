import assert from "node:assert/strict";
import test from "node:test";

import { element, markup, page } from "./browser.mjs";

const { drawBoard, drawHoles, drawLast } = await page("board");

const HELLO = { rows: 1, columns: 2, plate: { pitch_mm: 40, well_diameter_mm: 34, ring_inner_mm: 36, ring_outer_mm: 40 }, tile: { diameter_mm: 32 } };
const VIEW = { left: -30, top: -40, right: 80, bottom: 90, plate: { left: -25, top: -25, right: 65, bottom: 40 }, slots: [] };

const drawn = (hello = HELLO, view = VIEW) => {
  const svg = element("svg");
  drawBoard(svg, hello, view);
  return svg;
};

test("the plate has its edges, a light ring and a well for each cell, and names", () => {
  const svg = drawn();
  assert.equal(svg.attributes.viewBox, "-30 -40 110 130");
  assert.deepEqual(svg.children.slice(1).map(markup), ['<rect x="-25" width="90" height="65" rx="9" y="-20" class="cast" filter="url(#soft)"></rect>', '<rect x="-25" width="90" height="65" rx="9" y="-20" class="plate-side"></rect>', '<rect x="-25" width="90" height="65" rx="9" y="-25" fill="url(#plate-top)" class="plate-top"></rect>', '<rect x="-24.3" y="-24.3" width="88.6" height="63.6" rx="8.4" class="plate-bevel"></rect>', '<circle cx="0" cy="0" r="19" stroke-width="2" class="diffuser"></circle>', '<circle cx="0" cy="0" r="17" fill="url(#cell-floor)" class="cell"></circle>', '<circle cx="40" cy="0" r="19" stroke-width="2" class="diffuser"></circle>', '<circle cx="40" cy="0" r="17" fill="url(#cell-floor)" class="cell"></circle>', '<text x="0" y="-17.8" class="label">a</text>', '<text x="40" y="-17.8" class="label">b</text>', '<text x="-19.8" y="1.6" class="label">1</text>']);
});

test("plate, trays, wells and places are shaded", () => {
  assert.deepEqual(drawn().children[0].children.map(markup), ['<linearGradient id="plate-top" x1="0" y1="0" x2="0.25" y2="1"><stop offset="0" class="plate-light"></stop><stop offset="1" class="plate-dark"></stop></linearGradient>', '<linearGradient id="tray-top" x1="0" y1="0" x2="0.25" y2="1"><stop offset="0" class="wood-light"></stop><stop offset="1" class="wood-dark"></stop></linearGradient>', '<radialGradient id="cell-floor" cx="0.53" cy="0.6" r="0.6"><stop offset="0" class="cell-lit"></stop><stop offset="0.7" class="cell-mid"></stop><stop offset="0.88" class="cell-mid"></stop><stop offset="1" class="cell-deep"></stop></radialGradient>', '<radialGradient id="slot-floor" cx="0.53" cy="0.6" r="0.6"><stop offset="0" class="slot-mid"></stop><stop offset="0.78" class="slot-mid"></stop><stop offset="1" class="slot-deep"></stop></radialGradient>', '<filter id="soft" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="5"></feGaussianBlur></filter>']);
});

test("a tray lies around its places, the farther one is drawn first", () => {
  const slots = [{ tray: 0, at: { x: 0, y: 70 }, size: 1 }, { tray: 0, at: { x: 36, y: 70 }, size: 1 }, { tray: 1, at: { x: 10, y: -50 }, size: 0.5 }];
  assert.deepEqual(drawn(HELLO, { ...VIEW, slots }).children.slice(1, 10).map(markup), ['<rect x="-2" width="24" height="24" rx="12" y="-59" class="cast" filter="url(#soft)"></rect>', '<rect x="-2" width="24" height="24" rx="12" y="-59.5" class="tray-side"></rect>', '<rect x="-2" width="24" height="24" rx="12" y="-62" fill="url(#tray-top)" class="tray-top"></rect>', '<circle cx="10" cy="-50" r="9.2" fill="url(#slot-floor)" class="slot"></circle>', '<rect x="-20" width="76" height="40" rx="20" y="53" class="cast" filter="url(#soft)"></rect>', '<rect x="-20" width="76" height="40" rx="20" y="52.5" class="tray-side"></rect>', '<rect x="-20" width="76" height="40" rx="20" y="50" fill="url(#tray-top)" class="tray-top"></rect>', '<circle cx="0" cy="70" r="17.2" fill="url(#slot-floor)" class="slot"></circle>', '<circle cx="36" cy="70" r="17.2" fill="url(#slot-floor)" class="slot"></circle>']);
});

test("names are larger on a large board, rows are counted as the board says", () => {
  const names = (more) => drawn({ ...HELLO, ...more }).children.filter(({ tag }) => tag === "text").map(({ attributes, textContent }) => [attributes.class, textContent]);
  assert.deepEqual(names({ columns: 4 })[0], ["label", "a"]);
  assert.deepEqual(names({ columns: 5, rows: 2 }).slice(-2), [["label large", "1"], ["label large", "2"]]);
  assert.deepEqual(names({ rows: 2, fromFront: true }).slice(-2), [["label", "2"], ["label", "1"]]);
});

test("drawing again replaces what was there", () => {
  const svg = drawn();
  const count = svg.children.length;
  drawBoard(svg, HELLO, VIEW);
  assert.equal(svg.children.length, count);
});

test("holes are drawn in their cells, instead of those before", () => {
  const svg = element("svg");
  const game = { look: ({ hole }) => ({ className: hole ? "pit" : "", faces: '<svg class="up"></svg>' }) };
  drawHoles(svg, { ...HELLO, columns: 3 }, game, [1, 5]);
  assert.deepEqual(svg.children.map(markup), ['<g id="holes"><g class="pit"><svg class="up" x="23" y="-17" width="34" height="34"></svg></g><g class="pit"><svg class="up" x="63" y="23" width="34" height="34"></svg></g></g>']);
  drawHoles(svg, HELLO, game, []);
  assert.deepEqual(svg.children.map(markup), ['<g id="holes"></g>']);
});

test("the last move has corners around its cells: closed where something came, open where it went", () => {
  const svg = element("svg");
  drawLast(svg, { ...HELLO, columns: 2 }, [{ cell: 3, gone: false }, { cell: 0, gone: true }]);
  assert.deepEqual(svg.children[0].children.map(markup), ['<path d="M51.4 58.4L58.4 58.4L58.4 51.4" class="come"></path>', '<path d="M28.6 58.4L21.6 58.4L21.6 51.4" class="come"></path>', '<path d="M28.6 21.6L21.6 21.6L21.6 28.6" class="come"></path>', '<path d="M51.4 21.6L58.4 21.6L58.4 28.6" class="come"></path>', '<path d="M15.6 18.4L18.4 18.4L18.4 15.6" class="gone"></path>', '<path d="M-15.6 18.4L-18.4 18.4L-18.4 15.6" class="gone"></path>', '<path d="M-15.6 -18.4L-18.4 -18.4L-18.4 -15.6" class="gone"></path>', '<path d="M15.6 -18.4L18.4 -18.4L18.4 -15.6" class="gone"></path>']);
  drawLast(svg, HELLO, []);
  assert.deepEqual(svg.children.map(markup), ['<g id="last-move"></g>']);
});
