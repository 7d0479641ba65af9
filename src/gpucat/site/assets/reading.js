// Reading states, stored in this browser by address, so that they survive when an article moves in the list.

const STORE = "gpucat:reading";
const STATUSES = ["todo", "reading", "done", "skipped"];

const isState = (state) => STATUSES.includes(state?.status) && !Number.isNaN(Date.parse(state.changed_at));

/** Reads the stored states, and ignores anything else stored under our name. */
function keptStates() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}") ?? {};
    return Object.fromEntries(Object.entries(kept).filter(([, state]) => isState(state)));
  } catch {
    return {};
  }
}

/** Opens the states; `report` is called if the browser stores nothing. */
function makeReading(report) {
  let states = keptStates();

  function keep() {
    try {
      localStorage.setItem(STORE, JSON.stringify(states));
    } catch {
      report();
    }
  }

  return {
    /** Loads what another tab of this browser has marked. */
    refresh: () => (states = keptStates()),
    of: (url) => states[url]?.status ?? "todo",
    mark(url, status) {
      states[url] = marked(states[url] ?? {}, status);
      keep();
    },
    /** Writes the states as JSON Lines, in the format of `gpucat import` and `gpucat export jsonl --with-reading`. */
    lines() {
      const kept = Object.entries(states).sort(([one], [other]) => (one < other ? -1 : 1));
      return kept.map(([article, state]) => `${JSON.stringify({ kind: "reading", article, ...state })}\n`);
    },
    /** Loads the states of such a text, keeping the later of two; returns how many lines it had. */
    take(text) {
      const found = text
        .split("\n")
        .map(parsed)
        .filter((line) => line?.kind === "reading" && isState(line));
      for (const { article, status, started_at, finished_at, changed_at } of found) {
        const mine = states[article];
        if (mine && Date.parse(mine.changed_at) >= Date.parse(changed_at)) continue;
        states[article] = { status, started_at, finished_at, changed_at };
      }
      if (found.length) keep();
      return found.length;
    },
  };
}

/** Returns a state after it is marked: gpucat.catalog.reading_state in the browser. */
function marked({ started_at = null }, status) {
  const changed_at = new Date().toISOString().replace(/\.\d+Z$/, "+00:00");
  const begun = { todo: null, reading: started_at ?? changed_at }[status];
  return {
    status,
    started_at: begun === undefined ? started_at : begun,
    finished_at: status === "done" ? changed_at : null,
    changed_at,
  };
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
