import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { GameChoice } = await page("gamechoice");
const { describe } = await page("games");

describe({ rows: 4, columns: 4 });

const ENTRIES = [["kono", ""], ["flip", "magic"], ["flip", "eclipse"], ["teeko", ""]].map(([game, rules]) => ({ game, rules }));

function made(more = {}) {
  const [box, did] = [element(), []];
  const offer = { entries: ENTRIES, chosen: ENTRIES[1], only: "", waits: false, watch: (show) => (offer.show = show), choose: (...of) => did.push(of), start: () => did.push("start"), ...more };
  const choice = new GameChoice(box, offer);
  offer.show();
  return { box, did, offer, choice };
}

const pressed = ({ children }) => children.map(({ attributes }) => attributes["aria-pressed"]);

test("each game has a picture, its name and a sentence, in the page's order", () => {
  const { choice } = made();
  assert.deepEqual(choice.games.children.map(({ type, className, dataset, textContent }) => [type, className, dataset.game, textContent]), [["button", "game", "flip", "Flip tilesFlip one of your opponent's tiles, then place one of your own."], ["button", "game", "kono", "Four Field KonoJump over a tile of your own and capture the one behind it."], ["button", "game", "teeko", "Teeko"]]);
  const [picture] = choice.games.children[0].children;
  assert.deepEqual([picture.tag, picture.attributes.viewBox, picture.attributes["aria-hidden"], picture.querySelectorAll(".label").length], ["svg", "-23 -23 166 166", "true", 0]);
  assert.deepEqual(pressed(choice.games), ["true", "false", "false"]);
});

test("a picture is as large as its board", () => {
  const { choice } = made({ entries: [{ game: "magician", rules: "standard" }] });
  assert.equal(choice.games.children[0].children[0].attributes.viewBox, "-23 -23 286 286");
});

test("the chosen game has its rule sets with a sentence, if it has several", () => {
  const { choice, offer } = made();
  assert.deepEqual([choice.rules.children.map(({ textContent, className }) => [textContent, className]), pressed(choice.rules)], [[["magic", "rule-set"], ["eclipse", "rule-set"]], ["true", "false"]]);
  assert.match(choice.rule.textContent, /^Three of yours in a row, the same side up, win if/);
  offer.chosen = ENTRIES[2];
  offer.show();
  assert.deepEqual(pressed(choice.rules), ["false", "true"]);
  offer.chosen = ENTRIES[0];
  offer.show();
  assert.deepEqual([choice.rules.children, choice.rule.textContent, pressed(choice.games)], [[], "", ["false", "true", "false"]]);
});

test("before anything is chosen nothing is pressed", () => {
  const { choice } = made({ chosen: undefined });
  assert.deepEqual([pressed(choice.games), choice.rules.children, choice.rule.textContent], [["false", "false", "false"], [], ""]);
});

test("a click chooses a game or its rules", () => {
  const { choice, did } = made();
  choice.games.children[1].click();
  choice.rules.children[1].click();
  assert.deepEqual(did, [["kono"], ["flip", "eclipse"]]);
});

test("buttons stay as long as the games and rules are the same", () => {
  const { choice, offer } = made();
  const [game, rule] = [choice.games.children[0], choice.rules.children[0]];
  offer.show();
  assert.deepEqual([choice.games.children[0] === game, choice.rules.children[0] === rule], [true, true]);
  offer.entries = ENTRIES.slice(0, 2);
  offer.show();
  assert.deepEqual([choice.games.children.length, choice.rules.children.length], [2, 0]);
});

test("another game waits until it may start, and it may be started at once", () => {
  const { box, choice, offer, did } = made({ only: "Only these games fit this board." });
  assert.deepEqual(box.children.map(({ tag, className, textContent, hidden, attributes }) => [tag, className, className === "games" ? "..." : textContent, hidden, attributes]), [["div", "games", "...", false, { role: "group", "aria-label": "Game" }], ["div", "acts waits", "Another game is under way.Start this one now", true, {}], ["div", "rules", "magiceclipse", false, { role: "group", "aria-label": "Rules" }], ["p", "rule", "Three of yours in a row, the same side up, win if they still lie there on your turn.", false, {}], ["p", "note only", "Only these games fit this board.", false, {}]]);
  offer.waits = true;
  offer.show();
  assert.equal(choice.waits.hidden, false);
  choice.start.click();
  assert.deepEqual(did, ["start"]);
});
