// The link to send to a friend: to copy, to share, as a QR code; and what is sent along with it.
// A connection has such links, too.

import { ended } from "./friendgames.js";
import { friendName, SENTENCES } from "./friendwords.js";
import { t } from "./language.js";
import { svg } from "./svg.js";

const QUIET = 4; // modules around a QR code

export class FriendLink {
  // `changed({ offer })` or `changed({ says })`: the user has chosen what to send along. `toWatch()`: asks
  // for a link to watch, which `copy` then receives. Without both, the link is shown alone.
  constructor(changed = null, toWatch = null) {
    this.toWatch = toWatch;
    this.words = document.createElement("p");
    this.text = Object.assign(document.createElement("input"), { type: "text", readOnly: true });
    this.text.setAttribute("aria-label", t("The link"));
    this.copied = document.createElement("p");
    this.copied.setAttribute("role", "status");
    this.copied.className = "note";
    this.qr = document.createElement("div");
    this.qr.className = "qr";
    this.says = document.createElement("select");
    this.says.add(new Option(t("nothing"), ""));
    for (const [name, words] of Object.entries(SENTENCES)) this.says.add(new Option(words, name));
    this.says.addEventListener("change", () => changed({ says: this.says.value }));
    this.draw = Object.assign(document.createElement("input"), { type: "checkbox" });
    this.draw.addEventListener("change", () => changed({ offer: this.draw.checked ? "draw" : "" }));
    this.box = document.createElement("div");
    this.box.className = changed ? "friend-link turn" : "friend-link dial";
    this.box.hidden = true;
    this.box.append(this.words, this.text, this.acts(), this.copied, ...(changed ? [this.along()] : []), this.qr);
  }

  acts() {
    const acts = document.createElement("div");
    acts.className = "acts";
    this.copier = this.button("copy", t("Copy the link"), () => this.copy(), "main");
    this.sharer = this.button("share", t("Share …"), () => this.share());
    this.sharer.hidden = typeof navigator.share !== "function";
    acts.append(this.copier, this.sharer);
    if (this.toWatch) acts.append(this.button("watch", t("Copy a link to watch"), () => this.toWatch()));
    return acts;
  }

  button(name, words, act, className = "") {
    const made = Object.assign(document.createElement("button"), { type: "button", className, textContent: words });
    made.dataset.do = name;
    made.addEventListener("click", act);
    return made;
  }

  along() {
    const along = document.createElement("div");
    along.className = "along";
    const says = document.createElement("label");
    says.append(t("Say"), this.says);
    this.drawLabel = document.createElement("label");
    this.drawLabel.className = "switch";
    this.drawLabel.append(this.draw, t("Offer a draw"));
    along.append(says, this.drawLabel);
    return along;
  }

  // Show this link alone; "" hides it.
  put(address, words = "") {
    this.box.hidden = !address;
    if (this.text.value !== address) this.qr.replaceChildren();
    this.text.value = address;
    this.words.textContent = words;
    this.copied.textContent = "";
  }

  // A game whose last link is the own one. `live`: the link has gone to the friend already.
  show(game, live) {
    this.box.hidden = game.me === null || game.by !== game.me || Boolean(game.other) || !game.at;
    if (this.box.hidden) return;
    const address = game.link && location.origin + location.pathname + game.link;
    if (this.text.value !== address) {
      this.text.value = address;
      this.qr.replaceChildren();
      this.copied.textContent = "";
    }
    this.words.textContent = live ? t("This link has gone to {name}:", { name: friendName(game) }) : t("Send this link to {name}:", { name: friendName(game) });
    this.says.value = game.says;
    this.draw.checked = game.offer === "draw";
    this.drawLabel.hidden = ended(game) || Boolean(game.offer && game.offer !== "draw") || !game.moves.length;
  }

  // The QR code of the link shown; null: it is too long for one.
  drawn({ qr }) {
    if (!qr) return this.qr.replaceChildren();
    const [size, path] = qr;
    const all = size + 2 * QUIET;
    const picture = svg("svg", { viewBox: `${-QUIET} ${-QUIET} ${all} ${all}`, role: "img", "aria-label": t("The link as a QR code") });
    picture.append(svg("rect", { x: -QUIET, y: -QUIET, width: all, height: all, fill: "#fff" }), svg("path", { d: path, stroke: "#000" }));
    return this.qr.replaceChildren(picture);
  }

  async copy(text = this.text.value) {
    this.text.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.copied.textContent = t("Copied.");
    } catch {
      this.text.select();
      this.copied.textContent = t("Copy the link from the text field.");
    }
  }

  // The system's own way to send something.
  async share() {
    try {
      await navigator.share({ title: "Lodeboard", url: this.text.value });
    } catch (error) {
      if (error.name !== "AbortError") await this.copy();
    }
  }
}
