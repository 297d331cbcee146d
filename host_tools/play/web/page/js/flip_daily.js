// Problems of the day: one per difficulty for each rule set of flip tiles, the same for everybody. They
// work like the introduction's courses: the board shows the position, one move is right.

import { t } from "./language.js";

const DAY_MS = 86_400_000;

// The number of days since the beginning of 1970 in UTC, so that it is the same for everybody.
const today = () => Math.floor(Date.now() / DAY_MS);

// Courses by name, from problems.json: by rule set and difficulty, `position move turns`.
export function dailyCourses(problems) {
  const day = today();
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return Object.fromEntries(
    Object.entries(problems).map(([rules, degrees]) => [
      `daily-${rules}`,
      {
        game: "flip",
        rules,
        label: t("Problems of the day: {rules}", { rules: rules[0].toUpperCase() + rules.slice(1) }),
        note: t("Three positions, one right move in each: {date}.", { date }),
        farewell: t("Those were today's problems. New ones come tomorrow; your game is back as it was."),
        translated: true,
        steps: degrees.map((year, index) => step(year[day % year.length], index)),
      },
    ]),
  );
}

function step(text, index) {
  const [position, move, turns] = text.split(" ");
  const side = position[0] === "1" ? t("The suns are to move.") : t("The moons are to move.");
  const aim =
    turns === "0"
      ? t("Find the only move that holds the draw.")
      : t("Find the only move that wins. It wins in {turns} turns, yours and your opponent's.", { turns });
  return {
    title: t("Problem {number}", { number: index + 1 }),
    say: `${side} ${aim} ${t("Make it on the board.")}`,
    position,
    done: { moves: 1, last: [move] },
    missed: turns === "0" ? t("That loses. Try again.") : t("That gives the win away. Try again."),
    after: t("Right: {move} is the only move.", { move }),
  };
}
