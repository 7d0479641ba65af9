// Parses what a reader typed into clauses and conditions: gpucat.search.query in the browser. Any text gives a query.

const QUOTES = /[“”„‟「」『』＂«»]/g;
const LONGEST_QUERY = 512;
const MOST_WORDS = 32;
const ENDLESS = 1e9;

/** `columns` and `conditions` map the names that may stand before a colon. */
function parseQuery(text, { columns, conditions }, phrase) {
  const query = { clauses: [], excluded: [], conditions: [] };
  let [isNegated, isOther] = [false, false];
  const names = Object.keys({ ...columns, ...conditions }).join("|");
  const unit = new RegExp(`([-!^+](?=\\S))?(?:(${names})[:：](?=\\S))?(?:"([^"]*)"|([^\\s"]+)|")`, "giu");
  const typed = text.slice(0, LONGEST_QUERY).replace(QUOTES, '"').replaceAll("｜", "|").replaceAll("\0", " ");
  const units = [...typed.matchAll(unit)].filter(([, , , quoted, bare]) => (quoted ?? bare) !== undefined);
  for (const [, sign = "", field = "", quoted, bare] of units.slice(0, MOST_WORDS)) {
    const isAlone = bare && !field && !sign;
    if (isAlone && ["OR", "|", "||"].includes(bare)) {
      isOther = query.clauses.length > 0;
    } else if (isAlone && ["AND", "&&", "NOT"].includes(bare)) {
      isNegated = bare === "NOT";
    } else {
      take(field.toLowerCase(), quoted, bare, isNegated ? "-" : sign);
      [isNegated, isOther] = [false, false];
    }
  }
  return query;

  function take(field, quoted, bare, sign) {
    const isExcluded = "-!^".includes(sign || " ");
    if (conditions[field]) {
      query.conditions.push({ name: conditions[field], value: quoted ?? bare, isNegated: isExcluded });
      return;
    }
    const piece = pieceOf(quoted, bare, columns[field] ?? null);
    if (!phrase(piece.text)) return;
    if (isExcluded) {
      query.excluded.push(piece);
      return;
    }
    const isRequired = sign === "+";
    const ofField = piece.column && !isRequired ? query.clauses.find(({ field }) => field === piece.column) : undefined;
    const joined = isOther ? query.clauses.at(-1) : ofField;
    if (joined) {
      joined.pieces.push(piece);
      joined.isRequired ||= isRequired;
    } else {
      query.clauses.push({ pieces: [piece], isRequired, field: isRequired ? null : piece.column });
    }
  }
}

function pieceOf(quoted, text, column) {
  if (quoted !== undefined) return { text: quoted, kind: "phrase", column };
  if (column === null && /^(?:https?:\/\/|www\.)/i.test(text)) return { text, kind: "url", column };
  if (column === null && /^[a-z]+\/\d{1,7}$/i.test(text)) return { text: text.toLowerCase(), kind: "place", column };
  if (/[^*]\*+$/.test(text)) return { text: text.replace(/\*+$/, ""), kind: "prefix", column };
  return { text, kind: "word", column };
}

/** Returns an address in the form used for comparison: without scheme, `www.` and closing slash. */
const bareAddress = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?|\/+$/g, "");

/** Returns a test for articles, or null if the value cannot be read; `statusOf` gives an article's reading state. */
function conditionOf({ name, value }, { modules, levels, facets }, statusOf) {
  const typed = value.toLowerCase().trim();
  const parts = typed.split(",").map((part) => part.trim());
  if (name === "url") return ({ url }) => url.toLowerCase().includes(bareAddress(value));
  if (name === "status") return (article) => parts.includes(statusOf(article));
  if (name === "date") return dateTest(typed);
  const tests = parts.map((part) => {
    if (facets[name]) return facetTest(name, part, facets[name]);
    if (name === "module") return moduleTest(part, modules);
    return name === "level" ? levelTest(part, levels) : numberTest(part);
  });
  return tests.every(Boolean) ? (article) => tests.some((test) => test(article)) : null;
}

/** Returns the module of that name, or the only one whose name contains the text. */
function moduleTest(part, modules) {
  const exact = modules.filter((names) => names.includes(part));
  const fitting = exact.length ? exact : modules.filter((names) => names.some((name) => name.includes(part)));
  return fitting.length === 1 ? ({ module }) => module === fitting[0][0] : null;
}

/** `names` has the values by their spellings; what an article can have is one of them, what it uses may be any word. */
function facetTest(facet, part, names) {
  const spelt = part.replace(/[\s_-]+/g, " ");
  const meant = names[spelt] ?? (facet === "has" ? null : part);
  return meant && ((article) => article[facet].some((value) => value.toLowerCase() === meant.toLowerCase()));
}

/** Splits `2..5`, `..5`, `2..`, `>=2` or a single value into its two ends; `strict` ends are excluded. */
function rangeOf(part) {
  const [, sign, end] = /^(>=|<=|>|<|=)?(.*)$/s.exec(part);
  const isStrict = sign === ">" || sign === "<";
  if (sign && sign !== "=") return sign.startsWith(">") ? { low: end, isStrict } : { high: end, isStrict };
  const [low, high = low] = end.split(/\.\.|→|->|~|–/);
  return { low: low || undefined, high: high || undefined };
}

function levelTest(part, levels) {
  const range = rangeOf(part);
  const low = range.low === undefined ? 0 : levels[range.low];
  const high = range.high === undefined ? ENDLESS : levels[range.high];
  return low <= high ? ({ level }) => level !== null && level[0] <= high && low <= level[1] : null;
}

function numberTest(part) {
  const [, low, dots, high] = /^(\d{0,9})(\.\.)?(\d{0,9})$/.exec(part) ?? [];
  const last = Number(high || (dots ? ENDLESS : low));
  return low || high ? ({ number }) => Number(low) <= number && number <= last : null;
}

/** Compares dates as far as both are known, so an article of 2024 is in `2024-05..`. */
function dateTest(text) {
  const { low = "0000", high = "9999", isStrict } = rangeOf(text);
  if (![low, high].every((end) => /^\d{4}(?:-\d{2}){0,2}$/.test(end))) return null;
  return ({ published }) => {
    if (published === null) return false;
    const [from, to] = [published.slice(0, low.length), published.slice(0, high.length)];
    return isStrict ? low < from && to < high : low.slice(0, published.length) <= published && to <= high;
  };
}
