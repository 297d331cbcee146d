// A game with everything known of it: sentence, picture, chart, moves and scorecard. The page's
// panel and the files of `lodeboard review` show it alike.

import { chart } from "./chart.js";
import { changes, diagram } from "./diagram.js";
import { gameOf } from "./games.js";
import { said } from "./language.js";
import { moveList } from "./moves.js";
import { scorecard, scoreNote } from "./scorecard.js";
import { opinionWords, sentence, valueWords, withCode } from "./verdicts.js";

const ORDER = { win: 0, tie: 1, lose: 2 };

export class GameView {
  // `parts`: elements to fill, named sentence, opinion, fix, chart, moves, card, steps.
  // `choose(k)` is called when somebody wants to look at position k.
  constructor(parts, choose) {
    this.parts = parts;
    this.choose = choose;
    this.clear();
  }

  clear() {
    this.course = null;
    this.game = gameOf();
    this.studies = [];
    this.opinions = []; // of the board's player, where it was asked
    this.graded = [];
    this.players = null;
    this.trouble = "";
  }

  // Nothing is shown any more.
  empty() {
    this.clear();
    for (const part of Object.values(this.parts)) part.replaceChildren();
  }

  // Why nothing more will be known.
  fail(words) {
    this.trouble = words;
    this.parts.sentence.textContent = words;
  }

  // The record, as the server sends it.
  begin(course) {
    this.clear();
    this.course = course;
    this.game = gameOf(course.game);
  }

  get last() {
    return this.course.positions.length - 1;
  }

  // The position looked at as a picture, with the marks of its steps.
  picture(at) {
    const { positions } = this.course;
    const changed = at ? changes(positions[at - 1].split(";")[0], positions[at], this.game) : [];
    return diagram(positions[at], this.game, this.studies[at]?.steps, changed, this.opinionOf(at)?.move);
  }

  // `at`: the position looked at; `card`: whether to show the scorecard.
  show(at, card) {
    if (!this.course) return;
    const { parts, course, studies, graded, players, game } = this;
    const study = studies[at];
    const words = (!study && this.trouble) || sentence(study, course.turns[at], game);
    if (parts.sentence.textContent !== words) parts.sentence.textContent = words;
    parts.opinion.textContent = opinionWords(this.opinionOf(at));
    const fix = said(study?.fix ?? "");
    if (parts.fix.textContent !== fix.replaceAll("`", "")) parts.fix.replaceChildren(...withCode(fix));
    // One position is no course of a game; and there may be nothing to draw.
    parts.chart.hidden = this.last === 0 || (game.guesses && !studies.some((study) => study?.value));
    parts.chart.replaceChildren(chart(course, studies, at, this.choose, game));
    this.refill(parts.moves, moveList(course, studies, graded, at, this.choose, game));
    const shown = card && players;
    parts.card.hidden = !shown;
    parts.card.replaceChildren(...(shown ? [scorecard(players, game.sides), scoreNote(players)] : []));
    parts.steps.replaceChildren(...this.steps(study));
  }

  // A new list in place of the old one; what had the focus and the scroll keeps it.
  refill(place, list) {
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    const top = place.firstElementChild?.scrollTop ?? 0;
    place.replaceChildren(list);
    list.scrollTop = top;
    if (focused !== null) list.querySelector(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
    const here = list.querySelector("[aria-current]");
    if (!here) return;
    const low = here.offsetTop + here.offsetHeight - list.clientHeight;
    list.scrollTop = Math.max(Math.min(list.scrollTop, here.offsetTop), low);
  }

  // What the board's player would do at position `at`, where nothing is proved of it.
  opinionOf(at) {
    const { value } = this.studies[at] ?? {};
    return (value === null && this.opinions[at]?.move && this.opinions[at]) || null;
  }

  // Every legal step in words, the best first.
  steps(study) {
    const known = [...(study?.steps ?? [])];
    const rank = ([, value, left]) => (value === null ? 3e3 : ORDER[value] * 1e3 + (value === "lose" ? -1 : 1) * (left ?? 0));
    known.sort((a, b) => rank(a) - rank(b));
    return known.map(([step, value, left]) => {
      const item = document.createElement("li");
      item.textContent = `${this.game.stepWords(step)}: ${valueWords(value, left, this.game)}`;
      return item;
    });
  }
}
