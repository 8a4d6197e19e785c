// A socket to the server that comes back by itself. It says who it is with its first message and then only listens.

const SHORTEST = 300;
const LONGEST = 3000;
const NO_SESSION = 4401;

export class Connection {
  constructor(path, token, { news, state }) {
    this.path = path;
    this.token = token;
    this.news = news;
    this.state = state;
    this.pause = SHORTEST;
    this.socket = null;
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ token: this.token })));
    socket.addEventListener("message", (event) => {
      this.pause = SHORTEST;
      this.news(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      this.state(event.code === NO_SESSION ? "refused" : "lost");
      if (event.code === NO_SESSION) return;
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(LONGEST, this.pause * 1.6);
    });
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
