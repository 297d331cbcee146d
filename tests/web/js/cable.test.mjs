import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page, site } from "./browser.mjs";

const { t } = await page("language");
globalThis.isSecureContext = true;
const ports = { wanted: [], getPorts: async () => [], addEventListener() {}, removeEventListener() {} };
const wire = { getInfo: () => ({}), open: async () => { throw new Error("no"); }, close: async () => {}, connected: true };
ports.requestPort = async (what) => (ports.wanted.push(what), wire);
let serial = { serial: ports };
Object.defineProperty(globalThis, "navigator", { get: () => serial, configurable: true });

const { CablePanel } = await site("cable");
const { html, offer } = await site("newpico");

const settled = () => new Promise((done) => setImmediate(done));
const BOARDS = { tile4x4: { cells: 16, version: "1.2", id: "abc", uf2: { name: "tile4x4.uf2", bytes: 1_540_000 } }, tile7x7: { cells: 49, version: "1.3", id: "def", uf2: { name: "tile7x7.uf2", bytes: 2_000_000 } } };

// The panel; `posted`: what went to the worker.
async function made({ loads = true } = {}) {
  globalThis.fetch = async () => {
    if (!loads) throw new Error("no");
    return { json: async () => BOARDS };
  };
  document.documentElement.lang = "en";
  ports.wanted.length = 0;
  const [panel, posted] = [element(), []];
  panel.innerHTML = '<div data-part="cable"></div>';
  const link = { post: (message) => posted.push(message), cable: (act) => (link.send = act) };
  const made = new CablePanel(panel, link, t, (words) => words);
  await settled();
  const part = (name) => made.part(name);
  const push = async (name) => { made.button(name).click(); await settled(); };
  const hidden = () => ["connect", "leave"].map((name) => made.button(name).hidden).concat(["before", "work"].map((name) => Boolean(part(name).hidden)));
  return { panel: made, part, push, posted, hidden, link, box: panel };
}

test("the panel says what it is for, and lists the kinds of board", async () => {
  const { part, box, hidden } = await made();
  assert.match(part("state").textContent, /^Connect a board by USB/);
  assert.deepEqual([part("board").children.map(({ text, value }) => [text, value]), part("board").value, box.attributes["aria-labelledby"], part("wrong").textContent], [[["tile4x4 (16 cells)", "tile4x4"], ["tile7x7 (49 cells)", "tile7x7"]], "tile4x4", "cable-name", ""]);
  assert.deepEqual(hidden(), [false, true, false, true]);
  assert.match(part("firmware").textContent, /^Firmware 1.2 abc\. Settings/);
});

test("another kind of board has another firmware and another file", async () => {
  const { part, posted } = await made();
  part("board").value = "tile7x7";
  fire(part("board"), "change");
  assert.match(part("firmware").textContent, /^Firmware 1.3 def/);
  assert.deepEqual([part("uf2").href, part("uf2").textContent, part("uf2").hidden, posted], ["firmware/tile7x7.uf2", "Download tile7x7.uf2 (2.0 MB)", false, []]);
});

test("why no board can be reached is said", async () => {
  globalThis.isSecureContext = false;
  const open = await made();
  assert.match(open.part("wrong").textContent, /https only/);
  globalThis.isSecureContext = true;
  serial = {};
  const old = await made();
  assert.match(old.part("wrong").textContent, /lacks Web Serial/);
  assert.equal(old.panel.button("connect").disabled, true);
  serial = { serial: ports };
  const found = await made({ loads: false });
  assert.match(found.part("wrong").textContent, /list of firmwares could not be loaded/);
  assert.equal(found.panel.button("connect").disabled, false);
});

test("a port is chosen among those of a Pico's maker, or all", async () => {
  const { push, part, posted, hidden } = await made();
  part("new").open = true;
  await push("connect");
  assert.deepEqual([ports.wanted, posted[0], hidden(), part("new").open], [[{ filters: [{ usbVendorId: 0x2e8a }] }], { cable: "begin", board: "tile4x4" }, [true, false, true, false], false]);
  assert.equal(part("state").textContent, "Loading the program that connects to boards.");
  const all = await made();
  all.part("all").checked = true;
  await all.push("connect");
  assert.deepEqual(ports.wanted, [{}]);
});

test("without a port it is said what may be the reason", async () => {
  const { push, part, posted, hidden } = await made();
  const refused = async (error) => {
    ports.requestPort = async () => { throw error; };
    await push("connect");
    return part("wrong").textContent;
  };
  assert.match(await refused(Object.assign(new Error("x"), { name: "NotFoundError" })), /^No port was chosen/);
  assert.equal(await refused(new Error("not allowed")), "The browser does not let this page use ports (not allowed).");
  ports.requestPort = async (what) => (ports.wanted.push(what), wire);
  assert.deepEqual([posted, hidden()[0]], [[], false]);
  await push("connect");
  assert.equal(part("wrong").textContent, "");
});

test("what the port reports goes to the worker, what the worker sends to the port", async () => {
  const { panel, push, posted, link } = await made();
  link.send("too early");
  await push("connect");
  const { tell } = panel.port;
  posted.length = 0;
  tell.opened();
  tell.lost("gone", "why");
  tell.fed("data");
  tell.written(3);
  assert.deepEqual(posted, [{ cable: "opened" }, { cable: "lost", kind: "gone", why: "why" }, { cable: "fed", data: "data" }, { cable: "written", count: 3 }]);
  const written = [];
  panel.port.write = (bytes) => written.push(bytes);
  link.send("bytes");
  assert.deepEqual(written, ["bytes"]);
});

test("another kind of board that is chosen while one is connected is begun", async () => {
  const { part, push, posted } = await made();
  await push("connect");
  part("board").value = "tile7x7";
  fire(part("board"), "change");
  assert.deepEqual(posted.at(-1), { cable: "begin", board: "tile7x7" });
});

const VERSIONS = { there: "0.1.0", wanted: "0.2.0", back: "", gained: ["A clock."], lost: [] };

test("what an update changes is shown before the firmware is installed", async () => {
  const { panel, part, push, posted } = await made();
  await push("connect");
  part("erase").checked = true;
  await push("flash");
  assert.deepEqual([posted.at(-1), part("versions").hidden], [{ cable: "compare", board: "tile4x4", erase: true }, true]);
  await panel.hear({ versions: VERSIONS });
  await panel.hear({ ended: true, wrong: "" });
  assert.deepEqual([part("versions").hidden, part("compared").textContent, part("changes").children.length, panel.button("back").hidden, part("erase").checked], [false, "On the board: 0.1.0. To be installed: 0.2.0.", 1, true, true]);
  await panel.hear({ versions: { ...VERSIONS, there: "", back: "0.0.9", gained: [] } });
  assert.deepEqual([part("compared").textContent, part("changes").children, panel.button("back").hidden, panel.button("back").textContent], ["There is no firmware on the board. To be installed: 0.2.0.", [], false, "Go back to 0.0.9"]);
  await push("install");
  assert.deepEqual([posted.at(-1), part("versions").hidden], [{ cable: "flash", board: "tile4x4", erase: true }, true]);
});

test("the firmware is installed, with the stored data erased if that is wanted", async () => {
  const { panel, part, push, posted } = await made();
  await push("connect");
  part("erase").checked = true;
  part("wrong").textContent = "old";
  part("log").textContent = "old";
  await push("install");
  assert.deepEqual([posted.at(-1), part("wrong").textContent, part("log").hidden, part("said").hidden], [{ cable: "flash", board: "tile4x4", erase: true }, "", true, true]);
  assert.deepEqual([...["leave", "flash", "log"].map((name) => panel.button(name).disabled), part("board").disabled, part("erase").disabled], Array(5).fill(true));
  await panel.hear({ say: "Erasing." });
  await panel.hear({ say: "Writing.", share: 0 });
  assert.deepEqual([part("said").hidden, part("said").children.map(({ textContent, sought }) => [textContent, sought]), part("share").hidden, part("share").value], [false, [["Erasing.", 1], ["Writing.", 1]], false, 0]);
  await panel.hear({ share: 50 });
  assert.equal(part("share").value, 50);
  await panel.hear({ ended: true, wrong: "The board does not answer." });
  assert.deepEqual([part("wrong").textContent, part("erase").checked, part("share").hidden, panel.button("flash").disabled, part("board").disabled], ["The board does not answer.", false, true, false, false]);
  await push("install");
  assert.deepEqual([part("said").children, posted.at(-1).erase], [[], false]);
});

test("the fault log is shown", async () => {
  const { panel, part, push, posted } = await made();
  await push("connect");
  await push("log");
  assert.deepEqual(posted.at(-1), { cable: "log" });
  await panel.hear({ log: "Nothing." });
  assert.deepEqual([part("log").textContent, part("log").hidden, part("share").hidden], ["Nothing.", false, true]);
});

test("what the board on the cable does is said while there is one", async () => {
  const { panel, part, push } = await made();
  panel.stands({ say: "Too early." });
  assert.match(part("state").textContent, /^Connect/);
  await push("connect");
  panel.stands(null);
  panel.stands({ say: "It plays flip tiles." });
  assert.equal(part("state").textContent, "It plays flip tiles.");
});

test("a board that is left is closed, and another may be connected", async () => {
  const { panel, part, push, posted, hidden } = await made();
  await push("connect");
  await push("leave");
  assert.deepEqual(posted.at(-1), { cable: "leave" });
  let closed = 0;
  panel.port.close = async () => (closed += 1);
  await panel.hear({ left: true });
  assert.deepEqual([closed, panel.port, hidden(), panel.busy], [1, null, [false, true, false, true], false]);
  assert.match(part("state").textContent, /^Connect a board/);
  await panel.hear({ left: true });
  assert.equal(closed, 1);
});

test("a new Pico's first steps are shown in pictures", () => {
  const box = element();
  box.innerHTML = html(t);
  const steps = box.querySelectorAll("li");
  assert.deepEqual(steps.map(({ children: [picture, words] }) => [picture.attributes["aria-label"], words.textContent.split(/[.:]/)[0]]), [["BOOTSEL is held down while the USB plug goes in", "Hold BOOTSEL on the Pico while you plug it in"], ["A file on its way to a drive called RPI-RP2", "Drag the file onto the drive RPI-RP2 that appears"], ["A board with all its lights on", "It starts by itself"]]);
  assert.deepEqual(steps.map((step) => step.querySelectorAll("circle").map(({ attributes: { cx, cy } }) => `${cx},${cy}`).join(" ")), ["84,55", "", "53,25 71,25 89,25 107,25 53,43 71,43 89,43 107,43 53,61 71,61 89,61 107,61 53,79 71,79 89,79 107,79 133,40 147,37"]);
  assert.equal(box.querySelectorAll("details")[0].attributes.open, "");
});

test("the file for a new Pico is offered with its size", () => {
  const link = element("a");
  link.hidden = true;
  offer(link, { name: "x.uf2", bytes: 1_540_000 }, t);
  assert.deepEqual([link.href, link.textContent, link.hidden], ["firmware/x.uf2", "Download x.uf2 (1.5 MB)", false]);
});
