// A written move with small drawings in place of letters. Its text, which can be copied, is unchanged.

import { drawing } from "./faces.js";
import { svg } from "./svg.js";

const PATHS = {
  flip: "M3.5 8a4.5 4.5 0 1 0 1.6-3.4M4 2v3.2h3.2",
  way: "M3 8h9.5M8.5 4l4 4-4 4",
  x: "M4 4l8 8M12 4l-8 8",
};
const TURNS = { E: 0, S: 90, W: 180, N: 270 };

function drawn({ sign, tile }, game) {
  if (tile) return [drawing(game, tile)];
  if (!sign) return [];
  const path = svg("path", { d: PATHS[sign] ?? PATHS.way, transform: `rotate(${TURNS[sign] ?? 0} 8 8)` });
  return [svg("svg", { class: "stroke", viewBox: "0 0 16 16", "aria-hidden": "true" }, path)];
}

export function signsOf(game, name, side) {
  return game.signs(name, side).map((part) => {
    if (typeof part === "string") return part;
    const span = document.createElement("span");
    span.className = "sign";
    span.append(part.text, ...drawn(part, game));
    return span;
  });
}
