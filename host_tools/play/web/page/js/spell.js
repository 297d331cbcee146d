// Spells by dragging a hole. The server supplies the possible targets and the automatic hand carries
// out the chosen one. Used only while the page moves tiles for the player.

import { faceOf } from "./faces.js";
import { ownTurn } from "./game.js";
import { t } from "./language.js";
import { nextNumber } from "./question.js";
import { svg } from "./svg.js";

const TAP_PX = 7;
const OWN = ["lift", "place"]; // values of `ask` where a player begins a move

export class Spell {
  // `overlay`: where it is drawn; `question`: asks whether to carry or to drop. `told(how, words)` reports
  // what is in the hand, as in `Status.hand`; `refused(reason)` why a spell is not possible.
  constructor(view, tiles, overlay, question, link, { told, refused }) {
    Object.assign(this, { view, tiles, overlay, question, link, told, refused });
    this.hole = null; // the cell of the held hole
    this.targets = null; // moves by target cell; null until the server has answered
    this.state = null;
    this.asked = 0;
    const { scene } = view;
    // Before the hand, which only takes tiles.
    scene.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    scene.addEventListener("pointermove", (event) => this.moved(event));
    scene.addEventListener("pointerup", (event) => this.up(event));
    scene.addEventListener("pointercancel", () => this.putBack());
    addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  describe(hello) {
    this.hello = hello;
    this.putBack();
  }

  // The board's last state of the game.
  play(game, state) {
    if (state.position !== this.state?.position) this.putBack();
    this.state = state;
    this.game = game;
  }

  // Whether a hole can be taken now.
  get ready() {
    const { game, state } = this;
    return Boolean(document.body.classList.contains("on-screen") && !this.view.covered && game?.spells && ownTurn(state) && OWN.includes(state.ask) && !state.position.includes(";"));
  }

  isHole(cell) {
    return cell !== null && this.tiles.holes.includes(cell);
  }

  // Take the hole of a cell; false if there is none to take.
  take(cell) {
    if (this.hole !== null || !this.ready || !this.isHole(cell)) return false;
    this.hole = cell;
    this.targets = null;
    this.asked = nextNumber();
    const { game, rules, position } = this.state;
    this.link().send({ t: "legal", id: this.asked, game, rules, position });
    this.told("taken", t("hole"));
    this.show(this.centre(cell));
    return true;
  }

  // The server's answer: all legal moves.
  hear(message) {
    if (message.id !== this.asked || this.hole === null) return;
    this.targets = this.game.spells(message.moves ?? [], this.hole);
    if (!this.targets.size) return this.refuse(t("no magician of yours reaches this hole"));
    this.show(this.point);
    if (this.dropped !== undefined) this.drop(this.dropped);
  }

  // Drop the hole over a cell; null: outside the cells.
  drop(cell) {
    if (!this.targets) {
      this.dropped = cell; // until the targets are known
      return;
    }
    const moves = this.targets.get(cell);
    if (!moves) this.refuse(t("the hole cannot go there"));
    else if (moves.length === 1) this.cast(moves[0].move);
    else this.ask(cell, moves);
  }

  cast(move) {
    this.link().send({ t: "play", move });
    this.putBack();
  }

  // Ask whether to carry the piece there or drop it.
  ask(cell, moves) {
    const at = this.centre(cell);
    this.show(at);
    const answers = moves.map(({ move, drops }) => [drops ? t("Drop it into the hole") : t("Carry it along"), () => this.cast(move)]);
    this.question.ask(at, t("What the spell does"), answers, () => this.putBack());
  }

  refuse(reason) {
    this.putBack();
    this.refused(reason);
  }

  putBack() {
    if (this.hole === null) return;
    this.hole = this.targets = null;
    this.dropped = undefined;
    this.drag = null;
    this.asked = 0;
    this.question.close();
    this.overlay.replaceChildren();
    this.told("put-back", "");
  }

  // What a cell means for the held hole, in words.
  words(cell) {
    return this.targets?.has(cell) ? t("the hole may go here") : "";
  }

  // Pointer and keys

  down(event) {
    if (event.target.closest("button, .tile") && this.hole === null) return;
    if (event.target.closest("#question") || event.button !== 0) return;
    const cell = this.cellAt(event);
    if (this.hole === null ? !this.take(cell) : !this.question.box.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    this.drag = { id: event.pointerId, px: event.clientX, py: event.clientY, far: cell !== this.hole };
    this.view.scene.setPointerCapture(event.pointerId);
  }

  moved(event) {
    if (this.drag?.id !== event.pointerId) return;
    if (Math.hypot(event.clientX - this.drag.px, event.clientY - this.drag.py) > TAP_PX) this.drag.far = true;
    if (this.drag.far) this.show(this.view.inside(...Object.values(this.view.point(event))));
  }

  // A tap leaves the hole in the hand.
  up(event) {
    if (this.drag?.id !== event.pointerId) return;
    const { far } = this.drag;
    this.drag = null;
    if (!far) return;
    const cell = this.cellAt(event);
    if (cell === this.hole) this.putBack();
    else this.drop(cell);
  }

  key(event) {
    if (this.hole === null || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.putBack();
  }

  // Enter on a cell: true if it took or dropped a hole.
  press(cell) {
    if (this.hole === null) return this.take(cell);
    if (cell === this.hole) this.putBack();
    else this.drop(cell);
    return true;
  }

  // Drawing

  cellAt(event) {
    return this.tiles.cellOf(this.view.point(event));
  }

  centre(cell) {
    const { plate, columns } = this.hello;
    return { x: (cell % columns) * plate.pitch_mm, y: Math.floor(cell / columns) * plate.pitch_mm };
  }

  show(point) {
    this.point = point;
    const { left, top, right, bottom } = this.view;
    const { well_diameter_mm: across, ring_outer_mm: ring } = this.hello.plate;
    this.overlay.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    const rings = [...(this.targets?.keys() ?? [])].map((cell) => {
      const { x, y } = this.centre(cell);
      return svg("circle", { class: "target", cx: x, cy: y, r: ring / 2 });
    });
    this.overlay.replaceChildren(...rings, faceOf(this.game, { hole: true, up: true }, across, point.x, point.y));
  }
}
