// Reads a query's words by the compiled term list: gpucat.search.lexicon, reading and repair in the browser.

const MOST_ROUNDS = 3;
const SHORTEST_FREELY_REPAIRED = 5;
const SHORTEST_WITH_TWO_EDITS = 9;
const MOST_LETTERS_MORE = 8;

const unique = (values) => [...new Set(values)];

function makeWords(data, { atoms, phrase, foldWord, stem }, frequency) {
  const { longestKey, particles } = data.rules;
  const entries = data.entries.map(([kind, concept, forms, apart]) => ({ kind, concept, forms, apart }));
  const terms = new Map(Object.entries(data.keys).map(([key, places]) => [key, places.map((place) => entries[place])]));
  const initials = new Map(Object.entries(data.initials));
  const otherWords = new Map(Object.entries(data.words));
  const everyday = Object.entries(data.plain).flatMap(([name, keys]) => keys.split("|").map((key) => [key, name]));
  const meanings = new Map(everyday.reverse());
  const sentences = new Set(data.symptoms.flatMap(([, listed]) => listed.split("|")));
  const stopWords = new Set(data.stopWords.split(" "));
  const spellings = data.spellings.split(" ");
  const rightWords = new Set(data.otherWords.split(" "));

  const termsOf = (key) => terms.get(key) ?? [];
  const isStopWord = (word) => stopWords.has(word);
  const areKnown = (stretch) => stretch.every(({ text }) => frequency(text));

  /** Cuts the sequence into the longest stretches that `find` knows, and single atoms elsewhere. */
  function* cut(sequence, find) {
    for (let place = 0; place < sequence.length;) {
      let stretch = sequence.slice(place, place + longestKey);
      let found = find(joinKey(stretch), stretch);
      while (found === undefined && stretch.length > 1) {
        stretch = stretch.slice(0, -1);
        found = find(joinKey(stretch), stretch);
      }
      yield { stretch, found };
      place += stretch.length;
    }
  }

  /** Returns the entries of a term, and no entries for a stop word. */
  function termAt(key, stretch) {
    const isStop = isStopWord(key) || (stretch.length === 1 && particles.includes(key));
    return terms.get(key) ?? (isStop ? [] : undefined);
  }

  /** Returns what a stretch means in a sentence: a term, an everyday meaning, nothing for a Chinese stop word. */
  function meaningAt(key) {
    const term = termsOf(key).find(({ kind }) => kind === "same");
    return meanings.get(key) ?? (term ? `@${term.concept}` : !isAscii(key) && isStopWord(key) ? "" : undefined);
  }

  /** Replaces regional, everyday and misspelt words and pinyin by the list's words, with notes. */
  function read(text, typed) {
    let wording = { sequence: typed, readings: new Set(), notes: [] };
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const next = reread(text, wording);
      if (next.sequence.every(({ text: one }, place) => one === wording.sequence[place]?.text)) break;
      wording = next;
    }
    return wording;
  }

  function reread(text, { sequence, readings, notes }) {
    const shownOf = (stretch) => text.slice(stretch[0].start, stretch.at(-1).end);
    const readingAt = (key, stretch) => {
      if (termAt(key, stretch)) return null;
      const spelling = stretch.map((atom) => (atom.isHan ? "-" : shownOf([atom]).toLowerCase())).join("");
      const spelt = /^[a-z]{4,}$/.test(spelling) && !areKnown(stretch) ? otherWords.get(`%${spelling}`) : undefined;
      return otherWords.get(key) ?? spelt;
    };
    const next = { sequence: [], readings: new Set(readings), notes: [...notes] };
    for (const { stretch, found } of cut(sequence, readingAt)) {
      const [{ start }, { end }] = [stretch[0], stretch.at(-1)];
      const meaning = found === undefined ? repaired(stretch[0], shownOf(stretch)) : found;
      if (found) next.readings.add(`${start} ${end}`);
      if (meaning) next.notes.push({ kind: found ? "reads" : "instead", values: [shownOf(stretch), meaning] });
      next.sequence.push(...(meaning ? atoms(meaning).map((atom) => ({ ...atom, start, end })) : stretch));
    }
    return next;
  }

  /** Corrects a misspelt word that no article has; returns nothing if it cannot tell. */
  function repaired(atom, shown) {
    const isListed = meanings.has(atom.text) || sentences.has(atom.text);
    if (atom.isHan || isListed || areKnown([atom])) return "";
    const isWrittenInOne = phrase(shown).includes(" ") && frequency(phrase(shown.toLowerCase()));
    const word = foldWord(shown);
    if (isWrittenInOne || !/^[a-z]{4,}$/.test(word) || rightWords.has(word)) return "";
    return split(word) || begun(word) || edited(word);
  }

  function split(word) {
    const cuts = [...word].map((_, place) => [word.slice(0, place), word.slice(place)]).slice(3, -2);
    return cuts.find((parts) => frequency(parts.map(stem).join(" ")))?.join(" ") ?? "";
  }

  function begun(word) {
    const longer = spellings.filter((other) => other.startsWith(word) && other.length > word.length);
    const near = longer.filter((other) => other.length <= word.length + MOST_LETTERS_MORE);
    return unique(near.map(stem)).length === 1 ? near[0] : "";
  }

  /** Returns the closest word: one with the same first letter, else the one that most articles have. */
  function edited(word) {
    const near = spellings
      .filter((other) => /^[a-z]+$/.test(other) && Math.abs(other.length - word.length) <= 2)
      .map((other) => ({ other, isOther: other[0] !== word[0], count: frequency(stem(other)) }))
      .filter(({ count }) => count)
      .sort((a, b) => a.isOther - b.isOther || b.count - a.count)
      .map(({ other }) => ({ other, edits: distance(word, other) }));
    const isFree = word.length >= SHORTEST_FREELY_REPAIRED;
    const once = near.find(({ other, edits }) => edits === 1 && (isFree || isSlip(word, other)));
    const isLong = word.length >= SHORTEST_WITH_TWO_EDITS;
    const twice = near.find(({ other, edits }) => isLong && edits === 2 && other[0] === word[0]);
    return (once ?? twice ?? { other: "" }).other;
  }

  /** Returns the Chinese term that differs from the whole run by one character. */
  function alike(run) {
    if (run.length < 4 || run.length > longestKey) return "";
    const keys = [...terms.keys()].filter((key) => key.length === run.length && !isAscii(key));
    const places = (key) => [...key].flatMap((one, place) => (one === run[place] ? [] : [place]));
    const near = keys.map((key) => [key, places(key)]).filter(([, differing]) => differing.length === 1);
    return near.sort(([, [one]], [, [other]]) => one - other)[0]?.[0] ?? "";
  }

  return {
    cut,
    termAt,
    meaningAt,
    read,
    alike,
    termsOf,
    isStopWord,
    /** Returns the names with these initials. */
    named: (letters) => (initials.get(letters) ?? []).map((place) => ({ ...entries[place], kind: "initials" })),
    /** Says whether it is an everyday word, which weighs less than a subject's own. */
    tellsLittle: (key) => !(meanings.get(key) ?? "#=").startsWith("#="),
  };
}

/** Returns the optimal string alignment distance: edits of a letter and swaps of neighbours. */
function distance(one, other) {
  let [before, row] = [[], [...Array(other.length + 1).keys()]];
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const swapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1] ? before[to - 2] + 1 : Infinity;
      next[to] = Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + (one[at - 1] !== other[to - 1]), swapped);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/** Says whether the two differ by swapped neighbours, or by a letter that is or should be doubled. */
function isSlip(word, other) {
  const [sorted, single] = [(text) => [...text].sort().join(""), (text) => text.replace(/(.)\1/g, "$1")];
  if (word.length === other.length) return word[0] === other[0] && sorted(word) === sorted(other);
  return single(word) === single(other);
}
