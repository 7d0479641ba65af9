// Reading states, kept in this browser by address, so that they outlive a renumbered or moved article.

const STORE = "gpucat:reading";
const STATUSES = ["todo", "reading", "done", "skipped"];

/** `report` is told when the browser keeps nothing. */
function makeReading(report) {
  let states = {};
  try {
    states = JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    states = {};
  }
  const isState = (state) => STATUSES.includes(state?.status) && !Number.isNaN(Date.parse(state.changed_at));
  states = Object.fromEntries(Object.entries(states ?? {}).filter(([, state]) => isState(state)));

  function keep() {
    try {
      localStorage.setItem(STORE, JSON.stringify(states));
    } catch {
      report();
    }
  }

  return {
    of: (url) => states[url]?.status ?? "todo",
    mark(url, status) {
      states[url] = { status, changed_at: now() };
      keep();
    },
    /** The states as JSON Lines, as `gpucat import` reads them. */
    lines() {
      const urls = Object.keys(states).sort();
      return urls.map((url) => `${JSON.stringify({ kind: "reading", url, ...states[url] })}\n`);
    },
    /** Takes over the states of such a text, the later one of two; returns how many lines it had. */
    take(text) {
      let count = 0;
      for (const line of text.split("\n")) {
        const record = parsed(line);
        if (record?.kind !== "reading" || typeof record.url !== "string" || !isState(record)) continue;
        count += 1;
        const mine = states[record.url];
        if (mine && Date.parse(mine.changed_at) >= Date.parse(record.changed_at)) continue;
        states[record.url] = { status: record.status, changed_at: record.changed_at };
      }
      if (count) keep();
      return count;
    },
  };
}

const now = () => new Date().toISOString().replace(/\.\d+Z$/, "+00:00");

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
