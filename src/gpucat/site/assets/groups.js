// Word groups, what is looked for, and the alternatives that give one: gpucat.search.groups in the browser.

const alternative = (tokens, kind = "literal", more = {}) => ({ tokens, kind, column: null, isPrefix: false, ...more });

function keepingApart(one, names) {
  const holding = names.filter((name) => name.length > one.tokens.length && padded(name).includes(padded(one.tokens)));
  return holding.length ? { ...one, apart: holding } : one;
}

const fromEntry = ({ kind, forms, apart }, column = null) =>
  forms.map((tokens) => keepingApart(alternative(tokens, kind, { column }), apart));

/** A group without repeated alternatives; the first of several alike is kept. */
function groupOf(alternatives, weight = 1) {
  const kept = new Map();
  for (const one of alternatives) {
    const key = `${one.tokens.join(" ")}|${one.column}|${one.isPrefix}`;
    if (!kept.has(key)) kept.set(key, one);
  }
  return { alternatives: [...kept.values()], weight, isRequired: false, isSoft: false };
}

function makeTyped({ phraseTokens }) {
  /** The text itself, side by side as it stands; a lone Chinese character is only ever the beginning of a pair. */
  function asTyped(text, column = null, isPrefix = false) {
    const tokens = phraseTokens(text);
    const isLoneHan = tokens.length === 1 && tokens[0].length === 1 && !isAscii(tokens[0]);
    return tokens.length ? [alternative(tokens, "literal", { column, isPrefix: isPrefix || isLoneHan })] : [];
  }

  /** A CamelCase word is also found where it is written in one word without capitals. */
  function asOneWord(word, column = null) {
    const [parts, whole] = [phraseTokens(word), phraseTokens(word.toLowerCase())];
    return whole.length && parts.join(" ") !== whole.join(" ") ? [alternative(whole, "literal", { column })] : [];
  }

  return { asTyped, asOneWord };
}
