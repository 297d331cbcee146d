// Moves typed in the game's notation: a combobox that offers the legal moves that begin as typed, and
// refuses all others in words. The automatic hand carries out the chosen one.

import { ownTurn } from "./game.js";
import { t } from "./language.js";
import { nextNumber } from "./question.js";
import { withoutClearing } from "./words.js";

const MOST = 40; // moves in the list
const OWN = ["lift", "place", "give"]; // values of `ask` where a player begins a step
const READS = { "?": "m", "*": "b", "!": "s" };

const plain = (text) => text.replace(/\s/g, "").toLowerCase();

// The moves that begin as typed: { move, name, words }; a move typed completely is the only one.
export function matching(moves, text) {
  const typed = plain(text);
  const written = ({ move, name }) => [plain(move), plain(name)];
  const whole = moves.filter((each) => written(each).includes(typed));
  return whole.length ? whole : moves.filter((each) => written(each).some((one) => one.startsWith(typed)));
}

export class MoveInput {
  // `read(key)`: reads a part of the board; true if there is one for the key.
  constructor(link, voice, read) {
    Object.assign(this, { link, voice, read });
    this.asked = 0;
    this.key = ""; // of the position whose moves are known
    this.moves = null; // the legal ones; null: not known
    this.found = [];
    this.told = ""; // of what is typed
    this.at = -1; // of the selected one in `found`
    this.element = document.createElement("div");
    this.element.className = "typed";
    this.element.innerHTML = `<label for="typed-move"></label><input id="typed-move" type="text" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="typed-moves" aria-describedby="typed-help" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"><ul id="typed-moves" role="listbox" hidden></ul><p id="typed-help" class="note"></p>`;
    [this.label, this.field, this.list, this.help] = this.element.children;
    this.label.textContent = t("Type a move");
    this.list.setAttribute("aria-label", t("Legal moves"));
    this.help.textContent = t("Type a move and press Enter; arrow keys choose one. In the empty field, a digit reads a row, * the board, ? what may be done, ! the last message.");
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.press(event));
    this.field.addEventListener("focus", () => this.ask());
    this.field.addEventListener("blur", () => this.open(false));
    this.list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus
    this.list.addEventListener("click", (event) => this.take(this.found[[...this.list.children].indexOf(event.target.closest("li"))]));
  }

  // The game and the board's last state.
  play(game, state) {
    Object.assign(this, { game, state });
    if (document.activeElement === this.field) this.ask();
  }

  // Whether a person is to make a move.
  get own() {
    return ownTurn(this.state) && OWN.includes(this.state.ask);
  }

  // Ask for the legal moves, once for each position. `then(moves)` is called once they are known.
  ask(then = null) {
    const { game, rules, position } = this.state ?? {};
    const key = this.own ? [game, rules, position].join("\n") : "";
    if (key && key === this.key) {
      if (this.moves) then?.(this.moves);
      else this.then = then ?? this.then;
      return;
    }
    // The answer may come when the board has gone on, even to another game.
    Object.assign(this, { key, then, moves: null, asked: 0, of: [this.game, this.state] });
    this.show([]);
    if (!key) return void then?.([]);
    this.asked = nextNumber();
    this.link().send({ t: "legal", id: this.asked, game, rules, position });
  }

  hear({ id, moves, names }) {
    if (id !== this.asked || !moves) return;
    this.moves = moves.map((move, index) => ({ move, name: names[index], words: this.wordsOf(move) }));
    this.then?.(this.moves);
    this.then = null;
    if (this.field.value) this.typed();
  }

  // In words; the rest of a move that is half done differs.
  wordsOf(move) {
    const [game, state] = this.of;
    return state.position.includes(";") ? game.stepWords(move) : game.turnWords(move, state.turn);
  }

  typed() {
    const { value } = this.field;
    if (this.read(READS[value] ?? (/^\d$/.test(value) ? value : ""))) {
      this.field.value = "";
      return this.show([]);
    }
    if (!this.moves) return this.show([]);
    const found = value ? matching(this.moves, value) : [];
    this.show(found);
    const words = value && (found.length === 1 ? t("Enter plays: {words}", { words: found[0].words }) : found.length ? t("{count} moves", { count: found.length }) : this.refusal(value));
    if (words && words !== this.told) this.voice.speak(words);
    this.told = words;
    return undefined;
  }

  refusal(text) {
    return t("No legal move begins with {text}.", { text });
  }

  // The list of these moves.
  show(found) {
    this.found = found.slice(0, MOST);
    this.list.replaceChildren(
      ...this.found.map(({ name, words }, index) => {
        const item = document.createElement("li");
        item.id = `typed-${index}`;
        item.setAttribute("role", "option");
        item.textContent = `${name}: ${words}`;
        return item;
      }),
    );
    this.select(-1);
    this.open(found.length > 0);
  }

  open(yes) {
    this.list.hidden = !yes;
    this.field.setAttribute("aria-expanded", String(yes));
    if (!yes) this.field.removeAttribute("aria-activedescendant");
  }

  select(index) {
    this.at = index;
    [...this.list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === index)));
    if (index < 0) return this.field.removeAttribute("aria-activedescendant");
    this.list.children[index].scrollIntoView?.({ block: "nearest" });
    return this.field.setAttribute("aria-activedescendant", `typed-${index}`);
  }

  press(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (way) {
      event.preventDefault();
      this.ask((moves) => this.step(way, moves));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.own) this.ask((moves) => this.enter(moves));
      else this.voice.speak(t("It is not your move now."), withoutClearing(this.voice.sentence));
    } else if (event.key === "Escape" && (this.field.value || !this.list.hidden)) {
      event.preventDefault();
      event.stopPropagation();
      this.field.value = "";
      this.show([]);
    }
  }

  // Select the next or previous of the moves listed, or of all that begin as typed.
  step(way, moves) {
    if (this.list.hidden) this.show(matching(moves, this.field.value));
    const count = this.found.length;
    if (count) this.select((this.at + way + (this.at < 0 && way < 0 ? 1 : 0) + count) % count);
  }

  enter(moves) {
    const { value } = this.field;
    const found = this.at < 0 ? (value ? matching(moves, value) : []) : [this.found[this.at]];
    if (found.length === 1) return this.take(found[0]);
    if (!value) return this.voice.speak(this.help.textContent);
    return this.voice.speak(found.length ? t("{count} moves begin with {text}: type on, or choose one with the arrow keys.", { count: found.length, text: value }) : this.refusal(value));
  }

  // A choice is told to the board; the automatic hand makes a move; where there is none, people make it.
  take(chosen) {
    if (!chosen) return;
    this.field.value = "";
    this.show([]);
    const { move, words } = chosen;
    if (this.state.ask === "give") this.link().send({ t: "tell", line: { c: "choose", move } });
    else if (document.body.classList.contains("on-screen")) {
      this.voice.carried = true;
      this.link().send({ t: "play", move });
    } else this.voice.speak(t("Legal; make it on the board: {words}", { words }));
  }
}
