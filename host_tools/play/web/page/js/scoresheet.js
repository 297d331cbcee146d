// The moves of the game beside the board, in usual notation. The server supplies the notation; the
// board knows only coordinates.

import { changes } from "./diagram.js";
import { said, t } from "./language.js";
import { nameOf } from "./menu.js";
import { nextNumber } from "./question.js";
import { lines, wholeTurns, written } from "./record.js";
import { signsOf } from "./signs.js";

const NOTHING = "-";
const ENDS = { win: ["1–0", "0–1"], lose: ["0–1", "1–0"], tie: ["½–½", "½–½"] }; // by who is to act
const COPIED_MS = 2500;

export class Scoresheet {
  // `last`: the box with the last move in words. `look(k)`: the user wants the position after move k.
  // `written(course)`: the game in the server's notation. `checked(player)`: whose king is in check, or
  // null. `moved(changes)`: the cells that the last move changed, each with whether something was
  // removed there.
  constructor(section, last, link, { look, written: tell, checked, moved }) {
    Object.assign(this, { section, lastBox: last, link, look, tell, checked, moved });
    this.part = (name) => section.querySelector(`[data-part="${name}"]`);
    this.part("copy").addEventListener("click", () => this.copy());
    this.asked = 0;
    this.index = null; // of the earlier position shown
    this.key = "";
    this.pending = ""; // the first part of an unfinished turn
    this.written = null;
    this.called = ["", ""]; // the names of the players, if given
  }

  // The name of a player.
  name(side, words) {
    this.called[side] = words;
    if (this.last) this.sides(...this.last);
  }

  // The current game and the board's last state.
  play(game, state) {
    this.section.hidden = !game.editor;
    document.body.classList.toggle("with-sheet", Boolean(game.editor));
    this.sides(game, state);
    this.thinks(state);
    if (typeof state.position === "string" && Array.isArray(state.moves)) this.ask(game, state);
  }

  // Who plays which side, the board's level, and whose turn it is.
  sides(game, state) {
    this.last = [game, state];
    const { machine, friend, level, turn, result } = state;
    if (typeof machine !== "number" || !game.sides) return;
    const winner = { win: turn, lose: 1 - turn }[result];
    this.part("sides").className = game.name;
    this.part("sides").replaceChildren(
      ...game.sides.map((name, side) => {
        const item = document.createElement("li");
        const board = (machine >> side) & 1;
        const who = board ? (friend ? t("your friend") : t("the board, {level}", { level: nameOf(level) })) : this.called[side] || (machine ? t("you") : t("a player"));
        const acts = result ? side === winner : side === turn;
        const end = winner === side ? t("has won") : result ? "" : t("to move");
        item.textContent = `${name}: ${who}${acts ? `, ${end}` : ""}`;
        if (acts) item.setAttribute("aria-current", "true");
        return item;
      }),
    );
  }

  // The level, while the board thinks.
  thinks({ phase, ask, friend, level }) {
    const words = phase === "match" && ask === "wait" && !friend ? t("The board is thinking, at level {level}.", { level: nameOf(level) }) : "";
    this.lastBox.querySelector("[data-part='thinks']").textContent = words;
  }

  // The last move in words, with the earlier part of the same turn.
  tellLast() {
    const { moves, turns } = this.written;
    const last = moves.length - 1;
    const from = last > 0 && turns[last - 1] === turns[last] ? last - 1 : last;
    const words = moves.slice(Math.max(from, 0)).map((move, index) => this.game.turnWords(move, turns[from + index])).join(" ");
    const place = this.lastBox.querySelector("[role='status']");
    if (place.textContent !== words) place.textContent = words;
    this.lastBox.hidden = !words;
  }

  // A new connection: the server no longer knows earlier questions.
  forget() {
    this.key = "";
  }

  ask(game, state) {
    const { start, rules } = state;
    // The part of a turn that has been made is shown, too.
    const [moves, pending] = wholeTurns(state);
    const key = [game.name, rules, start, ...moves].join("\n");
    if (this.pending !== pending) {
      this.pending = pending;
      if (key === this.key && this.written) this.show();
    }
    if (key === this.key) return;
    this.key = key;
    this.game = game;
    this.asked = nextNumber();
    this.link().send({ t: "write", id: this.asked, game: game.name, rules, record: [`position ${start}`, moves.join(" ")].join("\n") });
  }

  // The server's notation.
  hear(message) {
    if (message.id !== this.asked || message.error) return;
    this.written = { ...message, turn: message.turns.at(-1) };
    this.checked(message.check ? this.written.turn : null);
    this.moved(this.lastChanges());
    this.tellLast();
    this.show();
    this.tell(message);
  }

  // The earlier position shown; null: none of this game.
  mark(index) {
    if (index === this.index) return;
    this.index = index;
    this.point();
  }

  // Mark the move that led to the position shown.
  point() {
    const here = this.index ?? this.written?.names.length;
    for (const button of this.part("lines").querySelectorAll("button")) {
      if (Number(button.dataset.at) !== here) button.removeAttribute("aria-current");
      else button.setAttribute("aria-current", "step");
    }
  }

  // The cells changed by the last move that changed the board; a choice changes none.
  lastChanges() {
    const { positions } = this.written;
    for (let index = positions.length - 1; index > 0 && index > positions.length - 3; index -= 1) {
      const letters = this.game.cellsOf(positions[index]);
      const cells = changes(positions[index - 1], positions[index], this.game);
      if (cells.length) return cells.map((cell) => ({ cell, gone: letters[cell] === NOTHING }));
    }
    return [];
  }

  show() {
    const { names, start, turns, verdict, turn, check, drawn } = this.written;
    const list = this.part("lines");
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    const count = names.length + (this.pending ? 1 : 0);
    const ply = this.game.plyOf?.(start) ?? 0;
    list.replaceChildren(...lines(turns.slice(0, count), ply).map((line) => this.line(line)));
    list.querySelector(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
    const end = this.game.sheet && [ENDS[verdict]?.[turn], verdict === "tie" && said(drawn)].filter(Boolean).join(" ");
    const words = end || (check ? t("{side} is in check.", { side: this.game.sides[turn] }) : "");
    if (this.part("end").textContent !== words) this.part("end").textContent = words;
    this.part("none").hidden = count > 0;
    this.part("copy").disabled = names.length === 0;
    this.point();
    list.scrollTop = list.scrollHeight;
  }

  line({ number, moves }) {
    const item = document.createElement("li");
    const label = document.createElement("span");
    label.textContent = `${number}.`;
    label.setAttribute("aria-hidden", "true");
    item.append(label, ...moves.map((each, side) => this.round(each, number, side)));
    return item;
  }

  // The moves of a player in a round. A record that begins with the second player leaves a gap.
  round(moves, number, side) {
    if (moves.length === 1) return this.move(moves[0], number, side);
    const part = document.createElement("span");
    part.textContent = moves.length || side ? "" : "…";
    part.append(...moves.map((k) => this.move(k, number, side)));
    return part;
  }

  move(k, number, side) {
    if (k > this.written.names.length) {
      const under = document.createElement("span");
      under.className = "pending";
      under.append(...signsOf(this.game, this.pending, side), " …");
      return under;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.at = k;
    button.append(...signsOf(this.game, this.written.names[k - 1], side));
    button.title = this.game.turnWords(this.written.moves[k - 1], side);
    button.setAttribute("aria-label", `${number}, ${this.game.sides[side]}: ${this.written.names[k - 1]}`);
    button.addEventListener("click", () => this.look(k));
    return button;
  }

  async copy() {
    const said = this.part("copied");
    try {
      await navigator.clipboard.writeText(written(this.written, this.game));
      said.textContent = t("Copied.");
    } catch {
      // The browser may forbid copying; the panel has a text field to copy from.
      said.textContent = t("This browser does not allow it: copy it in Analysis.");
    }
    clearTimeout(this.ends);
    this.ends = setTimeout(() => (said.textContent = ""), COPIED_MS);
  }
}
