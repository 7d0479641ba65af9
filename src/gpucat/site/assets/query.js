// What a reader typed, as clauses and conditions: gpucat.catalog.query in the browser. Every text gives a query.

const QUOTES = /[“”„‟「」『』＂«»]/g;
const LONGEST_QUERY = 512;
const MOST_WORDS = 32;
const FIELD = /(\p{L}+)[:：](?=\S)/uy;

/** `fields.columns` and `fields.conditions` say what the names mean that a reader may write before a colon. */
function parseQuery(text, fields, phraseTokens) {
  const query = { clauses: [], excluded: [], conditions: [] };
  let [isNegated, isOther] = [false, false];
  const typed = text.slice(0, LONGEST_QUERY).replace(QUOTES, '"').replaceAll("｜", "|").replaceAll("\0", " ");
  for (const unit of lexed(typed, fields).slice(0, MOST_WORDS)) {
    const isSign = !unit.isQuoted && !unit.field;
    if (isSign && ["OR", "|", "||"].includes(unit.text)) {
      isOther = query.clauses.length > 0;
    } else if (isSign && ["AND", "&&", "NOT"].includes(unit.text)) {
      isNegated = unit.text === "NOT";
    } else {
      take(query, isNegated ? { ...unit, sign: "-" } : unit, isOther, fields, phraseTokens);
      [isNegated, isOther] = [false, false];
    }
  }
  return query;
}

function lexed(text, fields) {
  const units = [];
  let place = 0;
  while (place < text.length) {
    if (/\s/.test(text[place])) {
      place += 1;
      continue;
    }
    const sign = "-!^+".includes(text[place]) && /\S/.test(text[place + 1] ?? " ") ? text[place] : "";
    place += sign.length;
    FIELD.lastIndex = place;
    const named = FIELD.exec(text);
    const field = named && (fields.columns[named[1].toLowerCase()] || fields.conditions[named[1].toLowerCase()]) ? named[1].toLowerCase() : "";
    if (field) place += named[0].length;
    const closing = text[place] === '"' ? text.indexOf('"', place + 1) : -1;
    if (closing > 0) {
      units.push({ text: text.slice(place + 1, closing), sign, field, isQuoted: true });
      place = closing + 1;
      continue;
    }
    const bare = /^[^\s"]*/.exec(text.slice(place))[0];
    if (bare) units.push({ text: bare, sign, field, isQuoted: false });
    place += Math.max(bare.length, 1);
  }
  return units;
}

function take(query, unit, isOther, fields, phraseTokens) {
  const isNegated = "-!^".includes(unit.sign) && unit.sign !== "";
  if (fields.conditions[unit.field]) {
    query.conditions.push({ name: fields.conditions[unit.field], value: unit.text, isNegated });
    return;
  }
  const piece = pieceOf(unit, fields.columns[unit.field] ?? null);
  if (!phraseTokens(piece.text).length) return;
  if (isNegated) {
    query.excluded.push(piece);
  } else if (isOther) {
    const last = query.clauses.at(-1);
    last.pieces.push(piece);
    last.isRequired ||= unit.sign === "+";
  } else {
    query.clauses.push({ pieces: [piece], isRequired: unit.sign === "+" });
  }
}

function pieceOf({ text, isQuoted }, column) {
  if (isQuoted) return { text, kind: "phrase", column };
  if (column === null && /^(?:https?:\/\/|www\.)\S+$/i.test(text)) return { text, kind: "url", column };
  if (column === null && /^[a-z]+\/\d{1,7}$/i.test(text)) return { text: text.toLowerCase(), kind: "place", column };
  if (/[^*]\*+$/.test(text)) return { text: text.replace(/\*+$/, ""), kind: "prefix", column };
  return { text, kind: "word", column };
}

// Facts asked for in words: a year, a month, a span of years, a part of a series (gpucat.catalog.asked).

const YEAR = "(?<![\\p{L}\\p{N}_.])(20[0-4]\\d)";
const END = "(?![\\p{L}\\p{N}_])";
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(${MONTHS.join("|")})[a-z]*\\.?,?`;
const HALVES = { 上半年: [1, 6], 下半年: [7, 12], 年初: [1, 3], 年底: [10, 12], 年末: [10, 12] };
const ASKED_DATES = [
  ["month", `${YEAR}\\s*年\\s*(1[0-2]|0?[1-9])\\s*月(?:份)?`],
  ["month", `${YEAR}[-/.](1[0-2]|0[1-9])(?![\\d-])`],
  ["named", `(?<![a-z])${MONTH}\\s+(?:of\\s+)?${YEAR}${END}`],
  ["between", `${YEAR}\\s*年?\\s*(?:-|–|—|~|～|到|至|和|to|and|until|から)\\s*(20[0-4]\\d)(?:\\s*年)?(?:之间|间|間)?`],
  ["half", `${YEAR}\\s*年?\\s*(上半年|下半年|年初|年底|年末)`],
  ["since", `(?<![a-z])(?:since|after|from)\\s+${YEAR}${END}(?:\\s+on(?:wards?)?)?`],
  ["since", `${YEAR}\\s*年?\\s*(?:以来|之后|以后|以後|之後|起|以降|or\\s+later|or\\s+newer|onwards?)`],
  ["until", `(?<![a-z])(?:until|before|pre|prior\\s+to)[\\s-]+${YEAR}${END}`],
  ["until", `${YEAR}\\s*年?\\s*(?:之前|以前|or\\s+earlier|or\\s+older)`],
  ["year", `${YEAR}(?:\\s*年度?)?(?![\\p{L}\\p{N}_.-])|${YEAR}\\s*年`],
].map(([kind, pattern]) => [kind, new RegExp(pattern, "giu")]);
const PART =
  /第\s*(\d{1,2}|[一二三四五六七八九十])\s*(?:讲|講|课|課|篇|部分|章|集|期|节|節|回|部)|(?<![a-z])(lecture|part|chapter|episode|lesson|section|appendix)\.?\s*#?(\d{1,2}|[ivx]{1,4})(?![a-z\d])/giu;
const ROMAN = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
const LATELY = [
  ["this year|今年|本年", 0, 0],
  ["last year|去年|昨年", 1, 1],
  ["前年|year before last", 2, 2],
  ["latest|newest|most recent|recent|最新|最近|近期|近一年|这两年", 1, 0],
];
const FIRST_YEAR = 2005;
const LAST_YEAR = 2049;

function years(low, high) {
  const found = [];
  for (let year = low; year <= Math.min(high, LAST_YEAR); year += 1) found.push(`=${year}`);
  return found;
}

function askedDate(kind, values) {
  const two = (number) => String(number).padStart(2, "0");
  const year = Number(values[0]);
  if (kind === "named") return [`=${values[1]}-${two(MONTHS.indexOf(values[0]) + 1)}`];
  if (kind === "month") return [`=${year}-${two(Number(values[1]))}`];
  if (kind === "half") {
    const [first, last] = HALVES[values[1]];
    return Array.from({ length: last - first + 1 }, (_, place) => `=${year}-${two(first + place)}`);
  }
  const ends = { between: [year, Number(values.at(-1))], since: [year, LAST_YEAR], until: [FIRST_YEAR, year] };
  return years(...(ends[kind] ?? [year, year]));
}

/** The facts that the text asks for, none inside another; a soft one is a wish about the order. */
function askedFacts(text, thisYear) {
  const lowered = text.toLowerCase();
  const found = [];
  const add = (fact) => {
    if (found.every((other) => fact.end <= other.start || fact.start >= other.end)) found.push(fact);
  };
  for (const [kind, pattern] of lowered.includes("20") ? ASKED_DATES : []) {
    for (const match of lowered.matchAll(pattern)) {
      const tokens = askedDate(kind, match.slice(1).filter(Boolean));
      add({ start: match.index, end: match.index + match[0].length, tokens, phrases: [], isSoft: false });
    }
  }
  for (const match of lowered.matchAll(PART)) {
    const [, chinese, unit, english] = match;
    const named = ROMAN.indexOf(english ?? "");
    const number = named > 0 ? named : Number(chinese ?? english) || "零一二三四五六七八九十".indexOf(chinese);
    const units = unit ? [unit] : ["lecture", "part", "chapter", "lesson"];
    const spellings = [String(number), ...(ROMAN[number] ? [ROMAN[number]] : [])];
    const phrases = units.flatMap((word) => spellings.map((spelling) => `${word} ${spelling}`));
    add({ start: match.index, end: match.index + match[0].length, tokens: [], phrases, isSoft: false });
  }
  for (const [words, most, least] of LATELY) {
    for (const word of words.split("|")) {
      const place = lowered.indexOf(word);
      const tokens = years(thisYear - most, thisYear - least);
      if (place >= 0) add({ start: place, end: place + word.length, tokens, phrases: [], isSoft: most !== least });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
