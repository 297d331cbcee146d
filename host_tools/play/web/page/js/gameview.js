// A game with everything known of it: sentence, picture, chart, moves and scorecard. Used by the page's
// panel and by the files of `lodeboard review`.

import { chart } from "./chart.js";
import { changes, diagram } from "./diagram.js";
import { said } from "./language.js";
import { moveList } from "./moves.js";
import { scorecard, scoreNote } from "./scorecard.js";
import { opinionWords, sentence, valueWords, withCode } from "./verdicts.js";

const ORDER = { win: 0, tie: 1, lose: 2 };

export class GameView {
  // `known`: the game. `parts`: elements to fill, named sentence, opinion, fix, chart, moves, card,
  // steps. `choose(k)` is called when the user selects position k.
  constructor(known, parts, choose) {
    Object.assign(this, { known, parts, choose });
  }

  // The selected position as a picture, with the marks of its steps.
  picture(index) {
    const { course, game, studies } = this.known;
    const { positions } = course;
    const changed = index ? changes(positions[index - 1].split(";")[0], positions[index], game) : [];
    return diagram(positions[index], game, studies[index]?.steps, changed, this.known.opinionOf(index)?.move);
  }

  // `index`: of the selected position; `card`: whether to show the scorecard.
  show(index, card) {
    const { parts, known } = this;
    const { course, studies, graded, players, game, last, trouble } = known;
    const study = studies[index];
    const words = (!study && trouble) || sentence(study, course.turns[index], game);
    if (parts.sentence.textContent !== words) parts.sentence.textContent = words;
    parts.opinion.textContent = opinionWords(known.opinionOf(index));
    const fix = said(study?.fix ?? "");
    if (parts.fix.textContent !== fix.replaceAll("`", "")) parts.fix.replaceChildren(...withCode(fix));
    // A single position has no chart or moves; and there may be nothing to draw.
    parts.chart.hidden = last === 0 || (game.guesses && !studies.some((study) => study?.value));
    parts.chart.replaceChildren(chart(course, studies, index, this.choose, game));
    this.refill(parts.moves, moveList(course, studies, graded, index, this.choose, game));
    const shown = card && players;
    parts.card.hidden = !shown;
    parts.card.replaceChildren(...(shown ? [scorecard(players, game.sides), scoreNote(players)] : []));
    parts.steps.replaceChildren(...this.steps(study));
  }

  // Replace a list, keeping its focus and scroll position.
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

  // Every legal step in words, best first.
  steps(study) {
    const { game } = this.known;
    const steps = [...(study?.steps ?? [])];
    const rank = ([, value, left]) => (value === null ? 3e3 : ORDER[value] * 1e3 + (value === "lose" ? -1 : 1) * (left ?? 0));
    steps.sort((a, b) => rank(a) - rank(b));
    return steps.map(([step, value, left]) => {
      const item = document.createElement("li");
      item.textContent = `${game.stepWords(step)}: ${valueWords(value, left, game)}`;
      return item;
    });
  }
}
