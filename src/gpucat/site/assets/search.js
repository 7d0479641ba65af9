// The search of the page: query, conditions on facts, plan and ranking over the articles that Python handed over.

const ENDLESS = 1e9;

/** Gives `search(text, options)`: hits in order, each an index into `data.articles`, and notes for the reader;
    `search.spans` finds the words of a hit in a text. */
function makeSearch(data) {
  const tokeniser = makeTokeniser(data.han);
  const ranker = makeRanker(
    data.articles.map((article) => article.tokens),
    data.rules,
  );
  const plan = makePlanner(data, tokeniser, ranker);

  /** `thisYear` is what "last year" is counted from, `statusOf` tells an article's reading state. */
  function search(text, { thisYear, statusOf }) {
    const query = parseQuery(text, data.fields, tokeniser.phraseTokens);
    const { groups, excluded, named, notes } = plan(query, thisYear);
    const conditions = query.conditions.map((one) => ({ ...one, meets: conditionOf(one, data, statusOf) }));
    for (const { name, value, meets } of conditions) {
      if (!meets) notes.push({ kind: "nothing", values: [name, value] });
    }
    const isAllowed = (document) =>
      conditions.every(({ meets, isNegated }) => (meets ? meets(data.articles[document]) !== isNegated : isNegated));
    const first = named.flatMap((name) => namedArticle(name, data.articles));
    const ranked = groups.length ? ranker.rank({ groups, excluded }) : listed(first.length > 0, excluded, ranker);
    const rest = ranked.filter(({ document }) => isAllowed(document) && !first.includes(document));
    const whole = first.map((document) => ({ document, score: 0, isFull: true, tokens: [] }));
    const isEmpty = !groups.length && !excluded.length && !conditions.length && !first.length;
    return { hits: isEmpty ? [] : [...whole, ...rest], notes, isEmpty };
  }

  return Object.assign(search, { spans: (text, sequences) => spans(tokeniser.atoms(text), sequences) });
}

/** The stretches of a text that hold one of the token sequences. */
function spans(atoms, sequences) {
  const tokens = atoms.flatMap((atom, place) => {
    const before = atoms[place - 1];
    if (!atom.isHan) return [atom];
    return before?.isHan && atom.isJoined
      ? [{ text: before.text + atom.text, start: before.start, end: atom.end }]
      : [];
  });
  return tokens.flatMap((token, place) =>
    sequences
      .filter((sequence) => sequence.every((text, step) => tokens[place + step]?.text === text))
      .map((sequence) => ({ start: token.start, end: tokens[place + sequence.length - 1].end })),
  );
}

/** What a query without words to rank asks for: everything, unless it named an article. */
function listed(isNamed, excluded, ranker) {
  if (isNamed) return [];
  const barred = new Set(
    excluded.length
      ? ranker.rank({ groups: [{ alternatives: excluded, weight: 1 }], excluded: [] }).map(({ document }) => document)
      : [],
  );
  const all = [...Array(ranker.total).keys()].filter((document) => !barred.has(document));
  return all.map((document) => ({ document, score: 0, isFull: true, tokens: [] }));
}

const bareAddress = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, "")
    .replace(/\/+$/, "");

function namedArticle(name, articles) {
  const isIt = ({ id, url }) => id === name || bareAddress(url) === bareAddress(name);
  return articles.flatMap((article, document) => (isIt(article) ? [document] : []));
}

/** A test for articles, or null where the value cannot be read. */
function conditionOf({ name, value }, data, statusOf) {
  const parts = value
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  if (name === "url") return ({ url }) => url.toLowerCase().includes(bareAddress(value));
  if (name === "status") return (article) => parts.includes(statusOf(article));
  const read = { module: moduleTest, level: levelTest, number: numberTest, date: dateTest }[name];
  const tests = (name === "date" ? [value.trim()] : parts).map((part) => read(part, data));
  return tests.every(Boolean) ? (article) => tests.some((test) => test(article)) : null;
}

function moduleTest(part, { modules }) {
  const names = (one) => [one.slug, String(one.number), ...one.titles.map((title) => title.toLowerCase())];
  const exact = modules.filter((one) => names(one).includes(part));
  const fitting = exact.length ? exact : modules.filter((one) => names(one).some((name) => name.includes(part)));
  return fitting.length === 1 ? ({ module }) => module === fitting[0].slug : null;
}

/** Splits `2..5`, `..5`, `2..`, `>=2` or a single value into its two ends; `strict` ends are not themselves in. */
function rangeOf(part) {
  const compared = /^(>=|<=|>|<|=)(.+)$/s.exec(part);
  if (compared) {
    const [, sign, end] = compared;
    const isStrict = sign.length === 1 && sign !== "=";
    if (sign === "=") return { low: end, high: end };
    return sign.startsWith(">") ? { low: end, isStrict } : { high: end, isStrict };
  }
  const [, low, dots, high] = /^(.*?)(?:(\.\.|→|->|~|–)(.*))?$/s.exec(part);
  return dots ? { low: low || undefined, high: high || undefined } : { low, high: low };
}

function levelTest(part, { levels }) {
  const index = (word) =>
    levels.findIndex((names) => names.includes(word) || (word.length > 2 && names[0].startsWith(word)));
  const range = rangeOf(part);
  const low = range.low === undefined ? 0 : index(range.low);
  const high = range.high === undefined ? levels.length - 1 : index(range.high);
  if (low < 0 || high < 0 || low > high) return null;
  return ({ level }) => level !== null && level[0] <= high && low <= level[1];
}

function numberTest(part) {
  const found = /^(\d{0,9})(?:(\.\.)(\d{0,9}))?$/.exec(part);
  if (!found || !(found[1] || found[3])) return null;
  const low = Number(found[1] || 0);
  const high = found[3] ? Number(found[3]) : found[2] ? ENDLESS : low;
  return ({ number }) => low <= number && number <= high;
}

/** Dates are compared as far as both are known: an article of 2024 is in `2024-05..`. */
function dateTest(part) {
  const { low, high, isStrict } = rangeOf(part);
  if ([low, high].some((end) => end !== undefined && !/^\d{4}(?:-\d{2}){0,2}$/.test(end))) return null;
  return ({ published }) => {
    if (published === null) return false;
    const [toLow, toHigh] = [low?.slice(0, published.length), published.slice(0, high?.length)];
    if (low !== undefined && (isStrict ? published.slice(0, low.length) <= low : published < toLow)) return false;
    return high === undefined || (isStrict ? toHigh < high : toHigh <= high);
  };
}
