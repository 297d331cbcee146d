// The panel for a real board on a cable: choose its port, see whether it answers, read its fault log, flash a
// firmware. The port is here; the code that communicates with the board is in the worker (cabled.js).

import { html as newPico, offer } from "./newpico.js";
import { Port } from "./port.js";

const MAKER = 0x2e8a; // USB vendor id of Raspberry Pi, used by MicroPython on a Pico
const DEFAULT = "tile4x4";
const html = (t) => `
  <h2 id="cable-name">${t("A real board")}</h2>
  <p data-part="state" role="status"></p>
  <p data-part="wrong" class="wrong" role="alert"></p>
  <div class="acts">
    <button type="button" class="main" data-do="connect">${t("Connect a board")}</button>
    <button type="button" data-do="leave" hidden>${t("Disconnect")}</button>
  </div>
  <label class="switch" data-part="before"><input type="checkbox" data-part="all"> ${t("List ports of all manufacturers")}</label>
  <div class="setting"><label for="cable-board">${t("Board")}</label><select id="cable-board" data-part="board"></select></div>
  <div data-part="work" hidden>
    <div class="acts">
      <button type="button" data-do="flash">${t("Install the firmware")}</button>
      <button type="button" data-do="log">${t("Show the fault log")}</button>
    </div>
    <p class="note" data-part="firmware"></p>
    <label class="switch"><input type="checkbox" data-part="erase"> ${t("Erase stored data")}</label>
    <div data-part="versions" hidden>
      <p data-part="compared"></p>
      <div class="acts">
        <button type="button" class="main" data-do="install">${t("Install it")}</button>
        <button type="button" data-do="back"></button>
        <button type="button" data-do="keep">${t("Leave it as it is")}</button>
      </div>
      <div data-part="changes"></div>
    </div>
    <progress data-part="share" max="100" aria-label="${t("Progress")}" hidden></progress>
    <ol data-part="said" class="log" tabindex="0" aria-label="${t("Steps so far, newest last")}" hidden></ol>
    <pre data-part="log" class="log" tabindex="0" aria-label="${t("The fault log")}" hidden></pre>
  </div>
  ${newPico(t)}`;

// A list that opens under its title, in English.
function listOf(title, entries) {
  const list = document.createElement("details");
  const items = entries.map((entry) => Object.assign(document.createElement("li"), { textContent: entry }));
  const rows = Object.assign(document.createElement("ul"), { lang: "en" });
  rows.append(...items);
  list.append(Object.assign(document.createElement("summary"), { textContent: title }), rows);
  list.open = true;
  return list;
}

export class CablePanel {
  // `link`: to the worker; `t`, `said`: the page's language.
  constructor(panel, link, t, said) {
    panel.querySelector("[data-part='cable']").innerHTML = html(t);
    panel.setAttribute("aria-labelledby", "cable-name");
    Object.assign(this, { panel, link, t, said, port: null, busy: false, boards: {} });
    const acts = {
      connect: () => this.connect(),
      leave: () => this.leave(),
      flash: () => this.flash("compare"),
      install: () => this.flash("flash"),
      back: () => this.work({ cable: "back" }),
      keep: () => (this.part("versions").hidden = true),
      log: () => this.work({ cable: "log" }),
    };
    for (const [name, act] of Object.entries(acts)) this.button(name).addEventListener("click", act);
    this.part("board").addEventListener("change", () => this.kind());
    this.idle();
    if (!globalThis.isSecureContext) this.wrong(t("Browsers let a page reach a board over https only."));
    else if (!("serial" in navigator)) this.wrong(t("This browser cannot reach a board: it lacks Web Serial. Chrome, Edge and Opera on a computer have it."));
    this.button("connect").disabled = !("serial" in navigator);
    link.cable((bytes) => this.port?.write(bytes));
    this.listBoards().catch(() => this.wrong(t("The list of firmwares could not be loaded. Reload this page to try again.")));
  }

  part(name) {
    return this.panel.querySelector(`[data-part="${name}"]`);
  }

  button(name) {
    return this.panel.querySelector(`[data-do="${name}"]`);
  }

  idle() {
    const { t } = this;
    this.state(t("Connect a board by USB and choose its port. The page then shows its game, lights and messages. Nothing is installed."));
  }

  state(words) {
    if (this.part("state").textContent !== words) this.part("state").textContent = words;
  }

  wrong(words) {
    this.part("wrong").textContent = words;
  }

  async listBoards() {
    const { t } = this;
    const answer = await fetch("firmware/index.json");
    this.boards = await answer.json();
    for (const [name, { cells }] of Object.entries(this.boards)) {
      this.part("board").add(new Option(t("{name} ({cells} cells)", { name, cells }), name));
    }
    this.part("board").value = DEFAULT;
    this.kind();
  }

  // Select the kind of board: the page draws it and offers its firmware.
  kind() {
    const { t } = this;
    const name = this.part("board").value;
    const { version, id, uf2 } = this.boards[name];
    offer(this.part("uf2"), uf2, t);
    this.part("versions").hidden = true;
    this.part("firmware").textContent = t("Firmware {version} {id}. Settings, zeros and an unfinished game stay on the board. If the update is interrupted, the board still starts the old firmware or the new one.", { version, id });
    if (this.port) this.link.post({ cable: "begin", board: name });
  }

  // Only called by a click: browsers refuse to ask for a port at any other time.
  async connect() {
    const { t } = this;
    this.wrong("");
    let chosen;
    try {
      chosen = await navigator.serial.requestPort(this.part("all").checked ? {} : { filters: [{ usbVendorId: MAKER }] });
    } catch (error) {
      const none = t("No port was chosen. If the board was not in the list, connect it with a USB data cable. A new Pico is never in the list: see below what it needs first.");
      this.wrong(error.name === "NotFoundError" ? none : t("The browser does not let this page use ports ({why}).", { why: error.message }));
      return;
    }
    this.state(t("Loading the program that connects to boards."));
    this.link.post({ cable: "begin", board: this.part("board").value });
    const post = (cable, rest = {}) => this.link.post({ cable, ...rest });
    this.port = new Port(chosen, {
      opened: () => post("opened"),
      lost: (kind, why) => post("lost", { kind, why }),
      fed: (data) => post("fed", { data }),
      written: (count) => post("written", { count }),
    });
    this.part("new").open = false;
    this.show();
  }

  leave() {
    this.link.post({ cable: "leave" });
  }

  // Compare the board's firmware with the site's, or install that.
  flash(cable) {
    this.work({ cable, board: this.part("board").value, erase: this.part("erase").checked });
  }

  // Show what is on the board, what would come and what that changes, before anything is written.
  compare({ there, wanted, back, gained, lost }) {
    const { t } = this;
    this.part("compared").textContent = there ? t("On the board: {there}. To be installed: {wanted}.", { there, wanted }) : t("There is no firmware on the board. To be installed: {wanted}.", { wanted });
    const lists = [
      [t("New for players (in English)"), gained],
      [t("Gone for players (in English)"), lost],
    ];
    this.part("changes").replaceChildren(...lists.filter(([, entries]) => entries.length).map(([title, entries]) => listOf(title, entries)));
    this.button("back").hidden = !back;
    this.button("back").textContent = t("Go back to {version}", { version: back });
    this.part("versions").hidden = false;
    this.part("compared").scrollIntoView({ block: "nearest" });
  }

  work(message) {
    this.busy = true;
    this.wrong("");
    this.part("said").replaceChildren();
    this.part("log").textContent = "";
    this.part("versions").hidden = true;
    this.show();
    this.link.post(message);
  }

  show() {
    const there = Boolean(this.port);
    this.button("connect").hidden = there;
    this.button("leave").hidden = !there;
    this.part("before").hidden = there;
    this.part("work").hidden = !there;
    for (const name of ["leave", "flash", "log"]) this.button(name).disabled = this.busy;
    for (const name of ["board", "erase"]) this.part(name).disabled = this.busy;
    this.part("said").hidden = !this.part("said").childElementCount;
    this.part("log").hidden = !this.part("log").textContent;
    if (!this.busy) this.part("share").hidden = true;
  }

  // Show whether a board answers.
  stands(device) {
    if (device && this.port) this.state(this.said(device.say));
  }

  // A report on the work with the board.
  async hear({ say, share, log, versions, ended, wrong, left }) {
    if (say) {
      const line = document.createElement("li");
      line.textContent = this.said(say);
      this.part("said").append(line);
      line.scrollIntoView({ block: "nearest" });
    }
    if (share !== undefined) {
      this.part("share").hidden = false;
      this.part("share").value = share;
    }
    if (log) this.part("log").textContent = log;
    if (versions) this.compare(versions);
    if (ended) {
      this.busy = false;
      if (this.part("versions").hidden) this.part("erase").checked = false;
      this.wrong(this.said(wrong));
    }
    if (left) {
      const { port } = this;
      this.port = null;
      this.busy = false;
      this.part("versions").hidden = true;
      await port?.close();
      this.idle();
    }
    this.show();
  }
}
