// The panels beside the board and the buttons that open them: one panel at a time. A button names its
// panel in aria-controls. A button in the panel closes it, and so does Escape anywhere on the page.

import { t } from "./language.js";

export class Panels {
  constructor(row) {
    this.openers = new Map();
    this.watchers = [];
    for (const opener of row.querySelectorAll("button[aria-controls]")) {
      const panel = document.getElementById(opener.getAttribute("aria-controls"));
      this.openers.set(panel.id, opener);
      opener.addEventListener("click", () => this.toggle(panel.id));
      this.addCloser(panel);
    }
    for (const menu of row.querySelectorAll("[popover]")) {
      menu.addEventListener("beforetoggle", () => this.hang(menu));
    }
    // The height of the row, for sheets that open below it.
    const bar = row.parentElement;
    new ResizeObserver(() => document.body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);
    // On the window, after all other handlers: Escape first puts a tile back or closes a dialog.
    window.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open], :popover-open")) return;
      const open = [...this.openers.keys()].find((id) => this.isOpen(id));
      if (!open) return;
      event.preventDefault();
      this.close(open);
    });
  }

  addCloser(panel) {
    const closer = document.createElement("button");
    closer.type = "button";
    closer.className = "plain close";
    closer.setAttribute("aria-label", t("Close"));
    closer.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg>';
    closer.addEventListener("click", () => this.close(panel.id));
    panel.querySelector(".head").append(closer);
  }

  // `changed(id, open)` is called whenever a panel opens or closes.
  watch(changed) {
    this.watchers.push(changed);
  }

  // Show or hide the button of a panel.
  offer(id, useful) {
    this.openers.get(id).hidden = !useful;
    if (!useful) this.close(id);
  }

  isOpen(id) {
    return !document.getElementById(id).hidden;
  }

  toggle(id) {
    if (this.isOpen(id)) this.close(id);
    else this.open(id);
    this.menuOf(id)?.hidePopover();
    // Scroll to a panel that opens below the board.
    if (this.isOpen(id)) document.getElementById(id).scrollIntoView({ block: "nearest" });
  }

  open(id) {
    for (const other of this.openers.keys()) {
      if (other !== id && this.isOpen(other)) this.show(other, false);
    }
    if (!this.isOpen(id)) this.show(id, true);
  }

  close(id) {
    if (!this.isOpen(id)) return;
    const panel = document.getElementById(id);
    const inside = panel.contains(document.activeElement);
    this.show(id, false);
    const menu = this.menuOf(id);
    if (inside) (menu ? menu.previousElementSibling : this.openers.get(id)).focus();
  }

  // Below the button that opens it.
  hang(menu) {
    const { bottom, right } = menu.previousElementSibling.getBoundingClientRect();
    menu.style.top = `${bottom}px`;
    menu.style.right = `${document.documentElement.clientWidth - right}px`;
  }

  // The menu that contains the button of a panel.
  menuOf(id) {
    return this.openers.get(id).closest("[popover]");
  }

  // Close the panel that covers the page, as on a phone, unless it is this one.
  uncover(but) {
    if (getComputedStyle(document.getElementById("panels")).position !== "fixed") return;
    for (const id of this.openers.keys()) if (id !== but) this.close(id);
  }

  show(id, open) {
    document.getElementById(id).hidden = !open;
    this.openers.get(id).setAttribute("aria-expanded", String(open));
    document.body.classList.toggle(`with-${id}`, open);
    for (const changed of this.watchers) changed(id, open);
  }
}
