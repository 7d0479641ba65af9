// Splits text into search tokens: gpucat.search.tokens and gpucat.search.stems in the browser, with Python's tables.
// Both must agree token by token (tests/site/test_search.py compares them).

const HAN =
  "\\u1100-\\u11ff\\uac00-\\ud7a3\\u3005\\u3040-\\u30fa\\u30fc-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}";
const PIECE = new RegExp(`([${HAN}]+)|[cC]\\+\\+|(?:(?![${HAN}])[\\p{L}\\p{N}][\\u0300-\\u036f]*)+`, "gu");
const CAMEL = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const JOINERS = /^[-_/.:=+&'’@#*~·–—\\]+$/;
const SHORTEST_CAMEL_PART = 3;
const HIDING_WORD = "向量化";

const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);

/**
 * `han` are the Traditional and Japanese characters and their simplified forms, `stemming` the steps of the stemmer, and
 * `russianEndings` what Russian words lose.
 */
function makeTokeniser({ han, stemming, russianEndings }) {
  const [written, plain] = han.map((characters) => [...characters]);
  const simplified = new Map([["ー", ""], ...written.map((character, place) => [character, plain[place]])]);
  const steps = stemming.map((step) => step.map(([ending, other, before]) => [ending, other, new RegExp(before)]));
  const stems = new Map();
  const russianEnding = new RegExp(russianEndings);

  const foldHan = (run) => [...run.normalize("NFKC")].flatMap((one) => simplified.get(one) ?? one).filter(Boolean);
  /** Returns a word in lower case without accents and full-width forms, like Python's casefold in these languages. */
  const foldWord = (word) =>
    isAscii(word)
      ? word.toLowerCase()
      : word.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").normalize("NFKD").replace(/\p{M}/gu, "");

  function stem(word) {
    if (!/^[a-z]{3,}$/.test(word)) return word.replace(russianEnding, "");
    if (!stems.has(word)) stems.set(word, steps.reduce(stepped, word.replace(/^y|(?<=[aeiou])y/g, "Y")).toLowerCase());
    return stems.get(word);
  }

  /** Stems a word; in each step, only the first rule whose ending matches is tried. */
  function stepped(word, step) {
    const [ending, other, before] = step.find(([end]) => word.endsWith(end)) ?? ["", "", /$/];
    const base = word.slice(0, word.length - ending.length);
    return before.test(base) ? base + other : word;
  }

  function camelParts(word) {
    const parts = isAscii(word) ? (word.match(CAMEL) ?? []) : [];
    const letters = parts.filter((part) => !/^[0-9]/.test(part));
    const isOne = letters.length < 2 || letters.some((part) => part.length < SHORTEST_CAMEL_PART);
    return isOne ? [word] : parts;
  }

  /** Returns stems and Chinese characters with their places; a CamelCase word gives its parts at one place. */
  function atoms(text) {
    const clean = text.replaceAll("×", "x").replaceAll("\0", " ");
    let lastEnd = clean.length;
    return [...clean.matchAll(PIECE)].flatMap(({ 0: piece, 1: run, index: start }) => {
      const end = start + piece.length;
      const isJoined = JOINERS.test(clean.slice(lastEnd, start));
      const isHan = run !== undefined;
      const texts = isHan ? foldHan(run) : camelParts(piece).map((part) => stem(foldWord(part)));
      const isAligned = isHan && texts.length === run.length;
      const placed = (step) => (isAligned ? { start: start + step, end: start + step + 1 } : { start, end });
      lastEnd = end;
      return texts.map((text, step) => ({ text, ...placed(step), isHan, isJoined: isJoined || step > 0 }));
    });
  }

  /** Returns the tokens of a phrase as in the index, joined by spaces. */
  function phrase(text) {
    const runs = [];
    for (const atom of atoms(text)) {
      const last = runs.at(-1);
      const isMore = atom.isHan && last?.isHan && atom.start <= last.end;
      runs.push(isMore ? { ...atom, text: runs.pop().text + atom.text } : atom);
    }
    return runs.flatMap((run) => (run.isHan ? pairs(run.text) : run.text)).join(" ");
  }

  return { atoms, phrase, foldWord, stem };
}

/** Splits text at each change between Chinese, Japanese or Korean characters and others. */
const byScript = (word) => word.match(new RegExp(`[${HAN}]+|[^${HAN}]+`, "gu")) ?? [];

/** Returns the overlapping pairs of a Chinese run, without one that only looks like a word. */
function pairs(run) {
  const found = [...run].slice(1).map((_, place) => run.slice(place, place + 2));
  const isWord = (_, place) => run.slice(Math.max(place - 1, 0), place + 2) !== HIDING_WORD;
  return found.length ? found.filter(isWord) : [run];
}

/** Returns the key of a text in the term list, with a space between Latin words. */
const joinKey = (sequence) =>
  sequence.map(({ text, isHan }, at) => (at && !isHan && !sequence[at - 1].isHan ? ` ${text}` : text)).join("");
