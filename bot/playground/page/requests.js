// Asks the server for what the player of this page does. A request that is refused or lost throws a Refused.

export class Refused extends Error {
  constructor(code, detail) {
    super(detail || code);
    this.code = code;
  }
}

let token = "";

export function speakFor(session) {
  token = session;
}

export async function post(path, body = {}) {
  return ask(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

export async function get(path) {
  return ask(path, { headers: {} });
}

async function ask(path, request) {
  if (token) request.headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path, { ...request, cache: "no-store" });
  } catch {
    throw new Refused("lost");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? "lost", answer.detail);
  return answer;
}
