// How well each side played, as computed by the server from exact values.

import { t } from "./language.js";

const ROWS = [
  ["best", t("Best moves ★")],
  ["good", t("Good moves ✓")],
  ["blunders", t("Blunders ✗")],
  ["unknown", t("Not known")],
];

function row(head, values) {
  const line = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  name.textContent = head;
  line.append(name);
  for (const value of values) line.insertCell().textContent = value;
  return line;
}

export function scorecard(players, sides) {
  const table = document.createElement("table");
  table.className = "scorecard";
  const caption = table.createCaption();
  caption.textContent = t("Scorecard");
  const head = table.createTHead().insertRow();
  for (const text of ["", ...sides]) {
    const name = document.createElement(text ? "th" : "td");
    if (text) name.scope = "col";
    name.textContent = text;
    head.append(name);
  }
  const body = table.createTBody();
  for (const [key, name] of ROWS) body.append(row(name, players.map((card) => card[key])));
  const share = (card) => (card.accuracy === null ? t("not known") : `${card.accuracy} %`);
  const total = row(t("Accuracy"), players.map(share));
  total.className = "total";
  body.append(total);
  return table;
}

// What the figures mean, and why some are missing.
export function scoreNote(players) {
  const note = document.createElement("p");
  note.className = "note";
  const unknown = players[0].unknown + players[1].unknown;
  const all = players[0].moves + players[1].moves;
  const words = [t("Each graded move scores: best 1; good (keeps the value, but wins later or loses sooner) ½; blunder 0.")];
  if (unknown) words.push(t("{unknown} of {all} moves could not be graded: their exact value is not known.", { unknown, all }));
  note.textContent = words.join(" ");
  return note;
}
