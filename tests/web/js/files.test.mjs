// What the page saves and prints: pictures, animations, reviews, the legend.

import assert from "node:assert/strict";
import test from "node:test";

import { element, markup, outer, page } from "./browser.mjs";

const { lay, print } = await page("legend");
const { reviewFile } = await page("reviewfile");
const { gameOf } = await page("games");

const HELLO = { rows: 4, columns: 4, plate: { pitch_mm: 40, margin_mm: 30 } };
const SMALL = { rows: 1, columns: 2, look: () => ({ className: "x", faces: '<svg class="up"><circle class="body" r="16"/></svg>' }), choices: { count: 2, letter: (number) => `${number}`, tile: () => ({ up: true }), words: () => ["black", "vertical", "solid", "round"], sheet: "The pieces" } };

test("the legend is a sheet of the size of the board, each piece at the place of its light", () => {
  const place = element();
  lay(place, SMALL, { rows: 1, columns: 2, plate: { pitch_mm: 40, margin_mm: 30 } });
  const [sheet] = place.children;
  assert.deepEqual(sheet.attributes, { xmlns: "http://www.w3.org/2000/svg", width: "100mm", height: "60mm", viewBox: "-30 -30 100 60", "font-family": "Inter, Helvetica, Arial, sans-serif" });
  assert.deepEqual(sheet.children.map(markup), ["<title>The pieces</title>", '<rect x="-30" y="-30" width="100" height="60" fill="#fff"></rect>', '<rect x="-29.8" y="-29.8" width="99.6" height="59.6" rx="4" fill="none" stroke="#777" stroke-width="0.4"></rect>', '<text x="20" y="-25" font-size="3.6" text-anchor="middle" fill="#000">The pieces</text>', '<text x="0" y="-20.8" font-size="3" text-anchor="middle" fill="#000">a</text>', '<text x="40" y="-20.8" font-size="3" text-anchor="middle" fill="#000">b</text>', '<text x="-24" y="0" font-size="3" text-anchor="middle" fill="#000">1</text>', '<path d="M-30 21.9v3M-30 23.4h100m0 -1.5v3" fill="none" stroke="#000" stroke-width="0.3"></path>', '<text x="20" y="28" font-size="3" text-anchor="middle" fill="#000">Print at 100 %: this line is then 100 mm long, and the sheet has the size of the board.</text>', '<g data-cell="a1"><rect x="-20" y="-20" width="40" height="40" fill="none" stroke="#777" stroke-width="0.3"></rect><g class="x"><svg class="up" x="-12" y="-17" width="24" height="24"><circle class="body" r="16" fill="fill" stroke="stroke" stroke-width="stroke-width"></circle></svg></g><text x="-16" y="-13.5" font-size="6" text-anchor="middle" fill="#000" font-weight="bold">0</text><text x="0" y="12.4" font-size="3.5" text-anchor="middle" fill="#000">black vertical</text><text x="0" y="16.9" font-size="3.5" text-anchor="middle" fill="#000">solid round</text></g>', '<g data-cell="b1"><rect x="20" y="-20" width="40" height="40" fill="none" stroke="#777" stroke-width="0.3"></rect><g class="x"><svg class="up" x="28" y="-17" width="24" height="24"><circle class="body" r="16" fill="fill" stroke="stroke" stroke-width="stroke-width"></circle></svg></g><text x="24" y="-13.5" font-size="6" text-anchor="middle" fill="#000" font-weight="bold">1</text><text x="40" y="12.4" font-size="3.5" text-anchor="middle" fill="#000">black vertical</text><text x="40" y="16.9" font-size="3.5" text-anchor="middle" fill="#000">solid round</text></g>']);
});

test("a second row lies below, a larger sheet has the rows' names", () => {
  const place = element();
  const xtic = gameOf("xtic");
  lay(place, xtic, HELLO);
  const [sheet] = place.children;
  const cells = sheet.children.filter(({ attributes }) => attributes["data-cell"]);
  assert.deepEqual([cells.length, cells[5].attributes["data-cell"], cells[5].children[0].attributes.x, cells[5].children[0].attributes.y], [16, "b2", 20, 20]);
  assert.equal(sheet.attributes.viewBox, "-30 -30 180 180");
  assert.deepEqual(cells[5].children.slice(2).map(({ textContent }) => textContent), ["5", "black vertical", "solid square"]);
});

test("the sheet looks the same without the page's styles", () => {
  globalThis.getComputedStyle = () => ({ getPropertyValue: (name) => ({ fill: "red", stroke: "none", "stroke-width": "0.5px" })[name] });
  const place = element();
  lay(place, SMALL, HELLO);
  const styled = place.querySelectorAll("[stroke-width='0.5']");
  assert.deepEqual(styled.map(({ tag, attributes }) => [tag, attributes.fill, attributes.stroke]), [["circle", "red", "none"], ["circle", "red", "none"]]);
});

test("only the sheet is printed", () => {
  let seen = null;
  globalThis.print = () => (seen = document.body.classes.has("sheet-only"));
  print(element(), SMALL, HELLO);
  assert.equal(seen, true);
  outer.handlers.afterprint[0]();
  assert.ok(!document.body.classes.has("sheet-only"));
});

test("a review has the game's data and a text for browsers without scripts", async () => {
  globalThis.fetch = async (address) => ({ ok: address === "review.html", text: async () => "<title>@title@</title><p>@summary@</p><pre>@plain@</pre>@data@ @other@" });
  const file = await reviewFile({ course: { moves: ["a", "b"] }, text: "</script>" }, { title: "A & B", rules: "magic", plain: '<1> "x"' });
  assert.equal(file.type, "text/html");
  assert.equal(await file.text(), '<title>A &#38; B</title><p>A &#38; B (magic); moves: 2. Only proved values are shown.</p><pre>&#60;1&#62; &#34;x&#34;</pre>{"course":{"moves":["a","b"]},"text":"\\u003c/script>"} @other@');
  const bare = await reviewFile({ course: { moves: [] } }, { title: "Kono", rules: "", plain: "" });
  assert.match(await bare.text(), /<p>Kono; moves: 0\./);
  globalThis.fetch = async () => ({ ok: false, status: 404 });
  await assert.rejects(reviewFile({}, {}), /review.html: status 404/);
});

// A drawing that the browser can turn into pixels.
const did = [];
globalThis.XMLSerializer = class {
  serializeToString(node) {
    return markup(node);
  }
};
globalThis.Image = class {
  async decode() {
    did.push(["decode", this.src]);
  }
};
const files = [];
Object.assign(URL, { createObjectURL: (file) => (files.push(file), `blob:${files.length}`), revokeObjectURL: (address) => did.push(["gone", address]) });
element().constructor.prototype.cloneNode = function cloneNode() {
  const copy = element(this.tag);
  for (const [name, value] of Object.entries(this.attributes)) copy.setAttribute(name, value);
  copy.append(...this.children.map((child) => child.cloneNode?.() ?? child));
  return copy;
};
element().constructor.prototype.toBlob = function toBlob(made, type) {
  made(new Blob([`${this.width} ${this.height}`], { type }));
};
const every = element().constructor.prototype.querySelectorAll;
element().constructor.prototype.querySelectorAll = function querySelectorAll(what) {
  return what === "*" ? this.within : every.call(this, what);
};
Object.defineProperty(element().constructor.prototype, "viewBox", {
  get() {
    const [, , width, height] = this.attributes.viewBox.split(" ").map(Number);
    return { baseVal: { width, height } };
  },
});

test("a picture of a drawing has its size and its styles", async () => {
  const { drawn, photo, save } = await page("photo");
  globalThis.getComputedStyle = (node) => ({ fill: `fill of ${node.tag}`, getPropertyValue: (name) => `${name} of ${node.tag}` });
  const drawing = element("svg");
  drawing.setAttribute("viewBox", "0 0 100 33");
  drawing.append(element("rect"));
  const canvas = await drawn(drawing, 480, "white");
  assert.deepEqual([canvas.width, canvas.height, canvas.getContext().strokes.map(([name, ...of]) => [name, ...of.filter((value) => typeof value !== "object")])], [480, 158, [["fillStyle=", "white"], ["fillRect", 0, 0, 480, 158], ["drawImage", 0, 0]]]);
  const text = await files.at(-1).text();
  assert.match(text, /^<svg viewBox="0 0 100 33" display="block" fill="fill of svg".* width="480" height="158"><rect display="display of rect".*text-anchor="text-anchor of rect"><\/rect><\/svg>$/);
  assert.deepEqual([files.at(-1).type, did, Object.keys(drawing.attributes)], ["image/svg+xml", [["decode", "blob:1"], ["gone", "blob:1"]], ["viewBox"]]);
  const bare = await drawn(drawing, 10);
  assert.ok(!bare.getContext().strokes.some(([name]) => name === "fillRect"));
  const png = await photo(drawing);
  assert.deepEqual([await png.text(), png.type], ["960 317", "image/png"]);
  did.length = 0;
  const links = [];
  const { createElement } = document;
  document.createElement = (tag) => Object.assign(element(tag), { click() { links.push([this.tag, this.href, this.download]); } });
  save(png, "flip-1.png");
  document.createElement = createElement;
  assert.deepEqual([links, did], [[["a", `blob:${files.length}`, "flip-1.png"]], [["gone", `blob:${files.length}`]]]);
});

test("a game as an animation has a picture of each position, the last one longest", async () => {
  const { animation } = await page("animation");
  const frames = [];
  globalThis.encoder = () => ({ writeFrame: (pixels, width, height, { palette, delay }) => frames.push([pixels, width, height, palette, delay]), finish: () => frames.push("finish"), bytes: () => new Uint8Array([71, 73, 70]) });
  const encoder = "data:text/javascript,export const GIFEncoder = () => globalThis.encoder(); export const quantize = (data, count) => data + ' in ' + count; export const applyPalette = (data, palette) => data + ' by ' + palette";
  const { URL: plain } = globalThis;
  globalThis.URL = Object.assign(function (name, base) { return name === "gifenc/gifenc.js" ? new String(encoder) : new plain(name, base); }, { createObjectURL: plain.createObjectURL, revokeObjectURL: plain.revokeObjectURL });
  const pen = element().constructor.prototype.getContext;
  element().constructor.prototype.getContext = function getContext() {
    return { drawImage() {}, fillRect() {}, getImageData: (...of) => ({ width: of[2], height: of[3], data: `pixels ${of}` }) };
  };
  const place = element();
  const drawings = [];
  const replace = place.replaceChildren.bind(place);
  place.replaceChildren = (...children) => (drawings.push(children.map((child) => child.querySelectorAll(".changed").length)), replace(...children));
  const game = { ...SMALL, choices: undefined, cellsOf: (position) => [...position], tileAt: (letter) => (letter === "-" ? null : { up: true }), tileName: () => "tile", editor: { spots: [], lettersOf: (position) => [...position].slice(0, 2) } };
  const file = await animation({ positions: ["--;", "U-", "UU"] }, game, place);
  element().constructor.prototype.getContext = pen;
  globalThis.URL = plain;
  assert.deepEqual([frames, drawings], [[["pixels 0,0,480,267 by pixels 0,0,480,267 in 64", 480, 267, "pixels 0,0,480,267 in 64", 1000], ["pixels 0,0,480,267 by pixels 0,0,480,267 in 64", 480, 267, "pixels 0,0,480,267 in 64", 1000], ["pixels 0,0,480,267 by pixels 0,0,480,267 in 64", 480, 267, "pixels 0,0,480,267 in 64", 3000], "finish"], [[0], [1], [1], []]]);
  assert.deepEqual([file.type, await file.text(), place.children], ["image/gif", "GIF", []]);
});
