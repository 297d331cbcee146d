// A link that restores the whole bench: readable text after the # of the address.
//
//   #seed=7&noise=2&tremor=0.3&spread=1&temperature=25&break=b2:stuck:0,c3:dead:0
//    &set=variant:1,level:2&start=1_----------------&moves=b2U.b2Sd1D&power=off&cable=off

import { cellName, placeOf } from "./words.js";

export const KNOBS = ["noise", "tremor", "spread", "temperature"];
// Characters that messengers and mail programs append to a link.
const BEHIND = /(?:[\s.,;:!?>)\]}"'`*]|%(?:20|22|3e|60))+$/i;
const HALF = /^[a-z]\d+[NESW]$/;

// `bench`: the state of the workbench; `state`: the board's last state, or null; `board`: its
// properties.
export function write(bench, state, board) {
  const { columns } = board;
  const words = [`seed=${bench.seed}`];
  for (const name of KNOBS) words.push(`${name}=${bench.knobs[name]}`);
  if (bench.breaks.length) {
    const name = (cell) => cellName(Math.floor(cell / columns), cell % columns, board);
    words.push(`break=${bench.breaks.map(([cell, how, mv]) => `${name(cell)}:${how}:${mv}`).join(",")}`);
  }
  if (state?.settings) {
    words.push(`set=${Object.entries(state.settings).map((pair) => pair.join(":")).join(",")}`);
  }
  if (state?.position) {
    // A half move has no notation of its own, so the link holds the position instead.
    const half = HALF.test(state.moves.at(-1) ?? "") && state.position.includes(";");
    words.push(`start=${half ? state.position : state.start}`);
    if (!half && state.moves.length) words.push(`moves=${state.moves.join(".")}`);
  }
  if (!bench.power) words.push("power=off");
  if (!bench.cable) words.push("cable=off");
  return `#${words.join("&").replaceAll(" ", "%20")}`;
}

// A part of a link, decoded as often as needed; unchanged if it is not encoded.
function decoded(text) {
  try {
    const plain = decodeURIComponent(text);
    return plain === text ? text : decoded(plain);
  } catch {
    return text;
  }
}

// The scene that a link describes, in the form the server takes; null if there is none.
export function read(hash, board) {
  const words = new Map(hash.slice(1).replace(BEHIND, "").split("&").map((word) => {
    const at = word.indexOf("=");
    return [word.slice(0, at), decoded(word.slice(at + 1))];
  }));
  if (!/^\d+$/.test(words.get("seed") ?? "")) return null;
  const list = (name, mark) => (words.get(name) ?? "").split(mark).filter(Boolean);
  const cell = (name) => {
    const { row, column } = placeOf(name, board);
    return row * board.columns + column;
  };
  return {
    t: "scene",
    seed: Number(words.get("seed")),
    knobs: Object.fromEntries(KNOBS.filter((name) => words.has(name)).map((name) => [name, Number(words.get(name))])),
    breaks: list("break", ",").map((each) => each.split(":")).map(([name, how, mv]) => [cell(name), how, Number(mv ?? 0)]),
    settings: Object.fromEntries(list("set", ",").map((each) => each.split(":")).map(([name, value]) => [name, Number(value)])),
    start: words.get("start") ?? "",
    moves: list("moves", "."),
    power: words.get("power") !== "off",
    cable: words.get("cable") !== "off",
  };
}
