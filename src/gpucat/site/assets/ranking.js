// Ranks articles by how well they match: gpucat.search.ranking in the browser. Tokens are joined by spaces.

const padded = (tokens) => ` ${tokens} `;
const occurrences = (text, needle) => text.split(needle).length - 1;

/** `documents` are the articles' token texts column by column; `rules` the weights from Python. */
function makeRanker(documents, rules) {
  const texts = documents.map((columns) => columns.map(padded));
  const wholes = texts.map((columns) => columns.join(""));
  const places = [...documents.keys()];
  const frequencies = new Map();

  /** Counts the articles that have these tokens side by side. */
  function frequency(tokens) {
    const needle = padded(tokens);
    if (!frequencies.has(tokens)) frequencies.set(tokens, wholes.filter((whole) => whole.includes(needle)).length);
    return frequencies.get(tokens);
  }

  function needleOf({ tokens, kind, column, isPrefix, apart }) {
    const pairs = kind === "pairs" ? tokens.split(" ").map(padded) : [];
    const isThing = rules.fullKinds.includes(kind);
    const needle = isPrefix ? ` ${tokens}` : padded(tokens);
    const within = (document) => (column ? texts[document][rules.columns.indexOf(column)] : wholes[document]);
    const isIn = (document) => [needle, ...pairs].some((one) => within(document).includes(one));
    const members = new Set(places.filter(isIn));
    const weight = rules.kinds[kind];
    return { tokens, kind, column, needle, pairs, isThing, members, weight, apart: apart.map(padded) };
  }

  function count(text, { needle, apart, pairs }) {
    const found = occurrences(text, needle);
    const own = found && apart.reduce((left, longer) => left - occurrences(text, longer), found);
    const present = pairs.filter((pair) => text.includes(pair)).length;
    return own || (present && (rules.scattered * present) / pairs.length);
  }

  const power = (document, needle) =>
    texts[document].reduce((sum, text, place) => {
      const isElsewhere = needle.column && needle.column !== rules.columns[place];
      return isElsewhere ? sum : sum + rules.columnWeights[place] * Math.min(count(text, needle), rules.mostCounted);
    }, 0);

  /** Says whether the needle stands anywhere but in a column of hints. */
  const isSaid = (document, needle) =>
    texts[document].some((text, place) => {
      const column = rules.columns[place];
      return (needle.column ?? column) === column && !rules.hintColumns.includes(column) && count(text, needle) > 0;
    });

  /** Says whether the pairs that were found cover every character of a Chinese run. */
  function covers(document, { pairs }) {
    const present = pairs.map((pair) => wholes[document].includes(pair));
    return !pairs.length || [...present, false].every((isHere, place) => isHere || present[place - 1]);
  }

  function hitOf(document, needles, weight) {
    const found = needles
      .filter(({ members }) => members.has(document))
      .map((needle) => ({ ...needle, power: power(document, needle) }))
      .filter((needle) => needle.power);
    const strength = found.reduce((sum, needle) => sum + needle.power * needle.weight, 0);
    const best = Math.max(0, ...found.map((needle) => needle.weight));
    const isFull = found.some((needle) => needle.isThing && isSaid(document, needle) && covers(document, needle));
    return { score: (weight * best * strength) / (strength + rules.saturation), found, isFull };
  }

  /** Says whether a word of one group stands right before a word of the other. */
  function standTogether(document, ...groups) {
    const [first, second] = groups.map(({ found }) => found.filter(({ kind }) => kind !== "part"));
    return first.some((one) => second.some((two) => wholes[document].includes(padded(`${one.tokens} ${two.tokens}`))));
  }

  /** Returns the hits: full matches first, then by score, then in the list's order. */
  function rank({ groups, excluded }) {
    const needles = groups.map(({ alternatives }) => alternatives.map(needleOf));
    const barred = excluded.map(needleOf);
    const weights = groups.map(({ weight }, place) => {
      const own = needles[place].filter(({ isThing }) => isThing);
      const owners = places.filter((document) => own.some(({ members }) => members.has(document)));
      return weight * rarity(owners.length);
    });
    const isAskable = groups.some(({ isSoft }) => !isSoft);
    const ranked = places.map((document) => {
      const hits = needles.map((own, place) => hitOf(document, own, weights[place]));
      const score = hits.reduce((sum, hit, place) => {
        const isNext = place > 0 && !groups[place].isSoft && standTogether(document, hits[place - 1], hit);
        return sum + hit.score + (isNext ? rules.adjacent * Math.min(weights[place - 1], weights[place]) : 0);
      }, 0);
      const lacks = (kind) => groups.some((group, place) => group[kind] && !hits[place].isFull);
      const isOut = barred.some(({ members }) => members.has(document)) || lacks("isRequired");
      const tokens = hits.flatMap(({ found }) => found.map((needle) => needle.tokens));
      return { document, score: isOut ? 0 : score, isFull: isAskable && !lacks("isHard"), tokens };
    });
    return inOrder(ranked.filter(({ score }) => score > 0));
  }

  /** Adds to each hit's score up to a share of the best, by its place in the order that was wished for. */
  function guided(hits, order) {
    const best = Math.max(0, ...hits.map(({ score }) => score));
    const added = (document) => rules.guideShare * best * (1 - order.indexOf(document) / order.length);
    return inOrder(hits.map((hit) => ({ ...hit, score: hit.score + added(hit.document) })));
  }

  const rarity = (count) => Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));

  const inOrder = (hits) =>
    hits.sort((a, b) => b.isFull - a.isFull || b.score - a.score || a.document - b.document);

  return { rank, guided, frequency };
}
