// Text to search tokens: gpucat.search.tokens and gpucat.search.stems in the browser. The two must agree token by
// token (tests/site/test_search.py compares them).

const HAN = "\\u3005\\u3040-\\u30fa\\u30fc-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}";
const PIECE = new RegExp(`([${HAN}]+)|[cC]\\+\\+|(?:(?![${HAN}])[\\p{L}\\p{N}][\\u0300-\\u036f]*)+`, "gu");
const CAMEL = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const JOINERS = /^[-_/.:=+&'’@#*~·–—\\]+$/;
const SHORTEST_CAMEL_PART = 3;
const HIDING_WORD = "向量化";

const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);

/** `table` maps Traditional and Japanese characters to simplified ones. */
function makeTokeniser(table) {
  const simplified = new Map();
  const [written, plain] = table.map((characters) => [...characters]);
  written.forEach((character, place) => simplified.set(character, plain[place]));
  simplified.set("ー", "");

  const foldHan = (run) => [...run.normalize("NFKC")].map((c) => simplified.get(c) ?? c).join("");
  /** In lower case, without accents and full-width forms: Python's casefold as far as these languages need it. */
  const foldWord = (word) =>
    isAscii(word)
      ? word.toLowerCase()
      : word.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").normalize("NFKD").replace(/\p{M}/gu, "");

  function camelParts(word) {
    const parts = isAscii(word) ? (word.match(CAMEL) ?? []) : [];
    const letters = parts.filter((part) => !/^[0-9]+$/.test(part));
    const isOne = letters.length < 2 || letters.some((part) => part.length < SHORTEST_CAMEL_PART);
    return isOne ? [word] : parts;
  }

  function hanAtoms(run, start, isJoined) {
    const folded = [...foldHan(run)];
    const isAligned = folded.length === run.length;
    return folded.map((text, place) => ({
      text,
      start: isAligned ? start + place : start,
      end: isAligned ? start + place + 1 : start + run.length,
      isHan: true,
      isJoined: isJoined || place > 0,
    }));
  }

  /** The stems and Chinese characters of a text with their places; a CamelCase word gives its parts at one place. */
  function atoms(text) {
    const found = [];
    const clean = text.replaceAll("×", "x").replaceAll("\0", " ");
    let lastEnd = -1;
    for (const piece of clean.matchAll(PIECE)) {
      const [start, end] = [piece.index, piece.index + piece[0].length];
      const isJoined = lastEnd >= 0 && JOINERS.test(clean.slice(lastEnd, start));
      lastEnd = end;
      if (piece[1]) {
        found.push(...hanAtoms(piece[0], start, isJoined));
      } else {
        camelParts(piece[0]).forEach((part, number) =>
          found.push({ text: stem(foldWord(part)), start, end, isHan: false, isJoined: isJoined || number > 0 }),
        );
      }
    }
    return found;
  }

  /** The tokens of a phrase in the order in which the index holds them. */
  function phraseTokens(text) {
    const found = [];
    let run = "";
    let end = 0;
    for (const atom of [...atoms(text), null]) {
      if (atom?.isHan && (!run || atom.start <= end)) {
        run += atom.text;
        end = atom.end;
        continue;
      }
      if (run) found.push(...pairs(run));
      run = atom?.isHan ? atom.text : "";
      end = atom?.isHan ? atom.end : 0;
      if (atom && !atom.isHan) found.push(atom.text);
    }
    return found;
  }

  return { atoms, phraseTokens, foldWord };
}

/** The overlapping pairs of a run of Chinese characters, without the one that only looks like a word of its own. */
function pairs(run) {
  if (run.length < 2) return [run];
  const found = [];
  for (let place = 0; place + 1 < run.length; place += 1) {
    if (run.slice(Math.max(place - 1, 0), place + 2) !== HIDING_WORD) found.push(run.slice(place, place + 2));
  }
  return found;
}

/** A text as one key of the term list: Latin words parted by a space, Chinese characters not. */
function joinKey(sequence) {
  return sequence
    .map((atom, place) => (place && !atom.isHan && !sequence[place - 1].isHan ? ` ${atom.text}` : atom.text))
    .join("");
}

// English stems: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980.

// prettier-ignore
const STEP_2 = [
  ["ational", "ate"], ["tional", "tion"], ["enci", "ence"], ["anci", "ance"], ["izer", "ize"], ["logi", "log"],
  ["bli", "ble"], ["alli", "al"], ["entli", "ent"], ["eli", "e"], ["ousli", "ous"], ["ization", "ize"],
  ["ation", "ate"], ["ator", "ate"], ["alism", "al"], ["iveness", "ive"], ["fulness", "ful"], ["ousness", "ous"],
  ["aliti", "al"], ["iviti", "ive"], ["biliti", "ble"],
];
// prettier-ignore
const STEP_3 = [
  ["icate", "ic"], ["ative", ""], ["alize", "al"], ["iciti", "ic"], ["ical", "ic"], ["ful", ""], ["ness", ""],
];
// prettier-ignore
const STEP_4 = [
  "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
  "al", "er", "ic", "ou",
];

function stem(word) {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let found = unprogressive(unplural(word));
  if (found.endsWith("y") && hasVowel(found.slice(0, -1))) found = `${found.slice(0, -1)}i`;
  return tidy(strip(replaced(replaced(found, STEP_2), STEP_3)));
}

function isConsonant(word, place) {
  if (word[place] === "y") return place === 0 || !isConsonant(word, place - 1);
  return !"aeiou".includes(word[place]);
}

const kinds = (word) => [...word].map((_, place) => isConsonant(word, place));
const hasVowel = (word) => kinds(word).includes(false);
/** How many times a vowel run is followed by a consonant run: Porter's m. */
const measure = (word) => kinds(word).filter((isLater, place, all) => place && isLater && !all[place - 1]).length;

function endsShort(word) {
  const [before, middle, last] = kinds(word).slice(-3);
  return word.length > 2 && before && !middle && last && !"wxy".includes(word.at(-1));
}

function unplural(word) {
  if (/(?:sses|ies)$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function unprogressive(word) {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ["ed", "ing"].find((end) => word.endsWith(end));
  if (!ending) return word;
  const base = word.slice(0, -ending.length);
  return hasVowel(base) ? mended(base) : word;
}

function mended(base) {
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  const isDouble = base.length > 1 && base.at(-1) === base.at(-2) && isConsonant(base, base.length - 1);
  if (isDouble && !"lsz".includes(base.at(-1))) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

function replaced(word, endings) {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (!found) return word;
  const base = word.slice(0, -found[0].length);
  return measure(base) > 0 ? base + found[1] : word;
}

function strip(word) {
  const ending = STEP_4.find((end) => word.endsWith(end));
  if (!ending) return word;
  const base = word.slice(0, -ending.length);
  return measure(base) > 1 && !(ending === "ion" && !/[st]$/.test(base)) ? base : word;
}

function tidy(word) {
  let found = word;
  if (word.endsWith("e")) {
    const base = word.slice(0, -1);
    const size = measure(base);
    if (size > 1 || (size === 1 && !endsShort(base))) found = base;
  }
  return found.endsWith("ll") && measure(found) > 1 ? found.slice(0, -1) : found;
}
