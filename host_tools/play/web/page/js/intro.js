// The introduction: the board's own lights teach one small position after another. The lessons are in
// intro.json, the problems of the day in problems.json, those from one's own games in this browser; the
// board reports whether a step was done.

import { dailyCourses, today } from "./daily.js";
import { Daybook } from "./daybook.js";
import { gameOf, variantOf } from "./games.js";
import { said, t } from "./language.js";
import { Examiner, Mistakes } from "./mistakes.js";
import { placeOf } from "./words.js";

const GAME = "match";
const SETTING_UP = "restore";
const TWO_PLAYERS = 1;

const gameIn = ({ game, start, moves }) => [game, start, moves].join();

// Whether a state message of the board meets all conditions of a step.
export function met(done, state, game) {
  const half = state.position.includes(";");
  if (done.half !== undefined && half !== done.half) return false;
  if (done.moves !== undefined && (half || state.moves.length < done.moves)) return false;
  if (done.result !== undefined && state.result !== done.result) return false;
  if (done.last && !done.last.includes(state.moves.at(-1))) return false;
  const letters = game.cellsOf(state.position);
  return Object.entries(done.cells ?? {}).every(([name, code]) => {
    const { row, column } = placeOf(name, game);
    return letters[row * game.columns + column] === code;
  });
}

// A complete move was made, but not the right one.
export function missed(done, state, game) {
  return !met(done, state, game) && !state.position.includes(";") && state.moves.length >= (done.moves ?? 1);
}

// Days in a row with solved problems of the day.
function streakWords({ count, included }) {
  if (!count) return "";
  const values = { count };
  return included ? t("Days in a row with solved problems of the day: {count}, today included.", values) : t("Days in a row with solved problems of the day: {count}, up to yesterday.", values);
}

export class Intro {
  // `focusBoard()` moves the keyboard focus to the board. `log`: the games played on this page.
  constructor(panel, panels, link, focusBoard, log) {
    Object.assign(this, { panel, panels, link, focusBoard });
    this.days = new Daybook();
    this.mistakes = new Mistakes();
    this.examiner = new Examiner(this.mistakes, log, link, () => this.course || this.list());
    this.part = (name) => panel.querySelector(`[data-part="${name}"]`);
    this.lessons = null;
    this.courses = {};
    this.course = null; // the running course
    this.asked = null; // what begins once the server has parked the game
    this.parked = ""; // the parked game, until the board has it again
    this.changing = null; // while the board changes to its game
    this.items = [];
    this.state = null;
    this.farewell = ""; // shown when a course is done, until another begins
    this.part("next").addEventListener("click", (event) => this.next(event.detail === 0));
    this.part("again").addEventListener("click", (event) => this.again(event.detail === 0));
    this.part("leave").addEventListener("click", () => panels.close(panel.id));
    panels.watch((id, open) => {
      if (id !== panel.id) return;
      if (open) this.offer();
      else this.leave();
    });
    if (panels.isOpen(panel.id)) this.offer();
  }

  async load() {
    if (!this.lessons) [this.lessons, this.problems] = await Promise.all(["intro.json", "problems.json"].map(async (name) => (await fetch(name)).json()));
    this.list();
  }

  // Lessons first, then what the day brings.
  list() {
    if (!this.lessons) return;
    this.courses = { ...this.lessons, ...this.mistakes.courses(), ...dailyCourses(this.problems, this.days) };
    const list = this.part("courses");
    const focused = document.activeElement?.dataset?.course;
    list.replaceChildren();
    for (const [name, course] of Object.entries(this.courses)) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "course";
      button.dataset.course = name;
      button.innerHTML = "<b></b><span></span>";
      button.firstChild.textContent = course.label ?? t("Learn {game}", { game: said(course.name) });
      button.lastChild.textContent = course.note ?? said(course.about);
      button.addEventListener("click", (event) => this.start(name, event.detail === 0));
      list.append(button);
      if (name === focused) button.focus();
    }
    this.part("streak").textContent = streakWords(this.days.streak(today()));
    this.ready();
  }

  // The list of courses.
  offer() {
    this.farewell = "";
    this.load();
    this.examiner.next();
    this.show("choose");
    this.ready();
  }

  show(which) {
    for (const part of ["count", "say"]) this.part(part).textContent = "";
    this.answer("", "");
    for (const part of ["choose", "lesson"]) this.part(part).hidden = part !== which;
  }

  // A course can begin only during a game: the board must have its zeros and no open question.
  ready() {
    const can = this.state?.phase === GAME;
    this.part("first").textContent = can ? this.farewell : `${t("First do what the board asks.")} ${said(this.state?.say ?? "")}`;
    for (const button of this.part("courses").children) {
      button.disabled = !can;
      button.hidden = variantOf(this.items, this.courses[button.dataset.course]) < 0;
    }
  }

  command(command) {
    this.link().send({ t: "tell", line: command });
  }

  // Ask for a course.
  start(name, byKey) {
    const course = this.courses[name];
    const variant = variantOf(this.items, course);
    if (variant < 0) return;
    this.asked = { course, variant, byKey };
    this.link().send({ t: "park", on: true });
  }

  // The server's answer to it.
  hearParked({ on }) {
    const { asked } = this;
    this.asked = null;
    if (!on) this.clear();
    else if (asked) this.begin(asked);
    else if (!this.course) this.link().send({ t: "park", on: false }); // it was left before it began
  }

  begin({ course, variant, byKey }) {
    this.course = course;
    this.game = gameOf(course.game);
    this.farewell = "";
    this.index = 0;
    this.tried = null; // the index of the last step with an answer
    this.parked ||= gameIn(this.state);
    this.command({ c: "set", variant, players: TWO_PLAYERS, coach: 0 });
    this.show("lesson");
    this.changing = this.state.game === course.game ? null : { byKey, asked: false };
    if (!this.changing) this.stage(byKey);
    else this.part("title").textContent = t("The board changes to this game …");
  }

  // The board holds one game in memory and restarts for another: at once if no move was made, otherwise
  // when it is asked for a new game.
  change(state) {
    const { byKey, asked } = this.changing;
    if (state.game === this.course.game) {
      this.changing = null;
      this.stage(byKey);
    } else if (!asked && state.moves.length) {
      this.changing.asked = true;
      this.command({ c: "new" });
    }
  }

  // A sentence of the course in the language of the page.
  words(sentence) {
    return this.course.translated ? sentence : said(sentence);
  }

  get step() {
    return this.course.steps[this.index];
  }

  // Set up a step's position; a step without one continues from the previous step.
  stage(byKey) {
    const { step, course } = this;
    this.done = false;
    this.part("title").textContent = this.words(step.title);
    this.part("count").textContent = t("Step {number} of {count}", { number: this.index + 1, count: course.steps.length });
    this.part("say").textContent = this.words(step.say);
    this.answer("", "");
    if (step.position) {
      this.position = step.position;
      this.begun = false;
      this.link().send({ t: "lay", cells: this.game.layout(step.position), alike: this.game.alike });
      this.command({ c: "setup", position: step.position, moves: [] });
    }
    this.panel.scrollIntoView({ block: "nearest" });
    if (byKey) this.focusBoard();
    if (!step.position && this.state) this.check(this.state);
  }

  answer(kind, sentence) {
    const line = this.part("answer");
    line.textContent = sentence;
    line.dataset.kind = kind;
    this.part("next").hidden = kind !== "done";
    this.part("again").hidden = kind !== "missed";
    if (kind === "done") this.part("next").textContent = this.last ? t("Finish") : t("Next");
  }

  get last() {
    return this.index === this.course.steps.length - 1;
  }

  // Handle a line of the board.
  hear(line) {
    if (line?.t === "menu") {
      this.items = line.items;
      if (this.lessons && !this.course) this.ready();
    }
    if (line?.t !== "state") return;
    this.state = line;
    if (!this.course && gameIn(line) === this.parked) this.parked = "";
    if (!this.course) this.ready();
    else if (line.phase === GAME && this.changing) this.change(line);
    else if (line.phase === GAME) this.check(line);
  }

  check(state) {
    if (state.start !== this.position) return;
    // Not for a game that began in the same position but already has moves.
    if (state.ask !== SETTING_UP && !state.moves.length) this.begun = true;
    if (!this.begun || this.done) return;
    const { step } = this;
    const byKey = Boolean(document.activeElement?.closest("#stops, #choice"));
    if (met(step.done, state, this.game)) {
      this.done = true;
      this.tell(true);
      if (!step.after) {
        this.next(byKey);
        return;
      }
      this.answer("done", this.words(step.after));
      if (byKey) this.part("next").focus();
    } else if (missed(step.done, state, this.game)) {
      this.tell(false);
      this.answer("missed", step.missed ? this.words(step.missed) : t("Not quite. Try again."));
      if (byKey) this.part("again").focus();
    } else {
      this.answer("", "");
    }
  }

  // Handle an answer of the analysis.
  take(message) {
    this.examiner.take(message);
  }

  // Only the first answer at a step counts.
  tell(right) {
    if (this.tried !== this.index) this.course.answered?.(this.index, right);
    this.tried = this.index;
  }

  next(byKey) {
    if (this.last) {
      const { farewell, finished } = this.course;
      finished?.();
      this.leave();
      this.list();
      this.show("choose");
      // Keep the message: the board's first sentence for the restored game would overwrite it.
      this.farewell = farewell ?? t("You know all the rules now. Your game is back as it was.");
      this.ready();
      if (byKey) this.part("courses").querySelector(":not([hidden])").focus();
      return;
    }
    this.index += 1;
    this.stage(byKey);
  }

  // Repeat the step from its position.
  again(byKey) {
    while (!this.step.position) this.index -= 1;
    this.stage(byKey);
  }

  leave() {
    this.asked = null;
    if (!this.course) return;
    this.course = null;
    this.link().send({ t: "park", on: false });
  }

  // Another connection or board, or the game cannot be parked: no lesson is running.
  clear() {
    Object.assign(this, { course: null, parked: "" });
    this.show("choose");
  }
}
