// Millimetres on the board to pixels on the screen, and the loop that draws.

const LIFT = 0.2; // how far up the screen a millimetre of height shows
const PAD_MM = 2;
const LIP_MM = 15; // the strip in front of the cells that carries the buttons

export class View {
  constructor(table, scene) {
    this.table = table;
    this.scene = scene;
    this.scale = 1; // pixels per millimetre
    this.parts = [];
    this.asked = 0;
    this.last = 0;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    new ResizeObserver(() => this.fit()).observe(table);
  }

  // What there is to see, from the server's hello: the plate and the trays.
  describe(hello) {
    const { plate, tile, rows, columns, homes } = hello;
    const radius = tile.diameter_mm / 2;
    const xs = homes.map((home) => home[2]);
    const ys = homes.map((home) => home[3]);
    this.plate = {
      left: -plate.margin_mm,
      top: -plate.margin_mm,
      right: (columns - 1) * plate.pitch_mm + plate.margin_mm,
      bottom: (rows - 1) * plate.pitch_mm + plate.margin_mm + LIP_MM,
      lip: (rows - 1) * plate.pitch_mm + plate.margin_mm,
    };
    this.rim = plate.well_depth_mm;
    this.thickness = tile.thickness_mm;
    this.left = Math.min(this.plate.left, ...xs.map((x) => x - radius - 3.5)) - PAD_MM;
    this.right = Math.max(this.plate.right, ...xs.map((x) => x + radius + 3.5)) + PAD_MM;
    this.top = Math.min(this.plate.top, ...ys.map((y) => y - radius - 5)) - PAD_MM;
    this.bottom = Math.max(this.plate.bottom, ...ys.map((y) => y + radius + 6)) + PAD_MM;
    this.radius = radius;
    this.fit();
  }

  // The nearest point to this one at which a tile lies on the table: not over the page's words
  // and buttons.
  onTable(x, y) {
    const between = (value, low, high) => Math.min(Math.max(value, low + this.radius), high - this.radius);
    return { x: between(x, this.left, this.right), y: between(y, this.top, this.bottom) };
  }

  fit() {
    if (this.left === undefined) return;
    const width = this.right - this.left;
    const height = this.bottom - this.top;
    const box = this.table.getBoundingClientRect();
    this.scale = Math.max(0.4, Math.min(box.width / width, box.height / height));
    this.scene.style.setProperty("--mm", `${this.scale}px`);
    this.table.style.setProperty("--tall", height / width);
    this.scene.style.width = `${width * this.scale}px`;
    this.scene.style.height = `${height * this.scale}px`;
    for (const part of this.parts) part.resized?.();
    this.wake();
  }

  // Pixels from the scene's corner of a point on the board; z is height above the cell floor.
  x(mm) {
    return (mm - this.left) * this.scale;
  }

  y(mm, z = this.rim) {
    return (mm - this.top - (z - this.rim) * LIFT) * this.scale;
  }

  // The point of the plate's surface under a pointer event.
  point(event) {
    const box = this.scene.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / this.scale + this.left,
      y: (event.clientY - box.top) / this.scale + this.top,
    };
  }

  // Parts have draw(seconds) -> true while they want to be drawn again.
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
    for (const part of this.parts) again = part.draw(seconds) || again;
    if (again) this.wake();
  }
}

export function place(element, view, left, top, right, bottom) {
  element.style.left = `${(left - view.left) * view.scale}px`;
  element.style.top = `${(top - view.top) * view.scale}px`;
  element.style.width = `${(right - left) * view.scale}px`;
  element.style.height = `${(bottom - top) * view.scale}px`;
}
