// The file that `lodeboard review` writes: a whole game with everything known of it.

import { stepOf, stepped } from "./game.js";
import { GameView } from "./gameview.js";
import { Known } from "./known.js";
import { t } from "./language.js";

const ICONS = { first: "M4 3v10M12.5 3L6 8l6.5 5z", earlier: "M11 3L4.5 8 11 13z", later: "M5 3l6.5 5L5 13z", last: "M12 3v10M3.5 3L10 8l-6.5 5z" };
const NAMES = { first: t("the start"), earlier: t("the move before"), later: t("the next move"), last: t("the last move") };

const place = document.getElementById("review");
const step = (name) => `<button type="button" class="step" data-do="${name}" aria-label="${NAMES[name]}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg></button>`;
place.innerHTML = `
  <section class="board" aria-label="${t("The position")}">
    <p class="sentence" data-part="sentence" role="status"></p>
    <p class="opinion" data-part="opinion"></p>
    <p class="note" data-part="fix"></p>
    <div data-part="picture"></div>
    <div class="buttons steps" role="group" aria-label="${t("Look at")}">${Object.keys(ICONS).map(step).join("")}</div>
    <p class="note">${t("Marks, for the player to move: W wins, D draws, L loses, each with the number of moves to the end; slower results are fainter; ? is not known.")}<span class="turning"> ${t("Chevrons show a placement, up side or down side, or the direction of a flip.")}</span></p>
  </section>
  <section class="game" aria-label="${t("The game")}">
    <div data-part="chart"></div>
    <div data-part="moves"></div>
    <div data-part="card"></div>
    <details><summary>${t("All moves in words")}</summary><ul data-part="steps"></ul></details>
  </section>`;

const data = JSON.parse(document.getElementById("data").textContent);
const part = (name) => place.querySelector(`[data-part="${name}"]`);
const names = ["sentence", "opinion", "fix", "chart", "moves", "card", "steps"];
const button = (name) => place.querySelector(`[data-do="${name}"]`);
let here = 0;

const known = new Known();
known.begin(data.course);
Object.assign(known, { studies: data.studies, graded: data.graded, players: data.players });
document.body.classList.toggle("no-turning", !known.game.turning);
const view = new GameView(known, Object.fromEntries(names.map((name) => [name, part(name)])), look);

function look(index) {
  here = index;
  view.show(here, true);
  part("picture").replaceChildren(view.picture(here));
  for (const name of Object.keys(ICONS)) button(name).disabled = stepped(name, here, known.last) === here;
}

for (const name of Object.keys(ICONS)) button(name).addEventListener("click", () => look(stepped(name, here, known.last)));
addEventListener("keydown", (event) => {
  const name = stepOf(event);
  if (!name) return;
  event.preventDefault();
  look(stepped(name, here, known.last));
});
look(0);
