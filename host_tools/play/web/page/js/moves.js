// The list of moves: each a button that shows the position it led to.

import { t } from "./language.js";
import { GRADES, valueWords, winner } from "./verdicts.js";

const SIGNS = { best: "★", good: "✓", blunder: "✗" };

function cell(text, className) {
  const span = document.createElement("span");
  span.className = className;
  span.textContent = text;
  return span;
}

function standing(study, turn, sides) {
  const who = winner(study, turn);
  if (who === undefined) return "?";
  if (who === null) return t("draw");
  if (study.verdict !== "undecided") return t("{side} won", { side: sides[who] });
  return study.remoteness === null ? t("{side} wins", { side: sides[who] }) : t("{side} in {count}", { side: sides[who], count: study.remoteness });
}

// `graded`: the scorecard's entry of each move, or none yet; `choose(k)`: show position k.
export function moveList(course, studies, graded, index, choose, game) {
  const { sides } = game;
  const list = document.createElement("ol");
  list.className = "moves";
  course.positions.forEach((_, number) => {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    const move = number ? course.names[number - 1] : t("Start");
    const side = number ? sides[course.turns[number - 1]] : "";
    const grade = number ? graded[number - 1]?.grade : null;
    const study = studies[number];
    button.type = "button";
    button.dataset.at = number;
    button.className = grade ?? "";
    button.append(
      cell(number ? `${number}` : "", "number"), " ",
      cell(move, "move"), " ",
      cell(grade ? SIGNS[grade] : "", "grade"), " ",
      cell(study ? standing(study, course.turns[number], sides) : "…", "standing"),
    );
    const parts = [number ? t("Move {number}, {side}: {move}", { number, side, move }) : t("The start")];
    if (grade) parts.push(GRADES[grade]);
    if (study) parts.push(t("{mover} to play {wins}", { mover: sides[course.turns[number]], wins: valueWords(study.value, study.remoteness, game) }));
    button.setAttribute("aria-description", parts.join("; "));
    if (number === index) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => choose(number));
    item.append(button);
    list.append(item);
  });
  return list;
}
