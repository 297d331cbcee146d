// The moves of the game, written down beside the board as people write them. The server writes
// them; the board knows them by coordinates alone.

import { changes } from "./diagram.js";

const NOTHING = "-";
const ENDS = { win: ["1–0", "0–1"], lose: ["0–1", "1–0"], tie: ["½–½", "½–½"] }; // by who is to act
const COPIED_MS = 2500;

// Lines of two moves each: { number, moves: [k or null, k] }, k counted from 1; `ply` is how many
// moves there were before the first.
export function lines(count, ply) {
  const found = [];
  for (let k = 1; k <= count; k += 1) {
    const [number, side] = [Math.floor((ply + k - 1) / 2) + 1, (ply + k - 1) % 2];
    if (side === 0 || k === 1) found.push({ number, moves: side ? [null] : [] });
    found.at(-1).moves.push(k);
  }
  return found;
}

// The same as text: "1.c4 e4 2.Nb3 f4".
export function sheetText({ start, names }, game) {
  const words = lines(names.length, game.plyOf(start)).map(({ number, moves: [first, second] }) => {
    const one = (k) => (k === undefined ? "" : ` ${names[k - 1]}`);
    return first === null ? `${number}...${names[second - 1]}` : `${number}.${names[first - 1]}${one(second)}`;
  });
  return [...(start === game.empty ? [] : [`position ${start}\n`]), words.join(" ")].join("");
}

export class Scoresheet {
  // `look(k)`: somebody wants to see the position after move k. `checked(player)`: whose king
  // is in check, or null. `moved(changes)`: the cells that the last move changed, each with
  // whether something has gone from there.
  constructor(section, link, { look, checked, moved }) {
    Object.assign(this, { section, link, look, checked, moved });
    this.part = (name) => section.querySelector(`[data-part="${name}"]`);
    this.part("copy").addEventListener("click", () => this.copy());
    this.asked = 0;
    this.key = "";
    this.pending = ""; // the part of a turn that is made
    this.written = null;
  }

  // The game that is played, and the board's last word on it.
  play(game, state) {
    this.section.hidden = !game.sheet;
    document.body.classList.toggle("with-sheet", Boolean(game.sheet));
    if (typeof state.position === "string" && Array.isArray(state.moves)) this.ask(game, state);
  }

  // A new connection: the server has forgotten what was asked.
  forget() {
    this.key = "";
  }

  ask(game, { start, position, moves: made, rules }) {
    // A turn under way shows as far as it has come.
    const half = position.includes(";");
    const moves = half ? made.slice(0, -1) : made;
    const pending = half ? made.at(-1) : "";
    const key = [game.name, rules, start, ...moves].join("\n");
    if (this.pending !== pending) {
      this.pending = pending;
      if (key === this.key && this.written && game.sheet) this.show();
    }
    if (key === this.key) return;
    this.key = key;
    this.game = game;
    this.asked += 1;
    this.link().send({ t: "write", id: this.asked, game: game.name, rules, record: [`position ${start}`, moves.join(" ")].join("\n") });
  }

  // What the server wrote.
  hear(message) {
    if (message.id !== this.asked || message.error) return;
    this.written = { ...message, turn: message.turns.at(-1) };
    this.checked(message.check ? this.written.turn : null);
    this.moved(this.lastChanges());
    if (this.game.sheet) this.show();
  }

  // What the last move that changed the board has changed there; a choice changes nothing.
  lastChanges() {
    const { positions } = this.written;
    for (let at = positions.length - 1; at > 0 && at > positions.length - 3; at -= 1) {
      const letters = this.game.cellsOf(positions[at]);
      const cells = changes(positions[at - 1], positions[at], this.game);
      if (cells.length) return cells.map((cell) => ({ cell, gone: letters[cell] === NOTHING }));
    }
    return [];
  }

  show() {
    const { names, start, verdict, turn, check } = this.written;
    const list = this.part("lines");
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    const count = names.length + (this.pending ? 1 : 0);
    list.replaceChildren(...lines(count, this.game.plyOf(start)).map((line) => this.line(line)));
    list.querySelector(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
    const end = ENDS[verdict]?.[turn];
    const words = end ?? (check ? `${this.game.sides[turn]} is in check.` : "");
    if (this.part("end").textContent !== words) this.part("end").textContent = words;
    this.part("none").hidden = count > 0;
    this.part("copy").disabled = names.length === 0;
    list.scrollTop = list.scrollHeight;
  }

  line({ number, moves }) {
    const item = document.createElement("li");
    const label = document.createElement("span");
    label.textContent = `${number}.`;
    label.setAttribute("aria-hidden", "true");
    item.append(label, ...moves.map((k, side) => this.move(k, number, side)));
    return item;
  }

  move(k, number, side) {
    if (k === null) {
      const gap = document.createElement("span");
      gap.textContent = "…";
      return gap;
    }
    if (k > this.written.names.length) {
      const under = document.createElement("span");
      under.className = "pending";
      under.textContent = `${this.pending} …`;
      return under;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.at = k;
    button.textContent = this.written.names[k - 1];
    button.setAttribute("aria-label", `${number}, ${this.game.sides[side]}: ${this.written.names[k - 1]}`);
    if (k === this.written.names.length) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => this.look(k));
    return button;
  }

  async copy() {
    const said = this.part("copied");
    const text = sheetText(this.written, this.game);
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = "Copied.";
    } catch {
      // The browser may forbid it; the panel has a field to copy from.
      said.textContent = "This browser does not allow it: copy it in Analysis.";
    }
    clearTimeout(this.ends);
    this.ends = setTimeout(() => (said.textContent = ""), COPIED_MS);
  }
}
