// Problems of the day: one per difficulty for each game, the same for everybody. They work like the
// introduction's courses: the board shows the position, one move is right.

import { gameOf } from "./games.js";
import { t } from "./language.js";

const DAY_MS = 86_400_000;

// The number of days since the beginning of 1970 in UTC, so that it is the same for everybody.
export const today = () => Math.floor(Date.now() / DAY_MS);

// Courses by name, from problems.json: by game, rule set and difficulty, `position|move|turns`; no turns
// where the move holds a draw. `days`: those with solved problems.
export function dailyCourses(problems, days) {
  const day = today();
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  const courses = {};
  for (const [game, ruleSets] of Object.entries(problems)) {
    for (const [rules, degrees] of Object.entries(ruleSets)) {
      const name = `daily-${game}${rules && `-${rules}`}`;
      courses[name] = {
        game,
        rules,
        label: t("Problems of the day: {rules}", { rules: titleOf(game, rules, Object.keys(ruleSets).length > 1) }),
        note: `${t("Three positions, one right move in each: {date}.", { date })}${days.has(day, name) ? ` ${t("You have solved them.")}` : ""}`,
        farewell: t("Those were today's problems. New ones come tomorrow; your game is back as it was."),
        translated: true,
        steps: degrees.map((year, index) => step(game, year[day % year.length], index)),
        finished: () => days.add(day, name),
      };
    }
  }
  return courses;
}

// A game is called by its rule set where there are problems for several.
function titleOf(game, rules, several) {
  return several ? rules[0].toUpperCase() + rules.slice(1) : (gameOf(game).title ?? game);
}

// Who is to move, in a sentence; "" where the board's own sentence says it.
export function moverWords(game, position) {
  const player = /^([12])_/.exec(position)?.[1];
  if (player) return player === "1" ? t("The suns are to move.") : t("The moons are to move.");
  const side = ["w", "b"].indexOf(position.split(" ")[1]);
  return side < 0 ? "" : t("{mover} to play.", { mover: gameOf(game).sides[side] });
}

function aimWords(game, turns) {
  const { sheet, unit } = gameOf(game);
  if (!turns) return t("Find the only move that holds the draw.");
  if (sheet) {
    const moves = (turns + 1) / 2;
    return moves === 1 ? t("Find the only move that mates.") : t("Mate in {moves} moves: find the only first move.", { moves });
  }
  if (unit[0] === t("step")) return t("Find the only step that wins. It wins in {turns} steps, yours and your opponent's.", { turns });
  return t("Find the only move that wins. It wins in {turns} turns, yours and your opponent's.", { turns });
}

function missedWords(game, turns) {
  if (!turns) return t("That loses. Try again.");
  return gameOf(game).sheet ? t("That does not mate in time. Try again.") : t("That gives the win away. Try again.");
}

function step(game, text, index) {
  const [position, move, left] = text.split("|");
  const turns = Number(left);
  return {
    title: t("Problem {number}", { number: index + 1 }),
    say: [moverWords(game, position), aimWords(game, turns), t("Make it on the board.")].filter(Boolean).join(" "),
    position,
    done: { moves: 1, last: [move] },
    missed: missedWords(game, turns),
    after: t("Right: {move} is the only move.", { move }),
  };
}
