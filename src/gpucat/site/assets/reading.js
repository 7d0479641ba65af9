// Reading states, kept in this browser by address, so that they outlive an article's place in the list.

const STORE = "gpucat:reading";
const STATUSES = ["todo", "reading", "done", "skipped"];

const isState = (state) => STATUSES.includes(state?.status) && !Number.isNaN(Date.parse(state.changed_at));

/** What is kept; what something else left under our name is not taken for a state. */
function keptStates() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}") ?? {};
    return Object.fromEntries(Object.entries(kept).filter(([, state]) => isState(state)));
  } catch {
    return {};
  }
}

/** `report` is told when the browser keeps nothing. */
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
    /** Takes over what another tab of this browser has marked. */
    refresh: () => (states = keptStates()),
    of: (url) => states[url]?.status ?? "todo",
    mark(url, status) {
      states[url] = marked(states[url] ?? {}, status);
      keep();
    },
    /** The states as JSON Lines, as `gpucat import` and `gpucat export jsonl --with-reading` have them. */
    lines() {
      const kept = Object.entries(states).sort(([one], [other]) => (one < other ? -1 : 1));
      return kept.map(([article, state]) => `${JSON.stringify({ kind: "reading", article, ...state })}\n`);
    },
    /** Takes over the states of such a text, the later one of two; returns how many lines it had. */
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

/** What becomes of a state when it is marked: gpucat.catalog.reading_state in the browser. */
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
