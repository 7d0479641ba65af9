// How well an article gives what was asked: gpucat.search.ranking in the browser.

const padded = (tokens) => ` ${tokens.join(" ")} `;
const occurrences = (text, needle) => text.split(needle).length - 1;
const rarity = (frequency, total) => Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));

/** `documents` are the articles' token texts column by column; `rules` are the weights that Python hands over. */
function makeRanker(documents, rules) {
  const texts = documents.map((columns) => columns.map((column) => ` ${column} `));
  const wholes = texts.map((columns) => columns.join(""));
  const frequencies = new Map();

  function frequency(tokens) {
    const needle = padded(tokens);
    if (!frequencies.has(needle)) frequencies.set(needle, wholes.filter((whole) => whole.includes(needle)).length);
    return frequencies.get(needle);
  }

  const needleOf = (alternative) => {
    const text = padded(alternative.tokens);
    return {
      alternative,
      text: alternative.isPrefix ? text.slice(0, -1) : text,
      pairs: alternative.kind === "pairs" ? alternative.tokens.map((token) => ` ${token} `) : [],
      apart: (alternative.apart ?? []).map(padded),
      column: alternative.column ? rules.columns.indexOf(alternative.column) : -1,
    };
  };

  const isThere = (document, needle) => {
    const whole = needle.column < 0 ? wholes[document] : texts[document][needle.column];
    return whole.includes(needle.text) || needle.pairs.some((pair) => whole.includes(pair));
  };

  function count(text, needle) {
    let found = occurrences(text, needle.text);
    if (found) found -= needle.apart.reduce((sum, longer) => sum + occurrences(text, longer), 0);
    if (found || !needle.pairs.length) return found;
    return (rules.scattered * needle.pairs.filter((pair) => text.includes(pair)).length) / needle.pairs.length;
  }

  function power(document, needle) {
    return texts[document].reduce((sum, text, column) => {
      if (needle.column >= 0 && needle.column !== column) return sum;
      return sum + rules.columnWeights[column] * Math.min(count(text, needle), rules.mostCounted);
    }, 0);
  }

  /** Whether the found pairs of a Chinese run touch each of its characters. */
  function covers(document, needle) {
    const present = needle.pairs.map((pair) => wholes[document].includes(pair));
    return [...present, false].every((isHere, place) => isHere || present[place - 1]) || !present.length;
  }

  function hit(document, needles, weight) {
    let [strength, best, isFull] = [0, 0, false];
    const found = [];
    for (const needle of needles) {
      const strong = isThere(document, needle) ? power(document, needle) : 0;
      if (!strong) continue;
      const { kind } = needle.alternative;
      strength += strong * rules.kindWeights[kind];
      best = Math.max(best, rules.kindWeights[kind]);
      found.push(needle.alternative);
      isFull ||= rules.fullKinds.includes(kind) && covers(document, needle);
    }
    return { score: (weight * best * strength) / (strength + rules.saturation), found, isFull };
  }

  const standTogether = (document, first, second) =>
    first.some((one) =>
      second.some(
        (other) =>
          one.kind !== "part" &&
          other.kind !== "part" &&
          wholes[document].includes(padded([...one.tokens, ...other.tokens])),
      ),
    );

  /** How many articles have the thing itself. */
  function groupFrequency(needles) {
    const own = needles.filter(({ alternative }) => rules.fullKinds.includes(alternative.kind));
    return documents.filter((_, document) => own.some((needle) => isThere(document, needle))).length;
  }

  /** The hits among all documents: full matches first, then by score, then in the list's order. */
  function rank(plan) {
    const needles = plan.groups.map((group) => group.alternatives.map(needleOf));
    const weights = plan.groups.map(
      (group, place) => group.weight * rarity(groupFrequency(needles[place]), documents.length),
    );
    const barred = plan.excluded.map(needleOf);
    const isAskable = plan.groups.some((group) => !group.isSoft);
    const ranked = [];
    documents.forEach((_, document) => {
      if (barred.some((needle) => isThere(document, needle))) return;
      const hits = needles.map((own, place) => hit(document, own, weights[place]));
      if (plan.groups.some((group, place) => group.isRequired && !hits[place].isFull)) return;
      let score = hits.reduce((sum, { score: part }) => sum + part, 0);
      for (let place = 0; place + 1 < hits.length; place += 1) {
        const areNear =
          !plan.groups[place + 1].isSoft && standTogether(document, hits[place].found, hits[place + 1].found);
        if (areNear) score += rules.adjacent * Math.min(weights[place], weights[place + 1]);
      }
      const isFull = isAskable && hits.every((one, place) => one.isFull || plan.groups[place].isSoft);
      const tokens = hits.flatMap(({ found }) => found.map((alternative) => alternative.tokens));
      if (score > 0) ranked.push({ document, score, isFull, tokens });
    });
    return ranked.sort((a, b) => b.isFull - a.isFull || b.score - a.score || a.document - b.document);
  }

  return { rank, frequency, total: documents.length };
}
