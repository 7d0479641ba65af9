// Turns a query into groups, each satisfied by any of its alternatives: gpucat.search.plan in the browser.

const alternative = (tokens, kind = "literal", more = {}) => ({ tokens, kind, apart: [], ...more });

/** Adds to the alternative the longer names that contain its tokens. */
const keepingApart = (one, names) => ({
  ...one,
  apart: names.filter((name) => name !== one.tokens && padded(name).includes(padded(one.tokens))),
});

const fromEntry = ({ kind, forms, apart = [] }, column) =>
  forms.map((tokens) => keepingApart(alternative(tokens, kind, { column }), apart));

/** Makes a group without repeated alternatives, keeping the first of each; a soft one only affects the order. */
function groupOf(alternatives, weight = 1, { isSoft = false, isRequired = false } = {}) {
  const keys = alternatives.map(({ tokens, column, isPrefix }) => `${tokens}|${column ?? ""}|${isPrefix ?? false}`);
  const kept = alternatives.filter((_, place) => keys.indexOf(keys[place]) === place);
  return { alternatives: kept, weight, isRequired, isSoft, isHard: !isSoft };
}

function makePlanner(data, tokeniser, frequency) {
  const { rules } = data;
  const { atoms, phrase } = tokeniser;
  const words = makeWords(data, tokeniser, frequency);
  const conceptsOf = makeSymptoms(data, words);
  const askedFacts = makeAsked(data.asked);
  const termsOf = (text) => words.termsOf(joinKey(atoms(text)));

  /** Returns the text itself as a phrase; a lone Chinese character is searched for as the beginning of a pair. */
  function asTyped(text, column, isPrefix = false) {
    const tokens = phrase(text);
    const isLoneHan = tokens.length === 1 && !isAscii(tokens);
    return tokens ? [alternative(tokens, "literal", { column, isPrefix: isPrefix || isLoneHan })] : [];
  }

  /** Finds a CamelCase word also where it is written as one word without capitals. */
  function asOneWord(word, column) {
    const whole = phrase(word.toLowerCase());
    return whole && phrase(word) !== whole ? [alternative(whole, "literal", { column })] : [];
  }

  /** Returns the alternatives for a piece on its own: a phrase, a field's value, one side of an OR. */
  function alternativesOf({ text, kind, column }) {
    const typed = asTyped(text, column, kind === "prefix");
    if (kind === "phrase") return typed;
    const meant = kind === "word" ? termsOf(text) : [];
    return [...typed, ...asOneWord(text, column), ...meant.flatMap((entry) => fromEntry(entry, column))];
  }

  /** Builds groups for plain words: facts, terms, the remaining words, then the concepts they describe. */
  function drawRun(drawing, text, thisYear) {
    const sequence = atoms(text);
    const [groups, read, notes, wishes, recent] = [[], [], [], [], []];
    let hasTopic = false;
    const drawWords = (some) => {
      const wording = words.read(text, some);
      notes.push(...wording.notes);
      read.push(wording.sequence);
      for (const part of partsOf(wording.sequence)) {
        wishes.push(...(part.found ?? []).filter(isWish).map(({ concept }) => concept));
        hasTopic ||= isTopic(part);
        groups.push(...groupsOf(text, part, wording.readings, notes));
      }
    };
    let place = 0;
    for (const fact of askedFacts(text, thisYear)) {
      const isInside = ({ start }, at) => at >= place && fact.start <= start && start < fact.end;
      const [first, last] = [sequence.findIndex(isInside), sequence.findLastIndex(isInside)];
      if (first < 0) continue;
      drawWords(sequence.slice(place, first));
      hasTopic ||= !fact.isSoft;
      if (fact.isSoft) recent.push(fact.tokens.includes(`=${thisYear}`) ? "newest" : "oldest");
      groups.push(factGroup(text, fact));
      place = last + 1;
    }
    drawWords(sequence.slice(place));
    drawing.wish = [...wishes, ...recent][0] ?? drawing.wish;
    if (drawing.wish && !hasTopic) return;
    drawing.notes.push(...notes);
    const drawn = [...drawing.groups, ...groups].flatMap(({ alternatives }) =>
      alternatives.map(({ tokens }) => tokens),
    );
    for (const [concept, like] of conceptsOf(read)) {
      if (like <= 1 && drawn.includes(phrase(concept))) continue;
      const meant = termsOf(concept).filter((entry) => entry.concept === concept);
      groups.push(
        groupOf(
          meant.flatMap((entry) => fromEntry(entry)),
          like,
          { isSoft: true },
        ),
      );
      drawing.notes.push({ kind: "about", values: [concept] });
    }
    // If only everyday words led to a concept or stand in a sentence, having those words is not a full match.
    const typed = text.split(" ");
    const isTold = groups.some(({ isSoft }) => isSoft) || typed.length >= rules.sentenceWords;
    const isVague = isTold && groups.every(({ isSoft, weight }) => isSoft || weight < 1);
    const plain = typed.flatMap(byScript).map((word) => groupOf([...asTyped(word), ...asOneWord(word)]));
    const found = groups.length ? groups : plain;
    drawing.groups.push(...setAgainst(isVague ? found.map(softened) : found, text, read));
  }

  const softened = (group) => ({ ...group, isSoft: true, isHard: false });

  /** Lets an article on one of the things that are compared be a full match; one on both has the score of both. */
  function setAgainst(groups, text, read) {
    const isDifference = ({ found }) => found === rules.difference;
    const isCompared =
      rules.either.some((word) => text.toLowerCase().includes(word)) ||
      read.some((sequence) => [...words.cut(sequence, words.meaningAt)].some(isDifference));
    const sides = groups.filter(({ isSoft, weight }) => !isSoft && weight === 1);
    const isWhole = ({ kind }) => rules.fullKinds.includes(kind);
    const isFound = ({ alternatives }) => alternatives.some((one) => isWhole(one) && frequency(one.tokens));
    if (!isCompared || !rules.compared.includes(sides.length) || !sides.every(isFound)) return groups;
    const ofAll = sides.flatMap(({ alternatives }) => alternatives).sort((one, other) => isWhole(other) - isWhole(one));
    return [groupOf(ofAll, 0), ...groups.map(softened)];
  }

  const isWish = ({ kind }) => kind === "wish";

  /** Says whether a part names what an article may be about, and not everything that the list is about. */
  function isTopic({ stretch, found }) {
    const isOwn = (name) => !rules.tooCommon.includes(name);
    if (found) return found.some((one) => one.kind === "same" && isOwn(one.concept) && !rules.manners.includes(one.concept));
    const key = joinKey(stretch);
    return !words.tellsLittle(key) && isOwn(key) && (isAscii(key) || pairs(key).some(frequency));
  }

  function factGroup(text, { start, end, tokens, phrases, isSoft }) {
    const facts = tokens.map((token) => alternative(token, "fact"));
    const parts = phrases.map((one) => alternative(phrase(one), "same"));
    const found = [...asTyped(text.slice(start, end)), ...facts, ...parts];
    return groupOf(found, isSoft ? rules.wishWeight : 1, { isSoft });
  }

  /** Cuts the sequence into terms, joined Latin words, and runs of Chinese characters, without stop words. */
  function partsOf(sequence) {
    const parts = [];
    for (const { stretch, found } of words.cut(sequence, words.termAt)) {
      const last = parts.at(-1);
      const [atom] = stretch;
      const isMore = !found && atom.isJoined && last && !last.found && last.stretch[0].isHan === atom.isHan;
      if (isMore) last.stretch.push(atom);
      else parts.push({ stretch: [...stretch], found });
    }
    return parts.filter(({ found }) => found?.length !== 0);
  }

  function groupsOf(text, { stretch, found }, readings, notes) {
    const [start, end] = [stretch[0].start, stretch.at(-1).end];
    const shown = text.slice(start, end);
    if (found?.every(isWish)) return [];
    if (found) return [termGroup(shown, stretch, found, readings.has(`${start} ${end}`), notes)];
    const texts = stretch.map((atom) => atom.text);
    if (stretch[0].isHan) return hanGroups(texts.join(""), notes);
    const code = frequency(texts.join(" ")) ? undefined : rules.code.find(([start]) => shown.startsWith(start));
    return code ? [codeGroup(shown, texts, code, notes)] : latinGroups(shown, texts);
  }

  function termGroup(shown, stretch, entries, isReading, notes) {
    const key = joinKey(stretch);
    const meant = entries.flatMap((entry) => fromEntry(entry));
    const apart = meant.flatMap((one) => one.apart);
    const typed = asTyped(key).map((one) => keepingApart(one, apart));
    const same = unique(entries.filter(({ kind }) => kind === "same").map(({ concept }) => concept));
    const others = same.filter((concept) => joinKey(atoms(concept)) !== key);
    if (others.length) notes.push({ kind: "reads", values: [shown, others.join(" = ")] });
    const isWeak = entries.some(({ concept }) => rules.weak.includes(concept));
    const found = [...typed, ...meant, ...(isReading ? asTyped(shown) : []), ...wordsOf(stretch)];
    return groupOf(found, isWeak ? rules.mannerWeight : 1);
  }

  /** Returns the words of a term that has several. */
  function wordsOf(stretch) {
    const textOf = (isHan) => stretch.filter((atom) => atom.isHan === isHan).map(({ text }) => text);
    const run = textOf(true).join("");
    const tokens = [...(stretch.length > 1 ? textOf(false) : []), ...(run.length > 2 ? pairs(run) : [])];
    return tokens.filter((token) => !words.isStopWord(token)).map((token) => alternative(token, "part"));
  }

  /** Builds the group of a program's name that no article has, which is near what it belongs to. */
  function codeGroup(shown, tokens, [, key, concept], notes) {
    const meant = words.termsOf(key).flatMap((entry) => fromEntry(entry).map((one) => ({ ...one, kind: "near" })));
    const parts = tokens.filter((token) => !words.isStopWord(token)).map((token) => alternative(token, "part"));
    notes.push({ kind: "belongs", values: [shown, concept] });
    return groupOf([...asTyped(shown), ...asOneWord(shown), ...meant, ...parts]);
  }

  function latinGroups(shown, tokens) {
    const host = `=${shown.toLowerCase().replace(/^www\./, "")}`;
    if (shown.includes(".") && frequency(host)) return [groupOf([alternative(host, "fact")])];
    if (tokens.length === 1 || frequency(tokens.join(" "))) return [wordGroup(shown, tokens)];
    return tokens.filter((token) => !words.isStopWord(token)).map((token) => wordGroup(token, [token]));
  }

  function wordGroup(shown, tokens) {
    const isName = /^[A-Z]{2,}$/.test(shown) && !frequency(tokens.join(" "));
    const named = isName ? words.named(shown.toLowerCase()) : [];
    const tellsLittle = words.tellsLittle(tokens[0]) || /^\d+$/.test(tokens.join(""));
    const found = [alternative(tokens.join(" ")), ...asOneWord(shown), ...named.flatMap((entry) => fromEntry(entry))];
    return groupOf(found, tellsLittle ? rules.plainWeight : 1);
  }

  function hanGroups(run, notes) {
    if (run.length === 1) return [];
    const tokens = pairs(run);
    const meant = tokens.every(frequency) ? "" : words.alike(run);
    if (meant) {
      notes.push({ kind: "instead", values: [run, meant] });
      return [groupOf([...asTyped(meant), ...words.termsOf(meant).flatMap((entry) => fromEntry(entry))])];
    }
    const found = alternative(tokens.join(" "), tokens.length > 1 ? "pairs" : "literal");
    return [groupOf([found], words.tellsLittle(run) ? rules.plainWeight : 1)];
  }

  /** Returns the groups that the query asks for, what must be absent, named articles, and notes. */
  return function plan({ clauses, excluded }, thisYear) {
    const drawing = { groups: [], named: [], notes: [], wish: null };
    let plain = [];
    const flush = () => {
      if (plain.length) drawRun(drawing, plain.join(" "), thisYear);
      plain = [];
    };
    for (const { pieces, isRequired } of clauses) {
      const [{ kind, column, text }] = pieces;
      const isAlone = column === null && pieces.length === 1 && !isRequired;
      const isNowhere = isAlone && kind === "phrase" && !frequency(phrase(text));
      if (isNowhere) drawing.groups.push(groupOf(asTyped(text))); // so that no hit counts as having it
      if (isNowhere || (isAlone && kind === "word")) {
        plain.push(text);
        continue;
      }
      flush();
      if (kind === "url" || kind === "place") drawing.named.push(...pieces.map((piece) => piece.text));
      else {
        const isNeeded = isRequired || pieces.every((piece) => piece.column !== null);
        drawing.groups.push(groupOf(pieces.flatMap(alternativesOf), 1, { isRequired: isNeeded }));
      }
    }
    flush();
    const names = drawing.groups.map(({ alternatives }) => JSON.stringify(alternatives));
    const groups = drawing.groups.filter((_, place) => names.indexOf(names[place]) === place);
    const barred = excluded.flatMap(alternativesOf).filter(({ kind }) => ["literal", "same"].includes(kind));
    return { ...drawing, groups, excluded: barred };
  };
}
