// The chart of a game: who wins, and how soon, position by position.

import { t } from "./language.js";
import { sentence, winner } from "./verdicts.js";
import { svg } from "./svg.js";

const WIDE = 320;
const HIGH = 152;
const LEFT = 1;
const RIGHT = 319;
const MIDDLE = 76;
const TOP = 15;
const REACH = 48; // from the middle line to a won position
const FARTHEST = 12; // turns; wins further off are drawn nearest to the middle

function height(who, left) {
  if (who === null || who === undefined) return MIDDLE;
  const near = 1 - 0.72 * Math.min(left ?? FARTHEST, FARTHEST) / FARTHEST;
  return MIDDLE + (who === 0 ? -1 : 1) * REACH * near;
}

function dot(x, y, who, left) {
  if (who === undefined) return [svg("text", { class: "unknown", x, y: y + 3.6 }, "?")];
  const shape = who === null ? svg("path", { class: "draw", d: `M${x} ${y - 5}l5 5l-5 5l-5-5z` }) : svg("circle", { class: `side-${who}`, cx: x, cy: y, r: 4.4 });
  if (who === null || !left) return [shape];
  return [shape, svg("text", { class: "left", x, y: y + (who === 0 ? -7 : 14) }, String(left))];
}

// `course`: a record as the server sends it; studies[k]: what is known of its k-th position;
// `choose(k)` is called on a click on a position; `game`: the game's module.
export function chart(course, studies, index, choose, game) {
  const last = course.positions.length - 1;
  const step = last ? (RIGHT - LEFT - 16) / last : 0;
  const place = (number) => LEFT + 8 + number * step;
  const whole = svg("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
  const words = course.positions.map((_, number) => `${number}: ${sentence(studies[number], course.turns[number], game)}`);
  whole.setAttribute("aria-label", `${t("Value over the game.")} ${words.join(" ")}`);
  whole.append(svg("rect", { class: "half-0", x: LEFT, y: TOP, width: RIGHT - LEFT, height: MIDDLE - TOP }));
  whole.append(svg("rect", { class: "half-1", x: LEFT, y: MIDDLE, width: RIGHT - LEFT, height: HIGH - TOP - MIDDLE }));
  whole.append(svg("line", { class: "even", x1: LEFT, x2: RIGHT, y1: MIDDLE, y2: MIDDLE }));
  whole.append(svg("text", { class: "who", x: LEFT, y: 10 }, t("{side} wins; higher is sooner", { side: game.sides[0] })));
  whole.append(svg("text", { class: "who", x: LEFT, y: HIGH - 3 }, t("{side} wins; lower is sooner", { side: game.sides[1] })));
  whole.append(svg("line", { class: "here", x1: place(index), x2: place(index), y1: TOP, y2: HIGH - TOP }));
  const points = course.positions.map((_, number) => {
    const who = winner(studies[number], course.turns[number]);
    const left = studies[number]?.remoteness;
    return { x: place(number), y: height(who, left), who, left };
  });
  for (let number = 1; number <= last; number += 1) {
    const [a, b] = [points[number - 1], points[number]];
    if (a.who === undefined || b.who === undefined) continue;
    whole.append(svg("line", { class: "way", x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
  }
  for (const { x, y, who, left } of points) whole.append(...dot(x, y, who, left));
  points.forEach(({ x }, number) => {
    const wide = Math.max(step, 12);
    const spot = svg("rect", { class: "spot", x: x - wide / 2, y: TOP, width: wide, height: HIGH - 2 * TOP, "data-at": number });
    spot.addEventListener("click", () => choose(number));
    whole.append(spot);
  });
  return whole;
}
