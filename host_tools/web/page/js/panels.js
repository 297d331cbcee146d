// The panels beside the board and the row of buttons that open them: one panel at a time.
// A button names its panel in aria-controls; a panel may be closed by a button in it that has
// the class "close", or with Escape.

export class Panels {
  constructor(row) {
    this.openers = new Map();
    this.watchers = [];
    for (const opener of row.querySelectorAll("button[aria-controls]")) {
      const panel = document.getElementById(opener.getAttribute("aria-controls"));
      this.openers.set(panel.id, opener);
      opener.addEventListener("click", () => this.toggle(panel.id));
      panel.querySelector(".close")?.addEventListener("click", () => this.close(panel.id));
      panel.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        this.close(panel.id);
      });
    }
  }

  // `changed(id, open)` is called whenever a panel opens or closes.
  watch(changed) {
    this.watchers.push(changed);
  }

  // Whether there is any use for a panel: the button of one without goes.
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
    // Who asked for it is to see it, where it opens below the board.
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
    if (inside) this.openers.get(id).focus();
  }

  show(id, open) {
    document.getElementById(id).hidden = !open;
    this.openers.get(id).setAttribute("aria-expanded", String(open));
    document.body.classList.toggle(`with-${id}`, open);
    for (const changed of this.watchers) changed(id, open);
  }
}
