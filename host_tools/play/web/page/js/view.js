// Converts millimetres on the board to pixels on the screen, and runs the drawing loop.

import { arrangements } from "./trays.js";

const LIFT = 0.2; // screen distance per millimetre of height
const PAD_MM = 2;
const MUCH = 1.08; // trays are moved only if the board then becomes larger by this factor
const LIP_MM = 15; // the strip in front of the cells that carries the buttons

export class View {
  constructor(table, scene) {
    this.table = table;
    this.scene = scene;
    this.scale = 1; // pixels per millimetre
    this.parts = [];
    this.slots = []; // of the trays: the place of each on the table (x, y) and where it is drawn
    this.rearranged = () => {}; // called when the trays have been moved
    this.covered = null; // while another position covers the board: called when the user tries to move there
    this.asked = 0;
    this.last = 0;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    new ResizeObserver(() => this.fit()).observe(table);
    // Parts that open and close on a small screen change the maximum size of the table, not its current
    // size.
    new MutationObserver(() => this.fit()).observe(document.body, { attributeFilter: ["class"] });
  }

  // What to show, from the server's hello: the plate and the trays.
  describe(hello) {
    const { plate, tile, rows, columns, homes } = hello;
    this.plate = {
      left: -plate.margin_mm,
      top: -plate.margin_mm,
      right: (columns - 1) * plate.pitch_mm + plate.margin_mm,
      bottom: (rows - 1) * plate.pitch_mm + plate.margin_mm + LIP_MM,
      lip: (rows - 1) * plate.pitch_mm + plate.margin_mm,
    };
    this.rim = plate.well_depth_mm;
    this.thickness = tile.thickness_mm;
    this.reach = 0.45 * plate.pitch_mm;
    this.radius = tile.diameter_mm / 2;
    this.ways = arrangements(homes, this.plate, this.radius, 0.9 * plate.pitch_mm);
    this.chosen = null;
    this.fit();
  }

  // Draw as large as possible, with the trays in the best layout.
  fit() {
    if (!this.ways) return;
    this.table.style.removeProperty("--tall");
    const box = this.table.getBoundingClientRect();
    const size = ({ left, right, top, bottom }) => Math.min(box.width / (right - left + 2 * PAD_MM), box.height / (bottom - top + 2 * PAD_MM));
    const best = this.ways.reduce((one, other) => (size(other) > MUCH * size(one) ? other : one));
    this.scale = Math.max(0.4, size(best));
    const [width, height] = [best.right - best.left + 2 * PAD_MM, best.bottom - best.top + 2 * PAD_MM];
    Object.assign(this, { left: best.left - PAD_MM, right: best.right + PAD_MM, top: best.top - PAD_MM, bottom: best.bottom + PAD_MM });
    this.scene.style.setProperty("--mm", `${this.scale}px`);
    this.table.style.setProperty("--tall", height / width);
    this.scene.style.width = `${width * this.scale}px`;
    this.scene.style.height = `${height * this.scale}px`;
    if (best !== this.chosen) {
      this.chosen = best;
      this.slots = best.slots;
      this.rearranged();
    }
    for (const part of this.parts) part.resized?.();
    this.wake();
  }

  // The index of the tray place at this point of the table, or null.
  slotAt(x, y) {
    const found = this.slots.findIndex((slot) => Math.abs(slot.x - x) <= this.reach && Math.abs(slot.y - y) <= this.reach);
    return found < 0 ? null : found;
  }

  // Where a point of the table is drawn, inside a tray place or not, and its scale.
  drawn(x, y, slot) {
    if (slot === null) return { ...this.inside(x, y), size: 1 };
    const { x: hx, y: hy, at, size } = this.slots[slot];
    return { x: at.x + size * (x - hx), y: at.y + size * (y - hy), size };
  }

  // The point of the table drawn at this point. A tray includes the margin around it.
  ground({ x, y }) {
    const { plate, slots, reach } = this;
    if (!slots.length || (x > plate.left && x < plate.right && y > plate.top && y < plate.bottom)) return { x, y };
    const away = ({ at }) => Math.hypot(at.x - x, at.y - y);
    const slot = slots.reduce((one, other) => (away(other) < away(one) ? other : one));
    if (away(slot) > 2 * reach) return { x, y };
    const off = (mm) => Math.min(Math.max(mm / slot.size, -reach), reach);
    return { x: slot.x + off(x - slot.at.x), y: slot.y + off(y - slot.at.y) };
  }

  // The nearest point at which a whole tile is visible: not covered by the page's texts and buttons.
  inside(x, y) {
    const between = (value, low, high) => Math.min(Math.max(value, low + this.radius), high - this.radius);
    return { x: between(x, this.left, this.right), y: between(y, this.top, this.bottom) };
  }

  // Pixels from the corner of the scene for a point on the board; z is the height above the cell floor.
  x(mm) {
    return (mm - this.left) * this.scale;
  }

  y(mm, z = this.rim) {
    return (mm - this.top - (z - this.rim) * LIFT) * this.scale;
  }

  // The point of the drawn surface under a pointer event.
  point(event) {
    const box = this.scene.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / this.scale + this.left,
      y: (event.clientY - box.top) / this.scale + this.top,
    };
  }

  // Parts may have draw(seconds), which returns true while they need to be redrawn.
  add(part) {
    this.parts.push(part);
    return part;
  }

  wake() {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    const seconds = Math.min(0.1, Math.max(0.001, (now - this.last) / 1000));
    this.last = now;
    this.asked = 0;
    let again = false;
    for (const part of this.parts) again = part.draw?.(seconds) || again;
    if (again) this.wake();
  }
}

export function place(element, view, left, top, right, bottom) {
  element.style.left = `${(left - view.left) * view.scale}px`;
  element.style.top = `${(top - view.top) * view.scale}px`;
  element.style.width = `${(right - left) * view.scale}px`;
  element.style.height = `${(bottom - top) * view.scale}px`;
}
