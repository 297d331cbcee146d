import assert from "node:assert/strict";
import test from "node:test";

import { page, timers } from "./browser.mjs";

// Two of them know each other by their descriptions; a channel is open when both do.
const made = [];
class Peer {
  constructor(configuration) {
    Object.assign(this, { configuration, signalingState: "stable", iceGatheringState: "complete", connectionState: "new", channels: [] });
    made.push(this);
  }

  createDataChannel() {
    const channel = { readyState: "connecting", sent: [], send(text) { this.sent.push(text); } };
    this.channels.push(channel);
    return channel;
  }

  async createOffer() { return { type: "offer", sdp: `offer ${made.indexOf(this)}` }; }
  async createAnswer() { return { type: "answer", sdp: "answer" }; }
  async setLocalDescription(description) {
    this.localDescription = description;
    this.signalingState = description.type === "offer" ? "have-local-offer" : "stable";
  }
  async setRemoteDescription(description) {
    this.remote = description;
    if (description.type === "answer") this.signalingState = "stable";
  }
  close() { this.closed = true; }
}
const tabs = [];
class Tabs {
  constructor() { tabs.push(this); }
  postMessage(data) { this.posted = data; }
}
Object.assign(globalThis, { RTCPeerConnection: Peer, BroadcastChannel: Tabs });

const { FriendLive, packed, unpacked } = await page("friendlive");

function line(last = "#turn=own") {
  const [told, read] = [[], []];
  return { told, read, live: new FriendLive({ told: (words, state) => told.push([state, words]), read: (link) => read.push(link), last: () => last }) };
}

// A line that is open.
async function opened(last) {
  const all = line(last);
  await all.live.offer();
  await all.live.take(await packed({ type: "answer", sdp: "a" }));
  const { channel } = all.live;
  channel.readyState = "open";
  channel.onopen();
  return { ...all, channel };
}

test("descriptions survive as text of a link", async () => {
  const text = await packed({ type: "offer", sdp: "v=0\r\n".repeat(90) });
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await unpacked(text), { type: "offer", sdp: "v=0\r\n".repeat(90) });
  for (const bad of ["", "AAAA", "%%%", text.slice(0, -4), "A".repeat(9000)]) await assert.rejects(unpacked(bad), bad.slice(0, 8));
});

test("an offer is answered, and both then send their last link", async () => {
  const [one, other] = [line(), line()];
  const answer = await other.live.take(await one.live.offer());
  assert.equal(await one.live.take(answer), "");
  assert.deepEqual([one.told[0][0], other.told[0][0], made.at(-2).remote.sdp], ["waiting", "waiting", "answer"]);
  const { channel } = one.live;
  channel.readyState = "open";
  channel.onopen();
  assert.deepEqual([channel.sent, one.told.at(-1)[0], one.live.open], [["#turn=own"], "open", true]);
});

test("no server is asked unless one is named", async () => {
  const { live } = line();
  await live.offer();
  assert.deepEqual(made.at(-1).configuration, { iceServers: [] });
  live.relay = "stun:mine.example:3478";
  await live.offer();
  assert.deepEqual(made.at(-1).configuration, { iceServers: [{ urls: "stun:mine.example:3478" }] });
});

test("an answer that is opened in another tab reaches the one that waits", async () => {
  const [waits, other] = [line(), line()];
  await waits.live.offer();
  const answer = await packed({ type: "answer", sdp: "a" });
  assert.equal(await other.live.take(answer), "");
  assert.equal(tabs.at(-1).posted, answer);
  await waits.live.fromTab(answer);
  assert.equal(made.at(-1).remote?.sdp ?? made.at(-2).remote?.sdp, "a");
  await other.live.fromTab(answer); // it waits for none
  assert.equal(other.live.peer, null);
});

test("a connection that does not come, or that ends, is said once and leaves links", async () => {
  const { live, told } = line();
  await live.offer();
  await live.take(await packed({ type: "answer", sdp: "a" }));
  timers.filter(([, ms]) => ms === 20_000).at(-1)[0]();
  assert.deepEqual([told.at(-1)[0], live.peer, told.length], ["closed", null, 2]);
  const later = await opened();
  later.channel.onclose();
  later.channel.onclose();
  assert.deepEqual(later.told.map(([state]) => state), ["waiting", "open", "closed"]);
  later.live.send("#turn=more");
  assert.deepEqual(later.channel.sent, ["#turn=own"]);
});

test("ten thousand messages of a hostile page: only links are read, one after another, and never many at once", async () => {
  const { live, channel, read } = await opened();
  const bad = ["", "x", '{"t":"tell"}', "#turn", `#turn=${"a".repeat(9000)}`, new ArrayBuffer(9), null, { t: "set" }, "#live=AAAA", "javascript:alert(1)"];
  for (let count = 0; count < 10_000; count += 1) channel.onmessage({ data: bad[count % bad.length] });
  assert.deepEqual(read, []);
  for (let count = 0; count < 10_000; count += 1) channel.onmessage({ data: `#turn=${count}` });
  assert.deepEqual([read, live.waiting.length], [["#turn=0"], 20]);
  for (let count = 0; count < 20; count += 1) live.done();
  assert.deepEqual([read.length, read.at(-1), live.waiting], [20, "#turn=19", []]);
  channel.onmessage({ data: "#turn=late" });
  assert.equal(read.at(-1), "#turn=late");
});
