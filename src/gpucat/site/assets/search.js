// The search of the page: query, conditions on facts, plan and ranking, over the articles from Python.

/** Returns `search(text, options)`: hits in order, each an index into `data.articles`, and notes for the reader;
    `search.spans` finds the words of a hit in a text. */
function makeSearch(data) {
  const { articles } = data;
  const tokeniser = makeTokeniser(data);
  const ranker = makeRanker(
    articles.map(({ tokens }) => tokens),
    data.rules,
  );
  const plan = makePlanner(data, tokeniser, ranker.frequency);

  /** Counts "last year" from `thisYear`; `statusOf` gives an article's reading state. */
  function search(text, { thisYear, statusOf }) {
    const query = parseQuery(text, data.fields, tokeniser.phrase);
    const { groups, excluded, named, notes, wish } = plan(query, thisYear);
    const order = wish && orderOf(wish, statusOf, groups.length > 0);
    if (order) notes.push({ kind: `wish-${wish}`, values: [] });
    const conditions = query.conditions.map((one) => ({ ...one, meets: conditionOf(one, data, statusOf) }));
    const unread = conditions.filter(({ meets }) => !meets);
    notes.push(...unread.map(({ name, value }) => ({ kind: "nothing", values: [name, value] })));
    const isAllowed = ({ document }) =>
      conditions.every(({ meets, isNegated }) => (meets ? meets(articles[document]) !== isNegated : isNegated));
    const first = named.flatMap((name) => [...articles.keys()].filter((place) => isNamed(articles[place], name)));
    const ranked = groups.length ? found({ groups, excluded }, order) : first.length ? [] : listed(excluded, order);
    const rest = ranked.filter(({ document }) => !first.includes(document));
    const isEmpty = !order && ![groups, excluded, conditions, first].some(({ length }) => length);
    return { hits: isEmpty ? [] : [...first.map(whole), ...rest].filter(isAllowed), notes, isEmpty };
  }

  const whole = (document) => ({ document, score: 0, isFull: true, tokens: [] });
  const isNamed = ({ id, url }, name) => id === name || bareAddress(url) === bareAddress(name);

  /** Ranks the hits; beside a wish, a topic that no article has leaves what the wish asks for. */
  function found({ groups, excluded }, order) {
    const hits = ranker.rank({ groups, excluded });
    if (!order) return hits;
    return hits.length ? ranker.guided(hits, order) : listed(excluded, order).map((hit) => ({ ...hit, isFull: false }));
  }

  /** Answers a query without words to rank: everything it does not exclude, or what a wish asks for. */
  function listed(excluded, order) {
    const barred = ranker.rank({ groups: [groupOf(excluded)], excluded: [] }).map(({ document }) => document);
    return (order ?? [...articles.keys()]).filter((document) => !barred.includes(document)).map(whole);
  }

  /** Returns the articles in the order that a wish asks for; beside a topic nothing is left out for being read. */
  function orderOf(wish, statusOf, hasTopic) {
    if (wish !== "mine") return data.orders[wish === "start" && hasTopic ? "easier" : wish];
    return hasTopic ? null : data.orders.mine.filter((document) => statusOf(articles[document]) === "todo");
  }

  /** Returns the stretches of a text that match one of the token sequences. */
  function spans(text, sequences) {
    const tokens = tokeniser.atoms(text).flatMap((atom, place, all) => {
      const before = all[place - 1];
      if (!atom.isHan) return [atom];
      return before?.isHan && atom.isJoined ? [{ ...atom, text: before.text + atom.text, start: before.start }] : [];
    });
    const wanted = sequences.map((sequence) => sequence.split(" "));
    return tokens.flatMap(({ start }, place) =>
      wanted
        .filter((sequence) => sequence.every((token, step) => tokens[place + step]?.text === token))
        .map(({ length }) => ({ start, end: tokens[place + length - 1].end })),
    );
  }

  return Object.assign(search, { spans });
}
