// The board's three buttons: a press lasts from pointer down to pointer up.

import { place } from "./view.js";

const WIDEST_MM = 80; // of a button
const SHORT_MS = 160; // length of a press without a pointer

export class Buttons {
  constructor(view, group, link) {
    this.view = view;
    this.link = link;
    this.down = new Set();
    this.ends = {}; // timers that end short presses, by button
    this.all = [...group.querySelectorAll("button")];
    for (const button of this.all) {
      const mask = Number(button.dataset.button);
      button.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        button.setPointerCapture(event.pointerId);
        this.press(mask);
      });
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        button.addEventListener(end, () => this.release(mask));
      }
      // A click without a pointer (Enter, Space, screen reader) is a short press. A further click ends
      // it early.
      button.addEventListener("click", (event) => {
        if (event.detail !== 0) return;
        clearTimeout(this.ends[mask]);
        this.release(mask);
        this.press(mask);
        this.ends[mask] = setTimeout(() => this.release(mask), SHORT_MS);
      });
    }
    addEventListener("blur", () => this.releaseAll());
  }

  press(mask) {
    if (this.view.covered) return void this.view.covered();
    if (this.down.has(mask)) return;
    this.down.add(mask);
    this.link().send({ t: "press", button: mask });
    this.show();
  }

  release(mask) {
    if (!this.down.delete(mask)) return;
    this.link().send({ t: "release", button: mask });
    this.show();
  }

  releaseAll() {
    for (const mask of [...this.down]) this.release(mask);
  }

  show() {
    for (const button of this.all) {
      button.classList.toggle("down", this.down.has(Number(button.dataset.button)));
    }
  }

  resized() {
    const { left, right, lip } = this.view.plate;
    const step = (right - left) / 3;
    this.all.forEach((button, number) => {
      const middle = left + step * (number + 0.5);
      const half = Math.min(step / 2 - 4, WIDEST_MM / 2);
      place(button, this.view, middle - half, lip - 8, middle + half, lip + 15);
    });
  }
}
