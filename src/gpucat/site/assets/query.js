// What a reader typed, as clauses and conditions: gpucat.search.query in the browser. Every text gives a query.

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
    const field =
      named && (fields.columns[named[1].toLowerCase()] || fields.conditions[named[1].toLowerCase()])
        ? named[1].toLowerCase()
        : "";
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
