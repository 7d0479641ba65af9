// From a query to what is looked for: gpucat.catalog.wording, repair, plan and symptoms in the browser. The term list
// comes compiled from Python (gpucat.site.search_data).

const TERM_KINDS = ["same", "near", "fact"];
const ROUNDS_OF_READING = 3;

const unique = (values) => [...new Set(values)];

function makePlanner(data, tokeniser, ranker) {
  const { atoms, phraseTokens, foldWord } = tokeniser;
  const { frequency } = ranker;
  const { rules } = data;
  const entries = data.entries.map(([kind, concept, forms, apart]) => ({
    kind,
    concept,
    forms: forms.map((tokens) => tokens.split(" ")),
    apart: apart.map((tokens) => tokens.split(" ")),
  }));
  const lexicon = new Map(Object.entries(data.keys).map(([key, places]) => [key, places.map((place) => entries[place])]));
  const words = new Map(Object.entries(data.words));
  const plainMeanings = new Map(Object.entries(data.plain).flatMap(([name, keys]) => keys.split("|").map((key) => [key, `#${name}`])));
  const stopWords = new Set(data.stopWords.split(" "));
  const spellings = data.spellings.split(" ");
  const otherWords = new Set(data.otherWords.split(" "));
  const symptomsOf = new Map();
  const symptomsNamed = new Map();
  const file = (map, key, symptom) => map.set(key, [...(map.get(key) ?? []), symptom]);
  for (const [place, sentences, told, weight, count] of data.symptoms) {
    const symptom = { entry: entries[place], own: told.split(/[| ]/), weight, count };
    told.split("|").forEach((meaning) => file(symptomsOf, meaning, symptom));
    sentences.split("|").forEach((sentence) => file(symptomsNamed, sentence, symptom));
  }

  const entriesOf = (key) => lexicon.get(key) ?? [];
  const keyOf = (text) => joinKey(atoms(text));
  const isStopWord = (word) => stopWords.has(word);

  // --- reading: regional words, pinyin, everyday words, misspelt words

  /** The longest term or stop word that begins at `place`: how many atoms it has, and a term's entries. */
  function longest(sequence, place) {
    for (let length = Math.min(rules.longestKey, sequence.length - place); length > 0; length -= 1) {
      const key = joinKey(sequence.slice(place, place + length));
      const found = entriesOf(key);
      if (found.length) return { length, found };
      if (isStopWord(key) || (length === 1 && data.particles.includes(key))) return { length, found };
    }
    return { length: 0, found: [] };
  }

  const shownOf = (text, stretch) => text.slice(stretch[0].start, stretch.at(-1).end);
  const standingFor = (meaning, stretch) =>
    atoms(meaning).map((atom) => ({ ...atom, start: stretch[0].start, end: stretch.at(-1).end }));

  function pinyinOf(text, stretch) {
    const spelling = stretch.map((atom) => text.slice(atom.start, atom.end).toLowerCase()).join("");
    return stretch.every((atom) => !atom.isHan) && /^[a-z]{4,}$/.test(spelling) ? `%${spelling}` : "";
  }

  function readingAt(text, sequence, place) {
    const shortest = longest(sequence, place).length;
    for (let length = Math.min(rules.longestKey, sequence.length - place); length > shortest; length -= 1) {
      const stretch = sequence.slice(place, place + length);
      const meaning = words.get(joinKey(stretch));
      if (meaning) return { length, meaning };
      const spelt = words.get(pinyinOf(text, stretch));
      if (spelt && !stretch.every((atom) => frequency([atom.text]))) return { length, meaning: spelt };
    }
    return null;
  }

  /** The sequence with what `change` finds at each place put in; terms and stop words are left whole. */
  function changed(text, sequence, change) {
    const result = [];
    for (let place = 0; place < sequence.length; ) {
      const found = change(place);
      const length = found?.length ?? Math.max(longest(sequence, place).length, 1);
      const stretch = sequence.slice(place, place + length);
      result.push(...(found ? standingFor(found.meaning, stretch) : stretch));
      place += length;
    }
    return result;
  }

  function readWords(text, sequence, drawing) {
    const isSame = (one, other) => one.length === other.length && one.every((atom, place) => atom.text === other[place].text);
    let read = sequence;
    for (let round = 0; round < ROUNDS_OF_READING; round += 1) {
      const before = read;
      read = changed(text, before, (place) => {
        const found = readingAt(text, before, place);
        if (found) {
          const stretch = before.slice(place, place + found.length);
          drawing.readings.add(`${stretch[0].start} ${stretch.at(-1).end}`);
          drawing.note("reads", shownOf(text, stretch), found.meaning);
        }
        return found;
      });
      if (isSame(read, before)) {
        read = changed(text, before, (place) => {
          const { length } = longest(before, place);
          const shown = shownOf(text, [before[place]]);
          const meaning = length > 1 || !isStrange(before[place]) ? "" : meant(shown);
          if (meaning) drawing.note("instead", shown, meaning);
          return meaning ? { length: 1, meaning } : null;
        });
        if (isSame(read, before)) break;
      }
    }
    return read;
  }

  const isStrange = ({ text, isHan }) =>
    !isHan && !isStopWord(text) && !entriesOf(text).length && !plainMeanings.has(text) && !frequency([text]);

  function meant(shown) {
    if (phraseTokens(shown).length > 1 && frequency(phraseTokens(shown.toLowerCase()))) return "";
    const word = foldWord(shown);
    if (!/^[a-z]{4,}$/.test(word) || otherWords.has(word)) return "";
    return split(word) || begun(word) || edited(word);
  }

  function split(word) {
    for (let cut = 3; cut <= word.length - 3; cut += 1) {
      const parts = [word.slice(0, cut), word.slice(cut)];
      if (frequency(parts.map(stem))) return parts.join(" ");
    }
    return "";
  }

  function begun(word) {
    const longer = spellings.filter((other) => other.startsWith(word) && other.length > word.length && other.length <= word.length + 8);
    return unique(longer.map(stem)).length === 1 ? longer.sort()[0] : "";
  }

  function edited(word) {
    const letters = spellings.filter((other) => /^[a-z]+$/.test(other) && Math.abs(other.length - word.length) <= 2);
    const near = letters.filter((other) => isOneEdit(word, other) && (word.length > 4 || isSlip(word, other)));
    const likely = mostLikely(word, near);
    if (likely || word.length < 9) return likely;
    return mostLikely(word, letters.filter((other) => other[0] === word[0] && distance(word, other) <= 2));
  }

  function mostLikely(word, near) {
    const ranked = near
      .map((other) => ({ other, isOther: other[0] !== word[0], frequency: frequency([stem(other)]) }))
      .sort((a, b) => a.isOther - b.isOther || b.frequency - a.frequency || (a.other < b.other ? -1 : 1));
    return ranked.find((one) => one.frequency)?.other ?? "";
  }

  // --- groups

  const alternative = (tokens, kind = "literal", more = {}) => ({ tokens, kind, column: null, isPrefix: false, ...more });
  const asTyped = (text, column = null, isPrefix = false) => {
    const tokens = phraseTokens(text);
    const isLoneHan = tokens.length === 1 && tokens[0].length === 1 && !isAscii(tokens[0]);
    return tokens.length ? [alternative(tokens, "literal", { column, isPrefix: isPrefix || isLoneHan })] : [];
  };
  const asOneWord = (word, column = null) => {
    const [parts, whole] = [phraseTokens(word), phraseTokens(word.toLowerCase())];
    return whole.length && parts.join(" ") !== whole.join(" ") ? [alternative(whole, "literal", { column })] : [];
  };
  const keepingApart = (one, names) => {
    const apart = names.filter((name) => padded(name).includes(padded(one.tokens)) && name.length > one.tokens.length);
    return apart.length ? { ...one, apart } : one;
  };
  const fromEntry = ({ kind, forms, apart }, column = null) =>
    forms.map((tokens) => keepingApart(alternative(tokens, kind, { column }), apart));

  function groupOf(alternatives, weight = 1) {
    const kept = new Map();
    for (const one of alternatives) {
      const key = `${one.tokens.join(" ")}|${one.column}|${one.isPrefix}`;
      if (!kept.has(key)) kept.set(key, one);
    }
    return { alternatives: [...kept.values()], weight, isRequired: false, isSoft: false };
  }

  function alternativesOf(piece) {
    const found = asTyped(piece.text, piece.column, piece.kind === "prefix");
    if (piece.kind === "phrase") return found;
    found.push(...asOneWord(piece.text, piece.column));
    if (piece.kind === "word") found.push(...entriesOf(keyOf(piece.text)).flatMap((entry) => fromEntry(entry, piece.column)));
    return found;
  }

  // --- a run of plain words

  function drawRun(drawing, text) {
    if (!text) return;
    const before = drawing.groups.length;
    drawing.meanings = [];
    drawing.quoted = [];
    drawFactsAndWords(drawing, text);
    for (const { group, concept } of symptomGroups(drawing)) {
      drawing.groups.push(group);
      drawing.note("about", concept);
    }
    const drawn = drawing.groups.slice(before);
    if (drawn.some((group) => group.isSoft) && drawn.every((group) => group.isSoft || group.weight < 1)) {
      drawn.forEach((group) => (group.isSoft = true));
    }
    if (drawing.groups.length === before) {
      drawing.groups.push(...text.split(" ").map((word) => groupOf([...asTyped(word), ...asOneWord(word)])));
    }
  }

  function drawFactsAndWords(drawing, text) {
    const sequence = atoms(text);
    let place = 0;
    for (const fact of askedFacts(text, drawing.thisYear)) {
      const inside = [...sequence.keys()].filter((n) => n >= place && fact.start <= sequence[n].start && sequence[n].start < fact.end);
      if (!inside.length) continue;
      drawWords(drawing, text, sequence.slice(place, inside[0]));
      const facts = fact.tokens.map((token) => alternative([token], "fact"));
      const parts = fact.phrases.map((phrase) => alternative(phraseTokens(phrase), "same"));
      const found = [...asTyped(text.slice(fact.start, fact.end)), ...facts, ...parts];
      drawing.groups.push({ ...groupOf(found, fact.isSoft ? rules.wishWeight : 1), isSoft: fact.isSoft });
      place = inside.at(-1) + 1;
    }
    drawWords(drawing, text, sequence.slice(place));
  }

  function drawWords(drawing, text, sequence) {
    const read = readWords(text, sequence, drawing);
    drawing.meanings.push(...described(read));
    drawing.quoted.push(...quotedIn(read));
    let rest = [];
    for (let place = 0; place < read.length; ) {
      const { length, found } = longest(read, place);
      if (length) {
        drawRest(drawing, text, rest);
        rest = [];
      } else {
        rest.push(read[place]);
      }
      if (found.length) drawTerm(drawing, text, read.slice(place, place + length), found);
      place += Math.max(length, 1);
    }
    drawRest(drawing, text, rest);
  }

  function drawTerm(drawing, text, stretch, found) {
    const key = joinKey(stretch);
    const same = found.flatMap((entry) => fromEntry(entry));
    const apart = same.flatMap((one) => one.apart ?? []);
    const typed = asTyped(key).map((one) => keepingApart(one, apart));
    const isReading = drawing.readings.has(`${stretch[0].start} ${stretch.at(-1).end}`);
    const shown = shownOf(text, stretch);
    const isManner = found.some((entry) => rules.manners.includes(entry.concept));
    const all = [...typed, ...same, ...(isReading ? asTyped(shown) : []), ...partsOf(stretch)];
    drawing.groups.push(groupOf(all, isManner ? rules.mannerWeight : 1));
    const others = unique(found.filter((entry) => entry.kind === "same").map((entry) => entry.concept));
    const told = others.filter((concept) => keyOf(concept) !== key);
    if (told.length) drawing.note("reads", shown, told.join(" = "));
  }

  function partsOf(stretch) {
    const run = stretch.filter((atom) => atom.isHan).map((atom) => atom.text).join("");
    const latin = stretch.length > 1 ? stretch.filter((atom) => !atom.isHan).map((atom) => atom.text) : [];
    const tokens = [...latin, ...(run.length > 2 ? pairs(run) : [])];
    return tokens.filter((token) => !isStopWord(token)).map((token) => alternative([token], "part"));
  }

  function drawRest(drawing, text, rest) {
    let chunk = [];
    for (const atom of [...rest, null]) {
      if (chunk.length && (!atom || !atom.isJoined || atom.isHan !== chunk.at(-1).isHan)) {
        if (chunk[0].isHan) drawHan(drawing, chunk.map((one) => one.text).join(""));
        else drawLatin(drawing, text, chunk);
        chunk = [];
      }
      if (atom) chunk.push(atom);
    }
  }

  function drawLatin(drawing, text, chunk) {
    const shown = shownOf(text, chunk);
    const tokens = chunk.map((atom) => atom.text);
    const host = `=${shown.toLowerCase().replace(/^www\./, "")}`;
    if (shown.includes(".") && frequency([host])) {
      drawing.groups.push(groupOf([alternative([host], "fact")]));
    } else if (tokens.length === 1 || frequency(tokens)) {
      drawWord(drawing, shown, tokens);
    } else {
      tokens.filter((token) => !isStopWord(token)).forEach((token) => drawWord(drawing, token, [token]));
    }
  }

  function drawWord(drawing, shown, tokens) {
    const tellsLittle = plainMeanings.has(tokens[0]) || /^\d+$/.test(tokens.join(""));
    drawing.groups.push(groupOf([alternative(tokens), ...asOneWord(shown)], tellsLittle ? rules.plainWeight : 1));
  }

  function drawHan(drawing, run) {
    if (run.length === 1) return;
    const tokens = pairs(run);
    const likely = tokens.every((token) => frequency([token])) ? "" : meantRun(run);
    if (likely) {
      drawing.note("instead", run, likely);
      drawing.groups.push(groupOf([...asTyped(likely), ...entriesOf(likely).flatMap((entry) => fromEntry(entry))]));
      return;
    }
    const kind = tokens.length > 1 ? "pairs" : "literal";
    drawing.groups.push(groupOf([alternative(tokens, kind)], plainMeanings.has(run) ? rules.plainWeight : 1));
  }

  /** The Chinese term that differs from the whole run in one character. */
  function meantRun(run) {
    if (run.length < 4 || run.length > rules.longestKey) return "";
    const alike = [...lexicon.keys()].filter((key) => key.length === run.length && !isAscii(key));
    for (let place = 0; place < run.length; place += 1) {
      const isMeant = (key) => key.slice(0, place) === run.slice(0, place) && key.slice(place + 1) === run.slice(place + 1);
      const found = alike.find(isMeant);
      if (found) return found;
    }
    return "";
  }

  // --- symptoms: a trouble told in plain words

  function described(sequence) {
    const found = [];
    let run = "";
    const flush = () => {
      if (run.length > 1) found.push(...pairs(run).filter((pair) => !isStopWord(pair)));
      run = "";
    };
    for (let place = 0; place < sequence.length; ) {
      const { length, name } = longestMeaning(sequence, place);
      const atom = sequence[place];
      if (name === null && atom.isHan) {
        run += atom.text;
      } else {
        flush();
        if (name) found.push(name);
        else if (!isStopWord(atom.text) && length === 1) found.push(atom.text);
      }
      place += length;
    }
    flush();
    return unique(found);
  }

  function longestMeaning(sequence, place) {
    for (let length = Math.min(rules.longestKey, sequence.length - place); length > 0; length -= 1) {
      const key = joinKey(sequence.slice(place, place + length));
      const term = entriesOf(key).find((entry) => entry.kind === "same");
      const name = plainMeanings.get(key) ?? (term ? `@${term.concept}` : null);
      if (name !== null) return { length, name };
      if (!isAscii(key) && isStopWord(key)) return { length, name: "" };
    }
    return { length: 1, name: null };
  }

  /** The symptoms that stand in the query word for word. */
  function quotedIn(sequence) {
    const found = [];
    for (let place = 0; place < sequence.length; place += 1) {
      for (let end = place + 1; end <= Math.min(place + rules.longestKey, sequence.length); end += 1) {
        found.push(...(symptomsNamed.get(joinKey(sequence.slice(place, end))) ?? []));
      }
    }
    return unique(found);
  }

  const likeness = (symptom, said) => (said / symptom.weight) * Math.min(said / rules.telling, 1);
  const tokenRarity = (count) => Math.max(Math.log(2000 / count), 1);

  function symptomGroups(drawing) {
    const meanings = unique(drawing.meanings);
    const said = new Map();
    for (const meaning of meanings) {
      const found = symptomsOf.get(meaning) ?? [];
      const told = tokenRarity(found.reduce((sum, { count }) => sum + count, 0));
      for (const symptom of found) said.set(symptom, (said.get(symptom) ?? 0) + told);
    }
    const best = new Map();
    const take = (symptom, like) => {
      if (like > (best.get(symptom.entry)?.like ?? 0)) best.set(symptom.entry, { like, entry: symptom.entry });
    };
    drawing.quoted.forEach((symptom) => take(symptom, rules.wordForWord * likeness(symptom, symptom.weight)));
    for (const [symptom, weight] of said) {
      const terms = symptom.own.filter((token) => token.startsWith("@"));
      const others = symptom.own.filter((token) => !token.startsWith("@"));
      const isTold = terms.every((token) => meanings.includes(token)) && others.some((token) => meanings.includes(token));
      const isEnough = weight >= Math.max(rules.leastShare * symptom.weight, rules.leastTelling);
      if (isTold && isEnough && !drawing.quoted.includes(symptom)) take(symptom, likeness(symptom, weight));
    }
    const ranked = [...best.values()].sort((a, b) => b.like - a.like || (a.entry.concept < b.entry.concept ? -1 : 1));
    const drawn = new Set(drawing.groups.flatMap((group) => group.alternatives.map(({ tokens }) => tokens.join(" "))));
    return ranked
      .slice(0, rules.mostConcepts)
      .map(({ like, entry }) => {
        const meant = entriesOf(keyOf(entry.concept)).filter(({ concept }) => concept === entry.concept);
        const group = groupOf(meant.flatMap((other) => fromEntry(other)), like);
        return { like, concept: entry.concept, group: { ...group, isSoft: true } };
      })
      .filter(({ like, concept }) => like > 1 || !drawn.has(phraseTokens(concept).join(" ")))
      .filter(({ like }) => like >= rules.ofTheBest * ranked[0].like);
  }

  /** The groups that the query asks for. `thisYear` is what "last year" is counted from. */
  return function plan(query, thisYear) {
    const notes = [];
    const note = (kind, ...values) => notes.push({ kind, values });
    const drawing = { groups: [], named: [], readings: new Set(), thisYear, note };
    let plain = [];
    const flush = () => {
      drawRun(drawing, plain.join(" "));
      plain = [];
    };
    for (const { pieces, isRequired } of query.clauses) {
      const [first] = pieces;
      if (first.kind === "word" && first.column === null && pieces.length === 1 && !isRequired) {
        plain.push(first.text);
        continue;
      }
      flush();
      if (["url", "place"].includes(first.kind)) drawing.named.push(...pieces.map(({ text }) => text));
      else drawing.groups.push({ ...groupOf(pieces.flatMap(alternativesOf)), isRequired });
    }
    flush();
    const excluded = query.excluded.flatMap(alternativesOf).filter(({ kind }) => ["literal", "same"].includes(kind));
    const groups = new Map();
    for (const group of drawing.groups) {
      const key = JSON.stringify(group.alternatives);
      if (!groups.has(key)) groups.set(key, group);
    }
    return { groups: [...groups.values()], excluded, named: drawing.named, notes };
  };
}

/** Optimal string alignment distance: edits of a letter and swaps of neighbours. */
function distance(one, other) {
  const rows = Array.from({ length: one.length + 1 }, (_, place) => [place]);
  for (let column = 0; column <= other.length; column += 1) rows[0][column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + cost);
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) least = Math.min(least, rows[row - 2][column - 2] + 1);
      rows[row][column] = least;
    }
  }
  return rows[one.length][other.length];
}

const isOneEdit = (word, other) => Math.abs(word.length - other.length) < 2 && distance(word, other) === 1;

/** Whether the two differ by swapped neighbours or by a letter that is or should be doubled. */
function isSlip(word, other) {
  if (word.length === other.length) return word[0] === other[0] && [...word].sort().join("") === [...other].sort().join("");
  const [longer, shorter] = word.length > other.length ? [word, other] : [other, word];
  return [...longer].some((letter, place) => letter === longer[place + 1] && longer.slice(0, place) + longer.slice(place + 1) === shorter);
}
