// The buttons for turning over and putting back, shown where the tile in the hand was taken from:
// between the cells, so that all cells stay free. Visible only while the hand holds a tile.

export class Held {
  // `left()` is called when they are hidden while one of them has the focus.
  constructor(view, box, left) {
    Object.assign(this, { view, box, left });
    this.buttons = [...box.children];
  }

  // `tile`: the one in the hand, or null.
  show(tile) {
    if (!tile) {
      const focused = this.box.contains(document.activeElement);
      this.box.hidden = true;
      if (focused) this.left();
      return;
    }
    if (this.box.hidden) this.spot = { ...tile.shown };
    this.box.hidden = false;
    this.resized();
  }

  resized() {
    const { view, spot } = this;
    if (this.box.hidden || !spot) return;
    const half = view.radius + 4;
    this.buttons.forEach((button, number) => {
      const side = number ? 1 : -1;
      const reach = button.offsetWidth / 2;
      const x = view.x(spot.x + side * half * (spot.size ?? 1));
      const y = view.y(spot.y - half * (spot.size ?? 1));
      button.style.left = `${Math.min(Math.max(x, reach), this.box.offsetWidth - reach)}px`;
      button.style.top = `${Math.max(y, reach)}px`;
    });
  }
}
