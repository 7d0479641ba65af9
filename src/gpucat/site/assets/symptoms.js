// Finds the concepts behind a problem described in plain words: gpucat.search.symptoms in the browser.

const isTerm = (meaning) => meaning.startsWith("@");

function makeSymptoms({ symptoms, entries, rules }, { cut, meaningAt, isStopWord }) {
  const [having, named] = [new Map(), new Map()];
  const file = (map, key, symptom) => map.set(key, [...(map.get(key) ?? []), symptom]);
  for (const [place, sentences, told] of symptoms) {
    const symptom = { concept: entries[place][1], own: told.split("|") };
    symptom.own.forEach((meaning) => file(having, meaning, symptom));
    sentences.split("|").forEach((sentence) => file(named, sentence, symptom));
  }

  /** Returns how informative a meaning is: the fewer symptoms share it, the more. */
  const rarity = (meaning) => Math.max(Math.log(rules.allSymptoms / having.get(meaning).length), 1);
  const summed = (told) => told.filter((meaning) => having.has(meaning)).reduce((sum, one) => sum + rarity(one), 0);

  /** Returns how well a symptom fits the query: the share that is mentioned, weighted by how rare it is. */
  const likeness = ({ own }, said) => (said / summed(own)) * Math.min(said / rules.telling, 1);

  /** Returns the symptoms that the sequence has word for word. */
  function quotedIn(sequence) {
    const stretches = sequence.flatMap((_, start) =>
      sequence.slice(start, start + rules.longestKey).map((_, more) => sequence.slice(start, start + more + 1)),
    );
    return unique(stretches.flatMap((stretch) => named.get(joinKey(stretch)) ?? []));
  }

  /** Describes the sequence as a set of meanings: terms, everyday words, and the remaining stems and pairs. */
  function described(sequence) {
    const found = [];
    let run = "";
    for (const { stretch, found: name } of [...cut(sequence, meaningAt), { stretch: [{}], found: "" }]) {
      if (name === undefined && stretch[0].isHan) {
        run += stretch[0].text;
      } else {
        if (run.length > 1) found.push(...pairs(run));
        run = "";
        found.push(name ?? stretch[0].text);
      }
    }
    return unique(found).filter((meaning) => meaning && !isStopWord(meaning));
  }

  /** Returns the symptoms mentioned well enough: all the terms that one names, and some other meaning. */
  function toldBy(meanings, leastShare, leastTelling) {
    const touched = unique(meanings.flatMap((meaning) => having.get(meaning) ?? []));
    const told = touched.map((symptom) => [symptom, summed(meanings.filter((one) => symptom.own.includes(one)))]);
    return told.filter(
      ([{ own }, said]) =>
        said >= Math.max(leastShare * summed(own), leastTelling) &&
        own.filter((one) => meanings.includes(one)).length >= Math.min(rules.leastMeanings, own.length) &&
        own.every((one) => !isTerm(one) || meanings.includes(one)) &&
        own.some((one) => !isTerm(one) && meanings.includes(one)),
    );
  }

  /** Returns the concepts that the sequences describe, the best first, each with its likeness. */
  return function conceptsOf(sequences) {
    const meanings = unique(sequences.flatMap(described));
    const quoted = unique(sequences.flatMap(quotedIn));
    const isSentence = meanings.length >= rules.sentence && !meanings.some(isTerm);
    const sure = toldBy(meanings, rules.leastShare, rules.leastTelling);
    const told = sure.length || !isSentence ? sure : toldBy(meanings, rules.guessedShare, rules.guessedTelling);
    const best = new Map();
    const take = ({ concept }, like) => best.set(concept, Math.max(best.get(concept) ?? 0, like));
    quoted.forEach((symptom) => take(symptom, rules.wordForWord * likeness(symptom, summed(symptom.own))));
    const others = told.filter(([symptom]) => !quoted.includes(symptom));
    const isBesideTerm = meanings.length <= rules.short && meanings.some(isTerm);
    const share = ({ own }) => (isBesideTerm && !own.some(isTerm) ? rules.besideTerm : 1);
    others.forEach(([symptom, said]) => take(symptom, share(symptom) * likeness(symptom, said)));
    const ranked = [...best].sort(([one, like], [other, most]) => most - like || (one < other ? -1 : 1));
    return ranked.slice(0, rules.mostConcepts).filter(([, like]) => like >= rules.ofTheBest * ranked[0][1]);
  };
}
