// A question at a cell of the board: one button for each answer, and one that cancels.

import { t } from "./language.js";

export class CellQuestion {
  constructor(view, box) {
    Object.assign(this, { view, box });
    this.cancelled = null; // what to do when it is closed without an answer
    box.addEventListener("pointerdown", () => (this.pressed = true));
    box.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !box.contains(relatedTarget) && this.close());
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    });
  }

  // `at`: the centre of the cell in millimetres; `what`: the question, for screen readers; `answers`: of
  // each its words, what it does, and a picture if it has one.
  ask({ x, y }, what, answers, cancelled = () => {}) {
    this.close();
    this.pressed = false;
    this.cancelled = cancelled;
    const { box, view } = this;
    box.setAttribute("aria-label", what);
    box.replaceChildren(...[...answers, [t("Cancel")]].map((answer) => this.button(...answer)));
    box.hidden = false;
    const { clientWidth, clientHeight } = view.scene;
    const within = (value, size, room) => Math.max(0, Math.min(value - size / 2, room - size));
    box.style.left = `${within(view.x(x), box.offsetWidth, clientWidth)}px`;
    box.style.top = `${within(view.y(y), box.offsetHeight, clientHeight)}px`;
    box.firstElementChild.focus();
    box.scrollIntoView({ block: "nearest" });
  }

  button(words, act = null, picture = null) {
    const made = document.createElement("button");
    made.type = "button";
    made.append(...(picture ? [picture] : []), words);
    // The tap that opened the question also clicks the button under the finger: ignore that click.
    made.addEventListener("click", ({ detail }) => {
      if (detail !== 0 && !this.pressed) return;
      if (act) this.cancelled = null; // answered
      this.close();
      act?.();
    });
    return made;
  }

  close() {
    if (this.box.hidden) return;
    const { box, cancelled } = this;
    const focused = box.contains(document.activeElement);
    box.hidden = true;
    this.cancelled = null;
    cancelled?.();
    if (focused) document.querySelector("#stops button[tabindex='0']")?.focus();
  }
}
