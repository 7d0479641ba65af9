// The term list as Python compiled it (gpucat.site.search_data), for look-up by key.

const unique = (values) => [...new Set(values)];

function makeTerms(data, { atoms }) {
  const entries = data.entries.map(([kind, concept, forms, apart]) => ({
    kind,
    concept,
    forms: forms.map((tokens) => tokens.split(" ")),
    apart: apart.map((tokens) => tokens.split(" ")),
  }));
  const lexicon = new Map(Object.entries(data.keys).map(([key, places]) => [key, places.map((at) => entries[at])]));
  const words = new Map(Object.entries(data.words));
  const everyday = Object.entries(data.plain);
  const meanings = new Map(everyday.flatMap(([name, keys]) => keys.split("|").map((key) => [key, `#${name}`])));
  const stopWords = new Set(data.stopWords.split(" "));
  const { longestKey } = data.rules;

  const entriesOf = (key) => lexicon.get(key) ?? [];
  const isStopWord = (word) => stopWords.has(word);

  /** The stretches that begin at `place`, longest first, each with its key. */
  function* stretchesAt(sequence, place) {
    for (let length = Math.min(longestKey, sequence.length - place); length > 0; length -= 1) {
      const stretch = sequence.slice(place, place + length);
      yield { length, stretch, key: joinKey(stretch) };
    }
  }

  return {
    entries,
    entriesOf,
    isStopWord,
    stretchesAt,
    keyOf: (text) => joinKey(atoms(text)),
    /** What a regional or everyday word, or pinyin, is to be read as. */
    wordFor: (key) => words.get(key) ?? "",
    /** What an everyday word means. */
    everydayMeaning: (key) => meanings.get(key) ?? null,
    /** Whether it is an everyday word that tells less than a subject's own. */
    tellsLittle: (key) => !(meanings.get(key) ?? "#=").startsWith("#="),
    /** The longest term or stop word that begins at `place`: how many atoms it has, and a term's entries. */
    longest(sequence, place) {
      for (const { length, key } of stretchesAt(sequence, place)) {
        const found = entriesOf(key);
        const isStop = isStopWord(key) || (length === 1 && data.particles.includes(key));
        if (found.length || isStop) return { length, found };
      }
      return { length: 0, found: [] };
    },
    /** The Chinese term that differs from the whole run in one character. */
    alike(run) {
      if (run.length < 4 || run.length > longestKey) return "";
      const keys = [...lexicon.keys()].filter((key) => key.length === run.length && !isAscii(key));
      const around = (text, place) => `${text.slice(0, place)} ${text.slice(place + 1)}`;
      for (let place = 0; place < run.length; place += 1) {
        const found = keys.find((key) => around(key, place) === around(run, place));
        if (found) return found;
      }
      return "";
    },
  };
}
