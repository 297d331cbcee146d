// A direct line between two pages, over which the links of a game go as soon as they are made. Without it
// the links themselves are sent; with it nobody needs to. WebRTC connects the pages; what each must know
// of the other goes by two links, or as QR codes from screen to camera: an offer and its answer.
//
// Each page sends its last link when the line opens, so one that was lost on the way is made up for.

import { t } from "./language.js";

const PATIENCE_MS = 20_000; // until the page gives up
const GATHERING_MS = 3000; // a relay that does not answer
const LONGEST = 8192; // characters of a message
const MOST_WAITING = 20; // messages not read yet; further ones are dropped
const CHANNEL = "lodeboard-live"; // to the tab that waits for an answer

const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

// A description of a connection as the text of a link, and back.
export async function packed(description) {
  const text = new Blob([JSON.stringify([description.type[0], description.sdp])]);
  const bytes = await bytesOf(text.stream().pipeThrough(new CompressionStream("deflate-raw")));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Raises where the text is none.
export async function unpacked(text) {
  if (text.length > LONGEST) throw new Error("too long");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (mark) => mark.charCodeAt(0));
  const [type, sdp] = JSON.parse(new TextDecoder().decode(await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")))));
  if (!["o", "a"].includes(type) || typeof sdp !== "string") throw new Error("no description");
  return { type: type === "o" ? "offer" : "answer", sdp };
}

export class FriendLive {
  // `told(words, state)`: what to say; state "waiting", "open" or "closed". `read(link)`: a link has come.
  // `last()`: the own link to send when the line opens, or "".
  constructor({ told, read, last }) {
    Object.assign(this, { told, read, last, relay: "" });
    this.peer = null;
    this.waiting = []; // links that have come and were not read yet
    this.elsewhere = typeof BroadcastChannel === "function" ? new BroadcastChannel(CHANNEL) : null;
    if (this.elsewhere) this.elsewhere.onmessage = ({ data }) => this.fromTab(data);
  }

  get open() {
    return this.channel?.readyState === "open";
  }

  begin() {
    this.end();
    this.peer = new RTCPeerConnection({ iceServers: this.relay ? [{ urls: this.relay }] : [] });
    this.peer.ondatachannel = ({ channel }) => this.use(channel);
    this.peer.onconnectionstatechange = () => ["failed", "closed"].includes(this.peer?.connectionState) && this.lost();
    return this.peer;
  }

  end() {
    clearTimeout(this.gives);
    const { peer } = this;
    this.peer = this.channel = null;
    this.waiting = [];
    peer?.close();
  }

  // The text of an offer, for the friend's page.
  async offer() {
    const peer = this.begin();
    this.use(peer.createDataChannel("game", { ordered: true }));
    await peer.setLocalDescription(await peer.createOffer());
    return this.described();
  }

  // What to do with a text of the friend's page: the text of the answer to an offer; "" if it was an answer.
  async take(text) {
    const description = await unpacked(text);
    if (description.type === "offer") {
      const peer = this.begin();
      await peer.setRemoteDescription(description);
      await peer.setLocalDescription(await peer.createAnswer());
      this.hurry();
      return this.described();
    }
    if (this.peer?.signalingState === "have-local-offer") await this.accept(description);
    else this.elsewhere?.postMessage(text);
    return "";
  }

  // An answer that was opened in another tab.
  async fromTab(text) {
    if (this.peer?.signalingState !== "have-local-offer" || typeof text !== "string") return;
    await this.accept(await unpacked(text)).catch(console.warn);
  }

  async accept(description) {
    this.hurry();
    await this.peer.setRemoteDescription(description);
  }

  // The own description once all ways to this page are known.
  async described() {
    const { peer } = this;
    await new Promise((done) => {
      const known = () => peer.iceGatheringState === "complete" && done();
      peer.onicegatheringstatechange = known;
      setTimeout(done, GATHERING_MS);
      known();
    });
    return packed(peer.localDescription);
  }

  // Both sides know each other: it connects soon, or not at all.
  hurry() {
    this.told(t("Connecting …"), "waiting");
    clearTimeout(this.gives);
    this.gives = setTimeout(() => this.open || this.lost(), PATIENCE_MS);
  }

  lost() {
    if (!this.peer) return;
    this.end();
    this.told(t("There is no direct connection. Go on by links: nothing is lost."), "closed");
  }

  use(channel) {
    this.channel = channel;
    channel.onopen = () => {
      clearTimeout(this.gives);
      this.told(t("Connected: moves go to your friend at once."), "open");
      this.send(this.last());
    };
    channel.onmessage = ({ data }) => this.hear(data);
    channel.onclose = () => this.channel === channel && this.lost();
  }

  send(link) {
    if (link && this.open) this.channel.send(link);
  }

  // A link from the friend's page, as good or bad as any other: it is read by the rules, one after another.
  hear(data) {
    if (typeof data !== "string" || data.length > LONGEST || !data.startsWith("#turn=") || this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(data);
    if (this.waiting.length === 1) this.read(data);
  }

  // The link read last has been dealt with.
  done() {
    this.waiting.shift();
    if (this.waiting.length) this.read(this.waiting[0]);
  }
}
