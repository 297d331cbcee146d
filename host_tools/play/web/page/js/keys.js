// The dialog with all keys, made when it is first asked for.

import { t } from "./language.js";
import { styles } from "./opened.js";

// By the keys, in the order of the dialog. Names of keys are the same in every language.
const KEYS = [
  ["← → ↑ ↓", t("go from cell to cell, and to the trays")],
  ["Enter", t("pick up, set down")],
  ["F", t("turn over what is in the hand"), "turning"],
  ["Esc", t("put back what is in the hand; back to the game; close what is open")],
  ["R B M", t("on a cell: read its row, the board, what may be done")],
  ["S T", t("on a cell: say again, type a move")],
  ["← → Home End", t("beside the board: look back, move by move")],
  ["1 2 3", t("the board's buttons: left, middle, right")],
  ["Tab", t("go on to the next part of the page")],
  ["?", t("these keys")],
];
let dialog = null;

function made(tag, content, more = {}) {
  const element = Object.assign(document.createElement(tag), more);
  element.append(...content);
  return element;
}

function row([keys, words, className = ""]) {
  const caps = keys.split(" ").flatMap((key) => [made("kbd", [key]), " "]);
  return made("div", [made("dt", caps), made("dd", [words])], { className });
}

export async function showKeys() {
  await styles();
  if (!dialog) {
    dialog = made("dialog", [made("h2", [t("Keys")], { id: "keys-name" }), made("dl", KEYS.map(row))], { id: "keys" });
    dialog.setAttribute("aria-labelledby", "keys-name");
    dialog.append(made("form", [made("button", [t("Close")])], { method: "dialog", className: "acts" }));
    document.body.append(dialog);
  }
  dialog.showModal();
}
