// The reading of one cell over the last seconds, between the thresholds that decide it.

import { draw } from "./svg.js";

const SECONDS = 12;
const WIDTH = 340;
const HEIGHT = 170;
const LEFT = 38;
const MOST_MV = 1500;

// A square-root scale spreads values near zero, where the thresholds are close together.
const share = (mv) => Math.sign(mv) * Math.sqrt(Math.min(1, Math.abs(mv) / MOST_MV));
const y = (mv) => (HEIGHT / 2) * (1 - 0.97 * share(mv));

export class BenchChart {
  constructor(svg) {
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.bands = draw(svg, "g", {});
    this.line = draw(svg, "polyline", { class: "reading" });
    this.dot = draw(svg, "circle", { class: "now", r: 3.5, cx: -9, cy: 0 });
    this.points = [];
  }

  // `names`: labels of the bands from the top: strong and weak first kind, nothing, weak and strong
  // second kind.
  limits({ empty_mv: empty, far_mv: far, near_mv: near }, names) {
    this.bands.replaceChildren();
    const rows = [[near[0], near[1]], [far[0], far[1]], [-empty, empty], [-far[1], -far[0]], [-near[1], -near[0]]];
    rows.forEach(([low, high], index) => {
      const box = { x: LEFT, width: WIDTH - LEFT, y: y(high), height: y(low) - y(high) };
      draw(this.bands, "rect", { ...box, class: index === 2 ? "band none" : "band" });
      draw(this.bands, "text", { x: LEFT + 6, y: (y(low) + y(high)) / 2 + 4, class: "name" }, names[index]);
    });
    for (const mv of [...new Set(rows.flat())]) {
      draw(this.bands, "line", { x1: LEFT, x2: WIDTH, y1: y(mv), y2: y(mv), class: "limit" });
    }
    for (const mv of [near[1], near[0], far[0], -far[0], -near[0], -near[1]]) {
      draw(this.bands, "text", { x: LEFT - 4, y: y(mv) + 3.5, class: "scale" }, String(mv));
    }
  }

  clear() {
    this.points = [];
    this.show();
  }

  add(mv) {
    const now = performance.now() / 1000;
    this.points.push([now, mv]);
    this.points = this.points.filter(([time]) => now - time < SECONDS);
    this.show();
  }

  show() {
    const last = this.points.at(-1);
    const x = (time) => WIDTH - ((last[0] - time) / SECONDS) * (WIDTH - LEFT) - 4;
    const spots = this.points.map(([time, mv]) => [x(time).toFixed(1), y(mv).toFixed(1)]);
    this.line.setAttribute("points", spots.map((spot) => spot.join(",")).join(" "));
    this.dot.setAttribute("cx", last ? spots.at(-1)[0] : -9);
    this.dot.setAttribute("cy", last ? spots.at(-1)[1] : 0);
  }
}
