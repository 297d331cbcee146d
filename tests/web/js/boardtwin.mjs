// Feeds a board's lines to the page's own translation, and writes down what a page gets from it.
// Arguments: a file with { data, lines }, and the file to write.

import { readFileSync, writeFileSync } from "node:fs";

import { page, Socket } from "./browser.mjs";

const [, , from, to] = process.argv;
const { data, lines } = JSON.parse(readFileSync(from, "utf8"));
document.getElementById = () => ({ textContent: JSON.stringify(data) });
const { Carrier } = await page("onboard");

const found = { said: [], tones: [], pictures: [], asked: 0 };
const tiles = {};
let leds = "";
const handlers = {
  ...{ up() {}, down() {}, hello() {}, bench() {} },
  said: ({ line, text }) => found.said.push(line ?? text),
  frame: (frame) => {
    for (const pose of frame.tiles ?? []) tiles[pose[0]] = pose;
    leds = frame.leds ?? leds;
    found.tones.push(...(frame.tones ?? []).map(([, hertz]) => hertz));
  },
};
new Carrier(handlers);
const [socket] = Socket.all;
socket.readyState = Socket.OPEN;
const tell = (line) => socket.onmessage({ data: line });
tell('{"t":"code","ok":true}');
for (const line of lines) {
  tell(line);
  if (line.includes('"t": "cells"')) found.pictures.push([Object.values(tiles), leds]);
}
found.asked = socket.sent.filter((line) => line.trim() === '{"c":"hello"}').length;
writeFileSync(to, JSON.stringify(found));
