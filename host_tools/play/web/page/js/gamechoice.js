// Games to choose from: for each a picture, its name and a sentence; for the chosen one also its rule
// sets with a sentence each.

import { diagram } from "./diagram.js";
import { gameOf, inOrder } from "./games.js";
import { said, t } from "./language.js";
import { nameOf, valueName } from "./menu.js";

const MARGIN = 23; // around the middle of a cell, 40 across

// A picture of a game in progress.
function picture(game) {
  const drawn = diagram(game.picture ?? game.empty, game);
  drawn.querySelectorAll(".label").forEach((label) => label.remove());
  drawn.setAttribute("viewBox", [-MARGIN, -MARGIN, ...[game.columns, game.rows].map((count) => 40 * (count - 1) + 2 * MARGIN)].join(" "));
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

function button(className) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  return made;
}

function part(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

export class GameChoice {
  constructor(box, offer) {
    this.offer = offer;
    this.games = part("div", "games");
    this.rules = part("div", "rules");
    this.rule = part("p", "rule");
    this.only = part("p", "note only");
    this.waits = part("div", "acts waits", t("Another game is under way."));
    this.start = button("main");
    this.start.textContent = t("Start this one now");
    this.start.addEventListener("click", () => offer.start());
    this.waits.append(this.start);
    for (const [group, label] of [[this.games, t("Game")], [this.rules, t("Rules")]]) {
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", label);
    }
    box.replaceChildren(this.games, this.waits, this.rules, this.rule, this.only);
    offer.watch(() => this.show());
  }

  show() {
    const { entries, chosen, only, waits } = this.offer;
    const offered = inOrder(entries.map(({ game }) => game));
    if (this.shown !== offered.join()) this.games.replaceChildren(...offered.map((name) => this.game(name)));
    this.shown = offered.join();
    for (const each of this.games.children) each.setAttribute("aria-pressed", String(each.dataset.game === chosen?.game));
    const sets = entries.filter(({ game }) => game === chosen?.game).map(({ rules }) => rules);
    const of = `${chosen?.game} ${sets.join()}`;
    if (this.ruled !== of) this.rules.replaceChildren(...(sets.length > 1 ? sets.map((rules) => this.ruleSet(chosen.game, rules)) : []));
    this.ruled = of;
    for (const each of this.rules.children) each.setAttribute("aria-pressed", String(each.dataset.rules === chosen.rules));
    this.rule.textContent = gameOf(chosen?.game).ruleSets?.[chosen?.rules] ?? "";
    this.only.textContent = said(only);
    this.waits.hidden = !waits;
  }

  game(name) {
    const made = button("game");
    made.dataset.game = name;
    const words = part("span", "words");
    words.append(part("b", "", valueName("variant", name)), part("span", "", gameOf(name).about));
    made.append(picture(gameOf(name)), words);
    made.addEventListener("click", () => this.offer.choose(name));
    return made;
  }

  ruleSet(game, rules) {
    const made = button("rule-set");
    made.dataset.rules = rules;
    made.textContent = nameOf(rules);
    made.addEventListener("click", () => this.offer.choose(game, rules));
    return made;
  }
}
