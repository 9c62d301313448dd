// Events from the server. The page reconnects by itself; each connection begins with a snapshot.

const PATIENCE = 1000;

export function follow(onEvent, onState) {
  let source;
  const connect = () => {
    source = new EventSource("events");
    source.onopen = () => onState(true);
    source.onmessage = (event) => onEvent(JSON.parse(event.data));
    source.onerror = () => {
      onState(false);
      source.close();
      setTimeout(connect, PATIENCE);
    };
  };
  connect();
  // A page that the browser keeps for its Back button must not hold a stream.
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => event.persisted && connect());
}

export async function post(path, body, headers = { "content-type": "application/json" }) {
  const sent = body instanceof Blob ? body : JSON.stringify(body);
  const answer = await fetch(path, { method: "POST", headers, body: sent });
  if (answer.ok) return answer.json().catch(() => ({}));
  const { error } = await answer.json().catch(() => ({}));
  throw new Error(error ?? `${answer.status}`);
}
