// The websocket of a table: reconnects by itself, more patiently each time.

const NO_SUCH_TABLE = 4404;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;

export class Connection {
  constructor(token, { onMessage, onState }) {
    this.token = token;
    this.onMessage = onMessage;
    this.onState = onState;
    this.wait = FIRST_WAIT;
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/ws/${this.token}`);
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.onState("open");
    };
    this.socket.onmessage = (event) => this.onMessage(JSON.parse(event.data));
    this.socket.onclose = (event) => {
      if (event.code === NO_SUCH_TABLE) {
        this.onState("gone");
        return;
      }
      this.onState("lost");
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  now() {
    if (this.socket.readyState === WebSocket.CLOSED && this.timer) this.open();
  }

  send(type, decision, more = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ type, table: this.token, decision, ...more }));
    return true;
  }
}
