// The connection to the server: comes back by itself when it breaks.

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;

export class Link {
  // `handlers`: one function per message type, and `up()` / `down()`.
  constructor(handlers) {
    this.handlers = handlers;
    this.wait = FIRST_WAIT_MS;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/link`);
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.handlers.up();
    };
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.handlers[message.t]?.(message);
    };
    this.socket.onclose = () => {
      this.handlers.down();
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT_MS);
    };
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }
}
