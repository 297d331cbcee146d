import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, outer, page } from "./browser.mjs";

const did = []; // what the page does with the browser's sound
class Parameter {
  constructor(name) {
    for (const act of ["setTargetAtTime", "setValueAtTime", "linearRampToValueAtTime", "exponentialRampToValueAtTime"]) this[act] = (...of) => did.push([name, act, ...of]);
  }
}
let nodes = 0;
globalThis.GainNode = class {
  constructor(context, { gain }) {
    this.name = `gain ${(nodes += 1)}`;
    this.gain = new Parameter(this.name);
    did.push([this.name, gain]);
  }

  connect(other) {
    did.push([this.name, "to", other.name]);
    return other;
  }
};
globalThis.OscillatorNode = class {
  constructor(context, { frequency }) {
    this.name = `tone ${frequency}`;
  }

  connect(other) {
    did.push([this.name, "to", other.name]);
    return other;
  }

  start(at) {
    did.push([this.name, "start", at]);
  }

  stop(at) {
    did.push([this.name, "stop", at]);
  }
};
globalThis.AudioContext = class {
  constructor() {
    Object.assign(this, { state: "running", currentTime: 10, destination: { name: "loudspeaker" } });
    did.push(["context"]);
  }

  resume() {
    this.state = "running";
    did.push(["resume"]);
  }
};

const { Sound } = await page("sound");
const { stored } = await page("preferences");

function made(mute = null) {
  outer.handlers = {};
  stored.set("lodeboard.mute", mute);
  const [button, label] = [element(), element()];
  const sound = new Sound(button, label);
  sound.turnTo(1);
  nodes = 0;
  did.length = 0;
  return { sound, button, label };
}

test("a page sounds only after the first touch or key", () => {
  const { sound } = made();
  sound.play([[0, 440]]);
  sound.silence();
  assert.deepEqual(did, []);
  fire(element(), "pointerdown");
  fire(element(), "keydown");
  assert.deepEqual(did, [["context"], ["gain 1", 0], ["gain 1", "to", "loudspeaker"]]);
  did.length = 0;
  sound.context.state = "suspended";
  sound.play([[0, 440]]);
  assert.deepEqual(did, []);
  fire(element(), "keydown");
  assert.deepEqual(did, [["resume"]]);
});

test("a note is struck with its overtones and fades with the next or a rest", () => {
  const { sound } = made();
  sound.start();
  did.length = 0;
  sound.play([[500, 440], [750, 0]]);
  assert.deepEqual(did, [["gain 1", "setTargetAtTime", 0.2, 10, 0.003], ["gain 2", 1], ["gain 2", "to", "gain 1"], ["gain 3", 0], ["gain 3", "setValueAtTime", 0.001, 10], ["gain 3", "linearRampToValueAtTime", 1, 10.006], ["gain 3", "exponentialRampToValueAtTime", 0.001, 10.9], ["tone 440", "to", "gain 3"], ["gain 3", "to", "gain 2"], ["tone 440", "start", 10], ["tone 440", "stop", 10.9], ["gain 4", 0], ["gain 4", "setValueAtTime", 0.001, 10], ["gain 4", "linearRampToValueAtTime", 0.22, 10.006], ["gain 4", "exponentialRampToValueAtTime", 0.001, 10.4], ["tone 880", "to", "gain 4"], ["gain 4", "to", "gain 2"], ["tone 880", "start", 10], ["tone 880", "stop", 10.4], ["gain 5", 0], ["gain 5", "setValueAtTime", 0.001, 10], ["gain 5", "linearRampToValueAtTime", 0.12, 10.006], ["gain 5", "exponentialRampToValueAtTime", 0.001, 10.12], ["tone 1760", "to", "gain 5"], ["gain 5", "to", "gain 2"], ["tone 1760", "start", 10], ["tone 1760", "stop", 10.12], ["gain 2", "setTargetAtTime", 0, 10.25, 0.045]]);
  did.length = 0;
  sound.play([[0, 0]]);
  assert.deepEqual(did, [["gain 1", "setTargetAtTime", 0.2, 10, 0.003]]);
});

test("steps of the volume sound equal", () => {
  const { sound } = made();
  sound.start();
  const loud = (share) => {
    sound.turnTo(share);
    did.length = 0;
    sound.play([[0, 0]]);
    return did[0][2];
  };
  assert.deepEqual([loud(0), loud(0.5), loud(1)], [0, 0.05, 0.2]);
});

test("the button turns the sound off and on, in this browser also the next time", () => {
  const { sound, button, label } = made();
  const shown = () => [button.attributes["aria-pressed"], button.classes.has("muted"), label.textContent, stored.get("lodeboard.mute")];
  assert.deepEqual(shown(), ["false", false, "Sound on", null]);
  sound.start();
  did.length = 0;
  button.click();
  assert.deepEqual([shown(), did], [["true", true, "Sound off", "yes"], [["gain 1", "setTargetAtTime", 0, 10, 0.003]]]);
  did.length = 0;
  sound.play([[0, 0]]);
  assert.equal(did[0][2], 0);
  did.length = 0;
  button.click();
  assert.deepEqual([shown(), did], [["false", false, "Sound on", "no"], []]);
  assert.equal(made("yes").label.textContent, "Sound off");
});
