// A run of plain words in the list's own words: gpucat.search.wording in the browser.

const MOST_ROUNDS = 3;

/** Gives `read(text, sequence)`: the atoms as they are searched, the places that were read otherwise, notes. */
function makeWording(terms, { atoms, phraseTokens }, frequency, meant) {
  const areKnown = (stretch) => stretch.every((atom) => frequency([atom.text]));
  const isStrange = (atom) =>
    !atom.isHan &&
    !terms.isStopWord(atom.text) &&
    !terms.entriesOf(atom.text).length &&
    terms.everydayMeaning(atom.text) === null &&
    !areKnown([atom]);

  function pinyinKey(text, stretch) {
    const spelling = stretch.map((atom) => text.slice(atom.start, atom.end).toLowerCase()).join("");
    return stretch.every((atom) => !atom.isHan) && /^[a-z]{4,}$/.test(spelling) ? `%${spelling}` : "";
  }

  /** The longest stretch at `place` that is to be read as another word; none if a term is at least as long. */
  function reading(text, sequence, place) {
    const shortest = terms.longest(sequence, place).length;
    for (const { length, stretch, key } of terms.stretchesAt(sequence, place)) {
      if (length <= shortest) break;
      const spelt = terms.wordFor(pinyinKey(text, stretch));
      const meaning = terms.wordFor(key) || (spelt && !areKnown(stretch) ? spelt : "");
      if (meaning) return { length, meaning, kind: "reads" };
    }
    return null;
  }

  function repaired(text, sequence, place) {
    const atom = sequence[place];
    const isWord = terms.longest(sequence, place).length <= 1;
    const meaning = isWord && isStrange(atom) ? meant(text.slice(atom.start, atom.end)) : "";
    return meaning ? { length: 1, meaning, kind: "instead" } : null;
  }

  /** The wording with what `change` finds at each place put in; other terms and stop words are left whole. */
  function changed(wording, change) {
    const { text, sequence } = wording;
    const next = { text, sequence: [], readings: new Set(wording.readings), notes: [...wording.notes] };
    for (let place = 0; place < sequence.length;) {
      const found = change(text, sequence, place);
      const length = found?.length ?? Math.max(terms.longest(sequence, place).length, 1);
      const stretch = sequence.slice(place, place + length);
      const [start, end] = [stretch[0].start, stretch.at(-1).end];
      if (found) {
        next.notes.push({ kind: found.kind, values: [text.slice(start, end), found.meaning] });
        if (found.kind === "reads") next.readings.add(`${start} ${end}`);
        next.sequence.push(...atoms(found.meaning).map((atom) => ({ ...atom, start, end })));
      } else {
        next.sequence.push(...stretch);
      }
      place += length;
    }
    return next;
  }

  const spelling = ({ sequence }) => sequence.map(({ text }) => text).join(" ");

  return function read(text, sequence) {
    let wording = { text, sequence, readings: new Set(), notes: [] };
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      let next = changed(wording, reading);
      if (spelling(next) === spelling(wording)) next = changed(wording, repaired);
      if (spelling(next) === spelling(wording)) break;
      wording = next;
    }
    return wording;
  };
}
