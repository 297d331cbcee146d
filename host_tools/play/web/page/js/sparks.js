// Sparks at the end of a game, rising from the cells that the board has lit for the winner.

const AFTER_S = 0.7; // the board lights the line first
const LIVE_S = 1.9;
const EACH = 16; // sparks per cell
const FALL = 90; // millimetres per second per second
const APART_S = 0.14; // between two cells

export class Sparks {
  constructor(view, lights, scene) {
    Object.assign(this, { view, lights, scene });
    this.all = [];
    this.canvas = null;
  }

  // `share`: fraction of the sparks, 1 for all.
  begin(share) {
    this.waits = AFTER_S;
    this.share = share;
    this.view.wake();
  }

  // From the cells lit now, one after another.
  light() {
    const { cells } = this.lights;
    let place = 0;
    for (let number = 0; number < cells.length; number += 1) {
      const light = this.lights.colour(number);
      if (!light) continue;
      for (let k = 0; k < EACH * this.share; k += 1) this.all.push(this.spark(cells[number], light.colour, place * APART_S));
      place += 1;
    }
    if (!this.all.length) return;
    this.canvas = document.createElement("canvas");
    this.canvas.id = "sparks";
    this.canvas.setAttribute("aria-hidden", "true");
    this.scene.append(this.canvas);
    this.pen = this.canvas.getContext("2d");
    this.resized();
  }

  spark({ x, y }, colour, late) {
    const way = 2 * Math.PI * Math.random();
    const speed = 25 + 65 * Math.random();
    return { x, y, dx: speed * Math.cos(way), dy: speed * Math.sin(way) - 55, age: -late, size: 0.7 + 1.3 * Math.random(), colour: colour.map((value) => Math.round(value + (255 - value) * 0.35)).join(" ") };
  }

  resized() {
    if (!this.canvas) return;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(parseFloat(this.scene.style.width) * ratio);
    this.canvas.height = Math.round(parseFloat(this.scene.style.height) * ratio);
    this.mm = this.view.scale * ratio;
  }

  draw(seconds) {
    if (this.waits > 0) {
      this.waits -= seconds;
      if (this.waits <= 0) this.light();
      return true;
    }
    if (!this.canvas) return false;
    this.all = this.all.filter((spark) => spark.age < LIVE_S);
    if (!this.all.length) {
      this.canvas.remove();
      this.canvas = null;
      return false;
    }
    const { pen, mm, view } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(mm, 0, 0, mm, -view.left * mm, -view.top * mm);
    for (const spark of this.all) {
      spark.age += seconds;
      if (spark.age < 0) continue;
      spark.dy += FALL * seconds;
      spark.x += spark.dx * seconds;
      spark.y += spark.dy * seconds;
      const left = 1 - spark.age / LIVE_S;
      pen.fillStyle = `rgb(${spark.colour} / ${left})`;
      pen.beginPath();
      pen.arc(spark.x, spark.y, spark.size * (0.4 + 0.6 * left), 0, 2 * Math.PI);
      pen.fill();
    }
    return true;
  }
}
