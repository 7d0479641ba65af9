// From a query to the groups that are looked for: gpucat.search.plan in the browser.

function makePlanner(data, tokeniser, ranker) {
  const { atoms, phraseTokens } = tokeniser;
  const { frequency } = ranker;
  const { rules } = data;
  const terms = makeTerms(data, tokeniser);
  const symptoms = makeSymptoms(data, terms);
  const readWords = makeWording(terms, tokeniser, frequency, makeRepair(data, tokeniser, frequency));
  const askedFacts = makeAsked(data.asked);
  const { asTyped, asOneWord } = makeTyped(tokeniser);

  function alternativesOf(piece) {
    const found = asTyped(piece.text, piece.column, piece.kind === "prefix");
    if (piece.kind === "phrase") return found;
    const meant = piece.kind === "word" ? terms.entriesOf(terms.keyOf(piece.text)) : [];
    return [...found, ...asOneWord(piece.text, piece.column), ...meant.flatMap((one) => fromEntry(one, piece.column))];
  }

  function drawRun(drawing, text) {
    if (!text) return;
    const before = drawing.groups.length;
    Object.assign(drawing, { meanings: [], quoted: [] });
    drawFactsAndWords(drawing, text);
    drawConcepts(drawing);
    const drawn = drawing.groups.slice(before);
    // Where everyday words alone led to a concept, having those words is no full match.
    if (drawn.some(({ isSoft }) => isSoft) && drawn.every(({ isSoft, weight }) => isSoft || weight < 1)) {
      drawn.forEach((group) => (group.isSoft = true));
    }
    if (!drawn.length) {
      drawing.groups.push(...text.split(" ").map((word) => groupOf([...asTyped(word), ...asOneWord(word)])));
    }
  }

  function drawFactsAndWords(drawing, text) {
    const sequence = atoms(text);
    let place = 0;
    for (const fact of askedFacts(text, drawing.thisYear)) {
      const isInside = ({ start }, at) => at >= place && fact.start <= start && start < fact.end;
      const [first, last] = [sequence.findIndex(isInside), sequence.findLastIndex(isInside)];
      if (first < 0) continue;
      drawWords(drawing, text, sequence.slice(place, first));
      const facts = fact.tokens.map((token) => alternative([token], "fact"));
      const parts = fact.phrases.map((phrase) => alternative(phraseTokens(phrase), "same"));
      const found = [...asTyped(text.slice(fact.start, fact.end)), ...facts, ...parts];
      drawing.groups.push({ ...groupOf(found, fact.isSoft ? rules.wishWeight : 1), isSoft: fact.isSoft });
      place = last + 1;
    }
    drawWords(drawing, text, sequence.slice(place));
  }

  function drawConcepts(drawing) {
    const drawn = new Set(
      drawing.groups.flatMap(({ alternatives }) => alternatives.map(({ tokens }) => tokens.join(" "))),
    );
    const said = { has: (concept) => drawn.has(phraseTokens(concept).join(" ")) };
    for (const [concept, like] of symptoms.concepts(unique(drawing.meanings), drawing.quoted, said)) {
      const meant = terms.entriesOf(terms.keyOf(concept)).filter((entry) => entry.concept === concept);
      drawing.groups.push({
        ...groupOf(
          meant.flatMap((entry) => fromEntry(entry)),
          like,
        ),
        isSoft: true,
      });
      drawing.notes.push({ kind: "about", values: [concept] });
    }
  }

  function drawWords(drawing, text, words) {
    const { sequence, readings, notes } = readWords(text, words);
    drawing.notes.push(...notes);
    drawing.meanings.push(...symptoms.described(sequence));
    drawing.quoted.push(...symptoms.quotedIn(sequence));
    let rest = [];
    for (let place = 0; place < sequence.length;) {
      const { length, found } = terms.longest(sequence, place);
      if (length) {
        drawRest(drawing, text, rest);
        rest = [];
      } else {
        rest.push(sequence[place]);
      }
      if (found.length) drawTerm(drawing, text, sequence.slice(place, place + length), found, readings);
      place += Math.max(length, 1);
    }
    drawRest(drawing, text, rest);
  }

  function drawTerm(drawing, text, stretch, entries, readings) {
    const [start, end, key] = [stretch[0].start, stretch.at(-1).end, joinKey(stretch)];
    const meant = entries.flatMap((entry) => fromEntry(entry));
    const apart = meant.flatMap((one) => one.apart ?? []);
    const typed = asTyped(key).map((one) => keepingApart(one, apart));
    const shown = text.slice(start, end);
    const found = [...typed, ...meant, ...(readings.has(`${start} ${end}`) ? asTyped(shown) : []), ...partsOf(stretch)];
    const isManner = entries.some(({ concept }) => rules.manners.includes(concept));
    drawing.groups.push(groupOf(found, isManner ? rules.mannerWeight : 1));
    const same = unique(entries.filter(({ kind }) => kind === "same").map(({ concept }) => concept));
    const others = same.filter((concept) => terms.keyOf(concept) !== key);
    if (others.length) drawing.notes.push({ kind: "reads", values: [shown, others.join(" = ")] });
  }

  /** The words of a term of several words. */
  function partsOf(stretch) {
    const textOf = (isHan) => stretch.filter((atom) => atom.isHan === isHan).map(({ text }) => text);
    const run = textOf(true).join("");
    const tokens = [...(stretch.length > 1 ? textOf(false) : []), ...(run.length > 2 ? pairs(run) : [])];
    return tokens.filter((token) => !terms.isStopWord(token)).map((token) => alternative([token], "part"));
  }

  /** Words that no term covers: Latin words joined by punctuation as one, a run of Chinese characters as one. */
  function drawRest(drawing, text, rest) {
    let chunk = [];
    for (const atom of [...rest, null]) {
      if (chunk.length && (!atom || !atom.isJoined || atom.isHan !== chunk.at(-1).isHan)) {
        if (chunk[0].isHan) drawHan(drawing, chunk.map((one) => one.text).join(""));
        else
          drawLatin(
            drawing,
            text.slice(chunk[0].start, chunk.at(-1).end),
            chunk.map((one) => one.text),
          );
        chunk = [];
      }
      if (atom) chunk.push(atom);
    }
  }

  function drawLatin(drawing, shown, tokens) {
    const host = `=${shown.toLowerCase().replace(/^www\./, "")}`;
    if (shown.includes(".") && frequency([host])) {
      drawing.groups.push(groupOf([alternative([host], "fact")]));
    } else if (tokens.length === 1 || frequency(tokens)) {
      drawWord(drawing, shown, tokens);
    } else {
      tokens.filter((token) => !terms.isStopWord(token)).forEach((token) => drawWord(drawing, token, [token]));
    }
  }

  function drawWord(drawing, shown, tokens) {
    const tellsLittle = terms.tellsLittle(tokens[0]) || /^\d+$/.test(tokens.join(""));
    drawing.groups.push(groupOf([alternative(tokens), ...asOneWord(shown)], tellsLittle ? rules.plainWeight : 1));
  }

  function drawHan(drawing, run) {
    if (run.length === 1) return;
    const tokens = pairs(run);
    const meant = tokens.every((token) => frequency([token])) ? "" : terms.alike(run);
    if (meant) {
      drawing.notes.push({ kind: "instead", values: [run, meant] });
      drawing.groups.push(groupOf([...asTyped(meant), ...terms.entriesOf(meant).flatMap((one) => fromEntry(one))]));
      return;
    }
    const weight = terms.tellsLittle(run) ? rules.plainWeight : 1;
    drawing.groups.push(groupOf([alternative(tokens, tokens.length > 1 ? "pairs" : "literal")], weight));
  }

  /** The groups that the query asks for, what must be absent, articles named, notes. */
  return function plan(query, thisYear) {
    const drawing = { groups: [], named: [], notes: [], thisYear };
    let plain = [];
    const flush = () => {
      drawRun(drawing, plain.join(" "));
      plain = [];
    };
    for (const { pieces, isRequired } of query.clauses) {
      const [{ kind, column, text }] = pieces;
      if (kind === "word" && column === null && pieces.length === 1 && !isRequired) {
        plain.push(text);
        continue;
      }
      const isLonePhrase = kind === "phrase" && column === null && pieces.length === 1 && !isRequired;
      if (isLonePhrase && !frequency(phraseTokens(text))) {
        drawing.groups.push(groupOf(asTyped(text))); // so that no hit claims to hold it
        plain.push(text);
        continue;
      }
      flush();
      if (kind === "url" || kind === "place") drawing.named.push(...pieces.map((piece) => piece.text));
      else drawing.groups.push({ ...groupOf(pieces.flatMap(alternativesOf)), isRequired });
    }
    flush();
    const excluded = query.excluded.flatMap(alternativesOf).filter(({ kind }) => ["literal", "same"].includes(kind));
    const names = drawing.groups.map(({ alternatives }) => JSON.stringify(alternatives));
    const groups = drawing.groups.filter((_, place) => names.indexOf(names[place]) === place);
    return { groups, excluded, named: drawing.named, notes: drawing.notes };
  };
}
