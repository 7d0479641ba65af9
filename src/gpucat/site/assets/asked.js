// Facts asked for in words: a year, a month, a span of years, a part of a series: gpucat.search.asked in the browser.
// The patterns come from Python.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ROMAN = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
const COUNT_WORDS = " one two three four five six seven eight nine ten eleven twelve".split(" ");
const CHINESE_DIGITS = "零一二三四五六七八九";
const CHINESE_YEAR = /二[零〇○][零〇○一二三四][零〇○一二三四五六七八九](?=\s*年)/g;
const PART_UNITS = ["lecture", "part", "chapter", "lesson"];

const twoDigits = (number) => String(number).padStart(2, "0");
const upTo = (low, high) => Array.from({ length: Math.max(high - low + 1, 0) }, (_, step) => low + step);

/** 1 to 99 from digits, Chinese or Roman numerals or an English word; 0 if it is none. */
function numberIn(text) {
  if (/^\d+$/.test(text)) return Number(text);
  const named = [ROMAN, COUNT_WORDS].map((names) => names.indexOf(text)).find((place) => place > 0);
  if (named) return named;
  const digit = (character) => Math.max(CHINESE_DIGITS.indexOf(character), 0);
  const [tens, ones] = text.includes("十") ? text.split("十") : [null, text];
  return tens === null ? digit(ones) : (tens ? digit(tens) : 1) * 10 + (ones ? digit(ones) : 0);
}

/** Gives `asked(text, thisYear)`: facts in order, none inside another; a soft one is a wish about the order. */
function makeAsked({ dates, parts, monthAlone, lately, undated, partsOfYear, firstYear, lastYear }) {
  const compiled = (pattern) => new RegExp(pattern, "giu");
  const datePatterns = dates.map(([kind, pattern]) => [kind, compiled(pattern)]);
  const [partPattern, monthPattern] = [parts, monthAlone].map(compiled);

  function monthsOf(part) {
    const named = partsOfYear.find(([names]) => names.split("|").includes(part));
    if (named) return upTo(named[1], named[2]);
    const quarter = [/[1一]/, /[2二]/, /[3三]/, /./].findIndex((digit) => digit.test(part));
    return upTo(3 * quarter + 1, 3 * quarter + 3);
  }

  function datesOf(kind, values) {
    if (kind === "early") return monthsOf(values[0]).map((month) => `${values[1]}-${twoDigits(month)}`);
    if (kind === "named") return [`${values[1]}-${twoDigits(MONTHS.indexOf(values[0]) + 1)}`];
    const year = 2000 + (Number(values[0]) % 100);
    if (kind === "month") return [`${year}-${twoDigits(Number(values[1]))}`];
    if (kind === "half") return monthsOf(values[1]).map((month) => `${year}-${twoDigits(month)}`);
    const ends = { between: [year, Number(values.at(-1))], since: [year, lastYear], until: [firstYear, year] };
    const [low, high] = ends[kind] ?? [year, year];
    return upTo(low, Math.min(high, lastYear)).map(String);
  }

  function* inPatterns(text) {
    for (const [kind, pattern] of datePatterns) {
      for (const match of text.matchAll(pattern)) {
        const values = match.slice(1).filter(Boolean);
        yield { start: match.index, shown: match[0], tokens: datesOf(kind, values).map((date) => `=${date}`) };
      }
    }
    for (const match of text.matchAll(partPattern)) {
      const [, chinese, unit, english] = match;
      const number = numberIn(chinese ?? english);
      const spellings = [String(number), ...(ROMAN[number] ? [ROMAN[number]] : [])];
      const phrases = (unit ? [unit] : PART_UNITS).flatMap((word) => spellings.map((spelt) => `${word} ${spelt}`));
      if (number) yield { start: match.index, shown: match[0], phrases };
    }
  }

  function* inWords(text, thisYear) {
    for (const [words, most, least] of lately) {
      const tokens = upTo(thisYear - most, thisYear - least).map((year) => `=${year}`);
      for (const shown of words.split("|")) yield { start: text.indexOf(shown), shown, tokens, isSoft: most !== least };
    }
    for (const match of text.matchAll(monthPattern)) {
      const month = match[1] ? MONTHS.indexOf(match[1].slice(0, 3)) + 1 : numberIn(match[2]);
      if (month >= 1 && month <= 12) {
        yield { start: match.index, shown: match[0], tokens: [`=month-${twoDigits(month)}`] };
      }
    }
    for (const shown of undated) yield { start: text.indexOf(shown), shown, tokens: ["=undated"] };
  }

  return function asked(typed, thisYear) {
    const digits = (year) => [...year].map((one) => (one === "〇" || one === "○" ? 0 : CHINESE_DIGITS.indexOf(one)));
    const text = typed.toLowerCase().replace(CHINESE_YEAR, (year) => digits(year).join(""));
    const found = [];
    for (const { start, shown, tokens = [], phrases = [], isSoft = false } of [
      ...inPatterns(text),
      ...inWords(text, thisYear),
    ]) {
      const end = start + shown.length;
      const isApart = found.every((other) => end <= other.start || start >= other.end);
      if (start >= 0 && isApart) found.push({ start, end, tokens, phrases, isSoft });
    }
    return found.sort((one, other) => one.start - other.start);
  };
}
