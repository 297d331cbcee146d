// Mouse, finger and pen: drag a tile, or tap it and then tap its target; or tap an empty cell.

const TAP_PX = 7; // movement of a tap; its duration does not matter, as not everybody is quick
const WHEEL_REST_MS = 280; // one turn of the wheel causes many events

export class Pointer {
  constructor(view, hand, tiles, choice, cells, scene) {
    Object.assign(this, { view, hand, tiles, choice, cells, scene });
    this.drag = null; // the pressed pointer: id, place, time and grip on the tile
    this.wheelAt = 0;
    scene.addEventListener("pointerdown", (event) => this.down(event));
    scene.addEventListener("pointermove", (event) => this.moved(event));
    scene.addEventListener("pointerup", (event) => this.up(event));
    scene.addEventListener("pointercancel", (event) => this.cancelled(event));
    scene.addEventListener("contextmenu", (event) => this.context(event));
    scene.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  down(event) {
    if (event.target.closest("button, #question")) return;
    const mine = this.hand.tile;
    if (this.drag) {
      // A second finger turns over the tile that the first one holds.
      if (mine && event.pointerId !== this.drag.id) this.hand.turn();
      return;
    }
    if (event.button !== 0) return;
    const at = this.view.point(event);
    const tile = this.tileUnder(event, at);
    if (mine) {
      event.preventDefault();
      this.begin(event, at, tile === mine ? "again" : "there");
    } else if (tile && this.choice.offers(tile)) {
      // A tap chooses the tile; it can still be dragged.
      event.preventDefault();
      this.drag = { id: event.pointerId, px: event.clientX, py: event.clientY, offered: tile, start: event, at };
      this.scene.setPointerCapture(event.pointerId);
    } else if (tile && this.hand.take(tile, true)) {
      event.preventDefault();
      this.begin(event, at, "first");
    } else if (!tile) {
      this.drag = { id: event.pointerId, px: event.clientX, py: event.clientY, empty: true };
      this.scene.setPointerCapture(event.pointerId);
    }
  }

  // The tile drawn there, or lying there and about to be drawn.
  tileUnder(event, at) {
    const element = event.target.closest(".tile");
    const ground = this.view.ground(at);
    return element ? this.tiles.get(Number(element.dataset.tile)) : this.tiles.at(ground.x, ground.y, this.tiles.radius);
  }

  begin(event, at, which) {
    const { follow, shown } = this.hand.tile;
    const { x, y } = follow ?? shown;
    this.drag = { id: event.pointerId, px: event.clientX, py: event.clientY, which, far: false };
    // Hold the tile at the point touched, so that it does not jump under the finger.
    this.grip = which === "there" ? { x: 0, y: 0 } : { x: x - at.x, y: y - at.y };
    this.scene.setPointerCapture(event.pointerId);
  }

  moved(event) {
    const at = this.view.point(event);
    const { px, py, offered, start, at: began } = (event.pointerId === this.drag?.id && this.drag) || {};
    if (offered && Math.hypot(event.clientX - px, event.clientY - py) > TAP_PX) {
      this.drag = null;
      // Use the point first touched: a quick hand has already moved away.
      if (this.hand.take(offered, true)) this.begin(start, began, "first");
    }
    if (this.drag?.empty && Math.hypot(event.clientX - px, event.clientY - py) > TAP_PX) this.drag = null;
    if (!this.hand.tile) return;
    if (!this.drag) {
      // Picked up by a click: the tile follows the mouse. A finger cannot hover.
      if (event.pointerType === "mouse" && this.hand.pointer) this.carry(at);
      return;
    }
    if (event.pointerId !== this.drag.id) return;
    const way = Math.hypot(event.clientX - this.drag.px, event.clientY - this.drag.py);
    if (way > TAP_PX) this.drag.far = true;
    if (this.drag.far) this.carry(at);
  }

  carry(at) {
    const grip = this.grip ?? { x: 0, y: 0 };
    this.hand.carry(at.x + grip.x, at.y + grip.y);
  }

  up(event) {
    if (event.pointerId !== this.drag?.id) return;
    const { which, far, offered, empty } = this.drag;
    this.drag = null;
    if (empty) return void this.cells.press(this.tiles.cellOf(this.view.point(event)));
    if (offered) this.choice.choose(offered.piece);
    if (!this.hand.tile) return;
    if (which === "there") {
      this.carry(this.view.point(event));
      this.hand.putDown();
    } else if (far) {
      this.hand.putDown();
    } else if (which === "again") {
      if (event.pointerType === "mouse" || !this.tiles.game.turning) this.hand.putDown();
      else this.hand.turn();
    }
    // A first tap leaves the tile in the hand.
  }

  cancelled(event) {
    if (event.pointerId !== this.drag?.id) return;
    this.drag = null;
    this.hand.putBack();
  }

  context(event) {
    if (!this.hand.tile) return;
    event.preventDefault();
    if (event.pointerType === "mouse" || event.pointerType === undefined) this.hand.turn();
  }

  wheel(event) {
    if (!this.hand.tile) return;
    event.preventDefault();
    if (event.timeStamp - this.wheelAt > WHEEL_REST_MS) this.hand.turn();
    this.wheelAt = event.timeStamp;
  }
}
