// The panel "Analysis": the live game, or a pasted or edited one, with everything known of it. The
// selected position is drawn over the board even while the panel is closed. Selecting a position does
// not change the game; only undo, redo and "play from here" do.

import { Game, same, stepped, whereWords } from "./game.js";
import { gameOf } from "./games.js";
import { said, t } from "./language.js";
import { drawMarks, drawOpinion } from "./marks.js";
import { styles } from "./opened.js";
import { stored } from "./preferences.js";
import { nextNumber } from "./question.js";
import { holdsGame, linkText, reasonWords, recordText, timesIn, tooLong, upTo, written } from "./record.js";
import { Shown } from "./shown.js";
import { withCode } from "./verdicts.js";

const PANEL = "analysis";
const COLOURS = "lodeboard-values";
const STEPS = ["first", "earlier", "later", "last"];
const NO_STEPS = [];
const PARTS = ["sentence", "opinion", "fix", "chart", "moves", "card", "steps"];

export class Analysis {
  // `past` draws the selected position over the board; `marked(index)` receives the index of the selected
  // position of the live game, or null.
  constructor(panel, overlay, panels, view, choice, past, link, marked) {
    Object.assign(this, { panel, overlay, panels, view, choice, past, link, marked });
    this.part = (name) => panel.querySelector(`[data-part="${name}"]`);
    this.game = new Game(link);
    this.shown = new Shown(Object.fromEntries(PARTS.map((name) => [name, this.part(name)])), (index) => this.look(index));
    this.setup = null; // the editor, created on first use
    this.other = false; // a game that was pasted or set up, not the live one
    this.text = ""; // of the last question, if it is of a text
    this.times = undefined; // the times in ms in the text of the game shown
    this.index = null; // the index of the selected position; null: the last one
    this.asked = 0;
    this.live = null; // the live game as last received
    this.rules = null; // of the game shown
    this.waiting = false; // for an answer
    this.opened = null; // the page's hash at the last answer
    this.linked = null; // while a link is shown: { uncovered: whether it has opened the panel }
    this.fromText = false; // the question comes from pasted text or a link
    this.inSight = null; // the element of the last error message
    this.longest = 0; // longest message in characters, as the server says
    this.colours = panel.querySelector("#show-values");
    this.colours.checked = stored.get(COLOURS) === "on";
    this.listen();
    this.play(gameOf());
    this.pitch = 40;
  }

  // The game being played: the editor, random positions and pasted text use its notation.
  play(game) {
    if (!game.editor) return; // this board has no game
    this.editing = game;
    this.setup?.play(game);
    this.part("editor-words").replaceChildren(...withCode(game.editor.words, "kbd"));
  }

  listen() {
    const on = (name, act) => this.panel.querySelector(`[data-do="${name}"]`).addEventListener("click", act);
    on("undo", () => this.game.undo());
    on("redo", () => this.game.redo());
    for (const name of STEPS) on(name, () => this.step(name));
    on("play", () => this.playFromHere());
    on("random", () => this.drawPosition());
    on("look", () => this.readText());
    on("copy-position", () => this.copy(this.position, t("The position")));
    on("copy-record", () => this.copy(this.written(this.record) || `position ${this.shown.game.empty}`, t("The record")));
    on("copy-link", () => this.copy(this.address, t("The link")));
    on("photo", () => this.keepFile((saving) => this.savePhoto(saving)));
    on("animation", () => this.keepFile((saving) => saving.saveAnimation(this.shown, this.part("photo"))));
    on("review", () => this.keepFile((saving) => saving.saveReview(this.shown, this.rules, this.written(this.shown.course))));
    on("clear", () => this.edit(this.editing.editor.blank ?? this.editing.empty));
    on("set-up", (event) => this.toggleSetup(event.currentTarget));
    for (const kind of ["wheel", "pointerdown", "keydown"]) {
      this.panel.addEventListener(kind, () => { this.inSight = null; }, { passive: true });
    }
    this.colours.addEventListener("change", () => {
      stored.set(COLOURS, this.colours.checked ? "on" : "off");
      this.show();
    });
    addEventListener("hashchange", () => (holdsGame(location.hash) ? this.openLink() : this.closeLink()));
    this.panels.watch((id, open) => {
      if (id !== PANEL) return;
      this.known = null; // more may be known by now
      if (open && this.game.now && !this.other) this.askLive();
      else this.show();
    });
  }

  get isOpen() {
    return this.panels.isOpen(PANEL);
  }

  get here() {
    return Math.min(this.index ?? this.shown.last, this.shown.last);
  }

  // Select a position of the live game.
  open(index) {
    if (this.other) {
      this.leaveLink();
      this.forget();
    }
    if (!this.shown.course && this.live) this.take(this.live);
    this.look(index);
    if (this.isOpen) this.askLive();
  }

  step(name) {
    if (!this.shown.course && this.live) this.take(this.live);
    if (this.shown.course) this.look(stepped(name, this.here, this.shown.last));
  }

  // Whether a position other than the live game's is selected.
  get back() {
    return Boolean(this.shown.course) && (this.other || (this.index !== null && this.index !== this.shown.last));
  }

  get position() {
    return this.shown.course.positions[this.here];
  }

  // The times at its last position: those of the live game, or of a link.
  get clock() {
    if (this.index !== null) return undefined;
    return this.other ? this.times : this.game.now?.clock;
  }

  // The game up to the selected position.
  get record() {
    return { ...upTo(this.shown.course, this.here), clock: this.clock };
  }

  // A game as text, in the usual notation of its moves.
  written(record) {
    return written(record, this.shown.game);
  }

  // The page's address with the game up to the selected position, or with that position alone.
  get address() {
    return location.origin + location.pathname + location.search + linkText(this.record, this.shown.game, this.rules);
  }

  // Incoming

  // Show the position or game in the page's address, without playing it.
  openLink() {
    if (!holdsGame(location.hash) || !this.longest) return; // `describe` opens it
    this.linked = { uncovered: this.linked?.uncovered ?? !this.isOpen };
    this.part("text").value = location.hash;
    this.panels.open(PANEL);
    this.readText();
  }

  // Leave the link: restore what was shown before.
  closeLink() {
    if (!this.linked) return;
    const { uncovered } = this.linked;
    this.linked = null;
    this.part("text").value = "";
    this.forget();
    if (uncovered) this.panels.close(PANEL);
    else this.askLive();
  }

  // Return to the live game.
  forget() {
    this.asked = nextNumber(); // ignores an answer that is still on its way
    this.waiting = this.other = false;
    this.index = this.known = null;
    this.wrong("");
    this.shown.empty();
    if (this.live) this.take(this.live);
    this.showBoard();
  }

  // Return to the live game but keep the link in the address, so that Back shows it again.
  leaveLink() {
    if (!this.linked) return;
    this.linked = null;
    history.pushState(null, "", location.pathname + location.search);
  }

  describe(hello) {
    this.pitch = hello.plate.pitch_mm;
    this.longest = hello.longest;
    // A new connection: the board may be another one, and earlier questions stay unanswered.
    this.shown.clear();
    this.live = this.asking = this.known = null;
    this.other = false;
    this.index = null;
    this.showBoard();
    this.resized();
    if (this.linked || this.opened !== location.hash) this.openLink();
  }

  // Handle a line of the board.
  hear(line) {
    if (line?.t === "menu") this.game.hear(line);
    if (line?.t !== "state") return;
    const changed = this.game.hear(line);
    if (this.game.now) this.play(this.game.now.game);
    const another = this.other || (this.waiting && this.asking === "other");
    if (another || !this.isOpen) this.show();
    else if (changed || !this.shown.course) this.askLive();
    else this.show();
  }

  // The live game as a record. The selected position stays selected if the game still has it.
  hearLive(message) {
    this.live = message;
    if (this.other || (this.waiting && this.asking === "other")) return;
    const { course } = this.shown;
    if (course && same(course, message, Infinity)) return;
    if (course && !same(course, message, this.here)) this.index = null;
    this.take(message);
    this.show();
  }

  take(course) {
    this.rules = course.rules;
    this.shown.begin(course);
    if (this.index >= this.shown.last) this.index = null;
  }

  // The game asked for: the record arrives first, then the study of each position.
  begun(message) {
    if (message.id !== this.asked) return;
    if (!this.waiting) return message.error ? this.fail(message.error) : undefined;
    this.waiting = false;
    this.opened = location.hash;
    const wrong = message.error ? reasonWords(message.error) : "";
    // Keep an error message visible while the game goes on.
    if (wrong || this.asking === "other") this.wrong(wrong, message.notes);
    if (wrong && this.asking === "live") this.shown.fail(wrong);
    if (wrong) return;
    if (this.fromText) this.part("sentence").scrollIntoView({ block: "nearest" });
    const before = this.shown.course;
    if (!before || !same(before, message, this.here)) this.index = null;
    this.other = this.asking === "other";
    this.times = timesIn(this.text);
    this.take(message);
    if (this.other) this.part("text").value = this.written(message) || message.start;
    if (this.toLoad) this.load(this.position);
    else if (this.other && !this.part("setup").hidden && !message.moves.length) this.load(message.start);
    this.toLoad = false;
    this.show();
  }

  // No further values will arrive for the game shown.
  fail(error) {
    this.known = null;
    this.shown.fail(reasonWords(error));
    this.show();
  }

  studied(message) {
    if (message.id !== this.asked || !this.shown.course) return;
    this.shown.studies[message.at] = message;
    this.show();
  }

  // The move the board's player would choose in a position.
  guessed(message) {
    this.shown.course?.positions.forEach((position, index) => {
      if (position === message.position) this.shown.opinions[index] = message;
    });
    this.show();
  }

  scored(message) {
    if (message.id !== this.asked || !this.shown.course) return;
    this.shown.graded = message.moves;
    this.shown.players = message.players;
    this.show();
  }

  // Outgoing

  send(message, asking = "other") {
    this.asked = nextNumber();
    this.asking = asking;
    this.text = message.record;
    this.waiting = true;
    this.known = null;
    const game = this.game.now?.game ?? gameOf();
    const question = { game: game.name, rules: this.game.now?.rules ?? game.rules ?? "", ...message, id: this.asked };
    // The server sends the record at once and the values when they are computed.
    if (message.t === "study" && asking === "other") this.link().send({ ...question, t: "write" });
    this.link().send(question);
  }

  // Ask the board's player once about positions without a proved value.
  askOpinion() {
    const { opinions, studies, game } = this.shown;
    const study = studies[this.here];
    if (!game.guesses || !study || study.value !== null || opinions[this.here]) return;
    opinions[this.here] = {};
    this.link().send({ t: "guess", id: this.asked, game: game.name, rules: this.rules, position: this.position });
  }

  ask(record) {
    this.fromText = false;
    this.send({ t: "study", record });
  }

  // Send pasted or linked text unchanged.
  readText() {
    const record = this.part("text").value;
    const trouble = tooLong(record, this.longest);
    this.fromText = true;
    if (trouble) this.wrong(trouble);
    else this.send({ t: "study", record });
  }

  // Show an error where the question was asked: beside the text field, which also shows corrections, or
  // under the editor.
  wrong(words, notes = []) {
    this.inSight = null;
    this.part("text-notes").textContent = notes.map(said).join(" ");
    if (notes.length) this.part("text-notes").closest("details").open = true;
    for (const name of ["trouble", "text-trouble"]) {
      const line = this.part(name);
      line.textContent = (name === "text-trouble") === this.fromText ? words : "";
      if (!line.textContent) continue;
      this.inSight = line;
      if (this.fromText) line.closest("details").open = true;
    }
    if (words && !this.shown.course) this.askLive();
    this.keepInSight();
  }

  // Keep the error message in view while content grows above it, until the user looks elsewhere.
  keepInSight() {
    this.inSight?.scrollIntoView({ block: "nearest" });
  }

  askLive() {
    this.other = false;
    if (!this.game.now) return this.shown.empty(); // before the board's first state
    const { now } = this.game;
    const record = recordText(now, now.game);
    const asked = [now.game.name, now.rules, record].join("\n");
    if (asked !== this.known) this.send({ t: "study", record }, "live");
    this.known = asked;
    this.show();
  }

  drawPosition() {
    this.fromText = false;
    this.send({ t: "random", seed: Math.floor(Math.random() * 2 ** 31) });
  }

  look(index) {
    if (this.shown.course) this.index = index >= this.shown.last ? null : index;
    this.show();
  }

  backToGame() {
    this.index = null;
    this.wrong("");
    this.leaveLink();
    this.hideSetup();
    if (this.other) this.forget();
    if (this.isOpen) this.askLive();
    else this.show();
  }

  playFromHere() {
    this.game.setUp(this.record);
    this.other = false;
    this.index = null;
    this.leaveLink();
    this.hideSetup();
    this.askLive();
  }

  async copy(text, what) {
    this.part("text").value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.part("copied").textContent = t("{what} has been copied.", { what });
    } catch {
      // The browser may forbid copying; the text field then holds the text to copy.
      this.part("text").select();
      this.part("copied").textContent = t("{what} is in the text field; copy it from there.", { what });
    }
  }

  // With its values if they are shown.
  savePhoto(saving) {
    const steps = this.colours.checked ? this.shown.studies[this.here]?.steps : [];
    return saving.savePhoto(this.shown, this.position, steps, this.here, this.part("photo"));
  }

  // `make(saving)` saves a file and returns the message to show.
  async keepFile(make) {
    const tell = (words) => ["copied", "kept"].forEach((name) => (this.part(name).textContent = words));
    tell("");
    try {
      tell(await make(await import("./saving.js")));
    } catch (error) {
      console.warn(error);
      tell(t("That could not be saved: {why}.", { why: error.message }));
    }
  }

  // The editor

  toggleSetup(button) {
    const open = this.part("setup").hidden;
    this.part("setup").hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    this.toLoad = open && !this.shown.course; // the position has not arrived yet
    if (open) this.editor();
    if (open && this.shown.course) this.load(this.position);
    this.show();
  }

  hideSetup() {
    this.part("setup").hidden = true;
    this.panel.querySelector("[data-do='set-up']").setAttribute("aria-expanded", "false");
  }

  // The editor for the current game, showing this position if given.
  async editor(position = null) {
    // Importing again would take a moment, in which a change of the user's would be lost.
    if (!this.setup) {
      try {
        const [{ Setup }] = await Promise.all([import("./setup.js"), styles()]);
        this.setup ??= new Setup(this.part("cells"), this.part("brushes"), (changed) => this.ask(changed));
      } catch (error) {
        console.warn(error);
        this.shown.fail(t("This could not be loaded. Reload this page to try again."));
        return;
      }
    }
    this.setup.play(this.editing);
    if (position !== null) this.setup.load(position);
  }

  // Load a position into the editor if it belongs to its game.
  load(position) {
    if (this.shown.game === this.editing) this.editor(position);
  }

  edit(position) {
    this.editor(position);
    this.ask(position);
  }

  // Display

  show() {
    this.showBoard();
    if (!this.isOpen) return;
    const button = (name) => this.panel.querySelector(`[data-do="${name}"]`);
    button("review").disabled = !this.shown.players;
    button("animation").disabled = !this.shown.course?.moves.length;
    button("undo").disabled = !this.game.canUndo;
    button("redo").disabled = !this.game.canRedo;
    for (const what of ["copy-position", "copy-record", "copy-link", "photo"]) button(what).disabled = !this.shown.course;
    button("play").disabled = !this.back || !this.game.now?.on || this.game.now.game !== this.shown.game || this.game.now.rules !== this.rules;
    if (!this.shown.course) return;
    const { here, shown: { last } } = this;
    for (const step of STEPS) button(step).disabled = stepped(step, here, last) === here;
    this.askOpinion();
    this.shown.show(here, this.other ? last > 0 : this.game.now?.over).then(() => this.keepInSight());
  }

  // Draw the selected position over the board, with its values if they are shown.
  showBoard() {
    if (this.back) {
      const { course, game, studies } = this.shown;
      const seen = this.isOpen && this.colours.checked;
      this.past.show({
        course,
        game,
        at: this.here,
        words: whereWords(course, this.here, this.other),
        steps: (seen && studies[this.here]?.steps) || NO_STEPS,
        opinion: (seen && this.shown.opinionOf(this.here)?.move) || "",
      });
      this.drawn = null;
    } else {
      this.past.hide();
      this.mark();
    }
    this.marked(this.back && !this.other ? this.here : null);
  }

  // Draw the values of the live game's steps on the board itself.
  mark() {
    const study = this.shown.course && this.shown.studies[this.shown.last];
    const { now } = this.game;
    const live = this.asking === "live" && now?.on && now.set && this.shown.course;
    const seen = this.isOpen && this.colours.checked && live && study;
    const steps = seen ? study.steps : NO_STEPS;
    const opinion = (seen && this.shown.opinionOf(this.shown.last)?.move) || "";
    if (steps === this.drawn && opinion === this.guess) return;
    this.drawn = steps;
    this.guess = opinion;
    this.overlay.replaceChildren();
    drawMarks(this.overlay, steps, this.pitch, this.shown.game);
    if (opinion) drawOpinion(this.overlay, opinion, this.pitch, this.shown.game);
    this.choice.value(steps);
  }

  resized() {
    const { view } = this;
    if (view.left === undefined) return;
    this.overlay.setAttribute("viewBox", `${view.left} ${view.top} ${view.right - view.left} ${view.bottom - view.top}`);
  }
}
