// Writes a game with everything known of it as one HTML file, as `lodeboard review` does.

import { t } from "./language.js";

const TEMPLATE = "review.html"; // contains @name@ for each part

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

// `data`: course, studies, graded and players, as received; `plain`: for browsers without scripts.
export async function reviewFile(data, { title, rules, plain }) {
  const answer = await fetch(TEMPLATE);
  if (!answer.ok) throw new Error(`${TEMPLATE}: status ${answer.status}`);
  const parts = {
    title: escaped(title),
    summary: escaped(t("{game}; moves: {n}. Only proved values are shown.", { game: rules ? `${title} (${rules})` : title, n: data.course.moves.length })),
    plain: escaped(plain),
    // Escape the data so that it cannot end its own element.
    data: JSON.stringify(data).replaceAll("<", "\\u003c"),
  };
  const whole = (await answer.text()).replace(/@(title|summary|plain|data)@/g, (_, name) => parts[name]);
  return new Blob([whole], { type: "text/html" });
}
