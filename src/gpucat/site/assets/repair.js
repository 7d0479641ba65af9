// What a misspelt word that no article has was meant to be: gpucat.search.repair in the browser.

const SHORTEST_FREELY_REPAIRED = 5;
const SHORTEST_WITH_TWO_EDITS = 9;
const MOST_LETTERS_MORE = 8;

/** Gives `meant(shown)`: the words meant, or an empty text. `frequency` says how many articles have tokens. */
function makeRepair(data, { phraseTokens, foldWord }, frequency) {
  const spellings = data.spellings.split(" ");
  const rightWords = new Set(data.otherWords.split(" "));

  function split(word) {
    for (let cut = 3; cut <= word.length - 3; cut += 1) {
      const parts = [word.slice(0, cut), word.slice(cut)];
      if (frequency(parts.map(stem))) return parts.join(" ");
    }
    return "";
  }

  function begun(word) {
    const isLonger = (other) => other.length > word.length && other.length <= word.length + MOST_LETTERS_MORE;
    const longer = spellings.filter((other) => other.startsWith(word) && isLonger(other));
    return unique(longer.map(stem)).length === 1 ? longer.sort()[0] : "";
  }

  function edited(word) {
    const near = spellings.filter((other) => /^[a-z]+$/.test(other) && Math.abs(other.length - word.length) <= 2);
    const isFree = word.length >= SHORTEST_FREELY_REPAIRED;
    const likely = mostLikely(
      word,
      near.filter((other) => isOneEdit(word, other) && (isFree || isSlip(word, other))),
    );
    if (likely || word.length < SHORTEST_WITH_TWO_EDITS) return likely;
    return mostLikely(
      word,
      near.filter((other) => other[0] === word[0] && distance(word, other) <= 2),
    );
  }

  /** The candidate with the same first letter, else the one that most articles have. */
  function mostLikely(word, near) {
    const ranked = near
      .map((other) => ({ other, isOther: other[0] !== word[0], count: frequency([stem(other)]) }))
      .sort((a, b) => a.isOther - b.isOther || b.count - a.count || (a.other < b.other ? -1 : 1));
    return ranked.find(({ count }) => count)?.other ?? "";
  }

  return function meant(shown) {
    const isWrittenInOne = phraseTokens(shown).length > 1 && frequency(phraseTokens(shown.toLowerCase()));
    const word = foldWord(shown);
    if (isWrittenInOne || !/^[a-z]{4,}$/.test(word) || rightWords.has(word)) return "";
    return split(word) || begun(word) || edited(word);
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
  if (word.length === other.length)
    return word[0] === other[0] && [...word].sort().join("") === [...other].sort().join("");
  const [longer, shorter] = word.length > other.length ? [word, other] : [other, word];
  return [...longer].some(
    (letter, place) => letter === longer[place + 1] && longer.slice(0, place) + longer.slice(place + 1) === shorter,
  );
}
