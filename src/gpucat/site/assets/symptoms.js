// From a trouble told in plain words to the concepts behind it: gpucat.search.symptoms in the browser.

const isTerm = (meaning) => meaning.startsWith("@");
const tokenRarity = (count) => Math.max(Math.log(2200 / count), 1);

function makeSymptoms(data, terms) {
  const { rules } = data;
  const having = new Map();
  const named = new Map();
  const file = (map, key, symptom) => map.set(key, [...(map.get(key) ?? []), symptom]);
  for (const [place, sentences, told, weight, count] of data.symptoms) {
    const symptom = { concept: terms.entries[place].concept, own: told.split("|"), weight, count };
    told.split("|").forEach((meaning) => file(having, meaning, symptom));
    sentences.split("|").forEach((sentence) => file(named, sentence, symptom));
  }

  const likeness = (symptom, said) => (said / symptom.weight) * Math.min(said / rules.telling, 1);

  /** The symptoms that stand in the sequence word for word. */
  function quotedIn(sequence) {
    const found = sequence.flatMap((_, place) =>
      [...terms.stretchesAt(sequence, place)].flatMap(({ key }) => named.get(key) ?? []),
    );
    return unique(found);
  }

  function meaningAt(sequence, place) {
    for (const { length, key } of terms.stretchesAt(sequence, place)) {
      const term = terms.entriesOf(key).find(({ kind }) => kind === "same");
      const name = terms.everydayMeaning(key) ?? (term ? `@${term.concept}` : null);
      if (name !== null) return { length, name };
      if (!isAscii(key) && terms.isStopWord(key)) return { length, name: "" };
    }
    return { length: 1, name: null };
  }

  /** The sequence as a set of meanings: terms, everyday words, and what is left as stems and pairs of characters. */
  function described(sequence) {
    const found = [];
    let run = "";
    const flush = () => {
      if (run.length > 1) found.push(...pairs(run).filter((pair) => !terms.isStopWord(pair)));
      run = "";
    };
    for (let place = 0; place < sequence.length;) {
      const { length, name } = meaningAt(sequence, place);
      const atom = sequence[place];
      if (name === null && atom.isHan) {
        run += atom.text;
      } else {
        flush();
        if (name) found.push(name);
        else if (length === 1 && !terms.isStopWord(atom.text)) found.push(atom.text);
      }
      place += length;
    }
    flush();
    return unique(found);
  }

  /** The symptoms of which the meanings say enough. The terms that one names must all be said, and something else. */
  function toldBy(meanings, leastShare, leastTelling) {
    const said = new Map();
    for (const meaning of meanings) {
      const found = having.get(meaning) ?? [];
      const weight = tokenRarity(found.reduce((sum, { count }) => sum + count, 0));
      for (const symptom of found) said.set(symptom, (said.get(symptom) ?? 0) + weight);
    }
    const isSaid = (token) => meanings.includes(token);
    return [...said].filter(
      ([{ own, weight }, sum]) =>
        sum >= Math.max(leastShare * weight, leastTelling) &&
        own.filter(isTerm).every(isSaid) &&
        own.some((token) => !isTerm(token) && isSaid(token)),
    );
  }

  /** The symptoms told; for a sentence without any term, a bolder guess. */
  function told(meanings) {
    const found = toldBy(meanings, rules.leastShare, rules.leastTelling);
    const isPlainSentence = meanings.length >= rules.sentence && !meanings.some(isTerm);
    return !found.length && isPlainSentence ? toldBy(meanings, rules.guessedShare, rules.guessedTelling) : found;
  }

  /** The concepts told, the best first, each with how much it is told; what is `drawn` already is left out. */
  function concepts(meanings, quoted, drawn) {
    const best = new Map();
    const take = ({ concept }, like) => best.set(concept, Math.max(best.get(concept) ?? 0, like));
    quoted.forEach((symptom) => take(symptom, rules.wordForWord * likeness(symptom, symptom.weight)));
    for (const [symptom, said] of told(meanings)) {
      if (!quoted.includes(symptom)) take(symptom, likeness(symptom, said));
    }
    const ranked = [...best].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, rules.mostConcepts);
    const isNew = ([concept, like]) => like > 1 || !drawn.has(concept);
    return ranked.filter((one) => isNew(one) && one[1] >= rules.ofTheBest * ranked[0][1]);
  }

  return { quotedIn, described, concepts };
}
