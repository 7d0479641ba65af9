// Finds facts that a query asks for in words, such as a year or a part of a series: gpucat.search.asked in the browser.
// The patterns and the meaning of each name come from Python.

const YEAR_DIGITS = "零〇○一二三四五六七八九";
const CHINESE_YEAR = new RegExp(`二[零〇○][${YEAR_DIGITS}]{2}(?=\\s*年)`, "g");

const upTo = (low, high) => Array.from({ length: Math.max(high - low + 1, 0) }, (_, step) => low + step);
const twoDigits = (number) => String(number).padStart(2, "0");

/** Returns `asked(text, thisYear)`: facts in order, without overlaps; a soft one only affects the order. */
function makeAsked({ dates, parts, months, monthAlone, lately, undated, units, ordinals, firstYear, lastYear }) {
  const compiled = (pattern) => new RegExp(pattern, "giu");
  const datePatterns = dates.map(([kind, pattern]) => [kind, compiled(pattern)]);
  const [partPattern, monthPattern] = [parts, monthAlone].map(compiled);

  /** Returns the dates of a span, from the years and months that it names. */
  function datesOf(kind, named) {
    const years = named.filter((one) => Number(one) > 12).map((year) => 2000 + (year % 100));
    const span = named.map((one) => months[one]).find(Boolean);
    if (span) return upTo(...span).map((month) => `=${years[0]}-${twoDigits(month)}`);
    const [low, high] = [kind === "until" ? firstYear : years[0], kind === "since" ? lastYear : years.at(-1)];
    return upTo(low, Math.min(high, lastYear)).map((year) => `=${year}`);
  }

  function* inPatterns(text) {
    for (const [kind, pattern] of datePatterns) {
      for (const match of text.matchAll(pattern)) {
        yield { start: match.index, shown: match[0], tokens: datesOf(kind, match.slice(1).filter(Boolean)) };
      }
    }
    for (const match of text.matchAll(partPattern)) {
      const [shown, chinese, unit, english] = match;
      const spellings = ordinals[chinese ?? english] ?? [];
      const phrases = (unit ? [unit] : units).flatMap((word) => spellings.map((spelt) => `${word} ${spelt}`));
      if (phrases.length) yield { start: match.index, shown, phrases };
    }
  }

  function* inWords(text, thisYear) {
    for (const [shown, most, least] of lately) {
      const tokens = upTo(thisYear - most, thisYear - least).map((year) => `=${year}`);
      yield { start: text.indexOf(shown), shown, tokens, isSoft: most !== least };
    }
    for (const match of text.matchAll(monthPattern)) {
      const [shown, name, number] = match;
      const [month] = months[name?.slice(0, 3) ?? number];
      yield { start: match.index, shown, tokens: [`=month-${twoDigits(month)}`] };
    }
    for (const shown of undated) yield { start: text.indexOf(shown), shown, tokens: ["=undated"] };
  }

  const digitsOf = (year) => year.replace(/./g, (digit) => Math.max(YEAR_DIGITS.indexOf(digit) - 2, 0));

  return function asked(typed, thisYear) {
    const text = typed.toLowerCase().replace(CHINESE_YEAR, digitsOf);
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
