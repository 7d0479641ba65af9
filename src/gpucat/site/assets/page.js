// The page's behaviour: search and filters, the state in the address, reading states, theme. The page is complete
// without it.

const FILTERS = ["module", "level", "author", "year", "link", "state"];
const THEMES = ["auto", "light", "dark"];

const byId = (id) => document.getElementById(id);
const { search: searchData, texts, route, earlier } = JSON.parse(byId("catalogue").textContent);
const articles = searchData.articles;
const form = byId("asked");
const box = byId("q");

/** Replaces `{name}` or `{0}` in the text by the value of that name or position. */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const reading = makeReading(() => (byId("kept").textContent = texts.notKept));
const statusOf = ({ url }) => reading.of(url);

const cards = articles.map(({ number }) => byId(`a${number}`));
const homes = [...document.querySelectorAll("#articles .card")].map((card) => ({ card, home: card.parentElement }));

// --- finding

let search = null;

/** Builds the index when it is first needed, or when the browser is idle. */
function searcher() {
  search ??= makeSearch(searchData);
  return search;
}

function asked() {
  const values = new FormData(form);
  const found = { q: values.get("q").trim() };
  for (const name of FILTERS) found[name] = values.get(name) ?? "";
  return found;
}

function isWanted(article, wanted) {
  const level = searchData.levels[wanted.level] ?? -1;
  return (
    (!wanted.module || article.module === wanted.module) &&
    (level < 0 || (article.level !== null && article.level[0] <= level && level <= article.level[1])) &&
    (!wanted.author || article.authors.includes(wanted.author)) &&
    (!wanted.year || (article.published ?? "").startsWith(wanted.year)) &&
    (!wanted.link || article.link === wanted.link) &&
    (!wanted.state || statusOf(article) === wanted.state)
  );
}

/** Returns the hits for the form, in order, and the notes for the reader. */
function find(wanted) {
  const answer = wanted.q ? searcher()(wanted.q, { thisYear: new Date().getFullYear(), statusOf }) : null;
  const all = answer && !answer.isEmpty ? answer.hits : inListOrder();
  return { hits: all.filter(({ document }) => isWanted(articles[document], wanted)), notes: answer?.notes ?? [] };
}

const inListOrder = () => homes.map(({ card }) => ({ document: cards.indexOf(card), isFull: true, tokens: [] }));

function show() {
  const wanted = asked();
  const isAsking = Object.values(wanted).some(Boolean);
  byId("results").hidden = !isAsking;
  byId("browse").hidden = isAsking;
  byId("reset").disabled = !isAsking;
  if (isAsking) {
    const { hits, notes } = find(wanted);
    const [full, partial] = [hits.filter((hit) => hit.isFull), hits.filter((hit) => !hit.isFull)];
    byId("full").replaceChildren(...full.map(({ document }) => cards[document]));
    byId("partial").replaceChildren(...partial.map(({ document }) => cards[document]));
    byId("divider").hidden = !partial.length;
    byId("count").replaceChildren(...said(full.length, partial.length, notes));
    highlight(hits);
    if (byId("find").getBoundingClientRect().top <= 0) byId("results").scrollIntoView({ behavior: "instant" });
  } else {
    homes.forEach(({ card, home }) => home.append(card));
    byId("count").replaceChildren(...said(articles.length, 0, []));
    highlight([]);
  }
  document.documentElement.classList.remove("pending");
}

function said(full, part, notes) {
  const count = full + part;
  const number = count ? filled(count === 1 ? texts.foundOne : texts.found, { count }) : texts.foundNone;
  const kinds = full && part ? ` (${filled(texts.full, { full, part })})` : "";
  const told = notes.map(({ kind, values }) => filled(texts[kind], values));
  return [number + kinds, ...new Set(told)].map((text) =>
    Object.assign(document.createElement("p"), { textContent: text }),
  );
}

/** Highlights the found words in the hits, if the browser can do so without changing the document. */
function highlight(hits) {
  if (!CSS.highlights) return;
  const ranges = hits.flatMap(({ document: place, tokens }) => (tokens.length ? rangesIn(cards[place], tokens) : []));
  CSS.highlights.set("found", new Highlight(...ranges));
}

function rangesIn(card, sequences) {
  const found = [];
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest("h3, .summary, .why, .keywords, .authors")) continue;
    for (const { start, end } of searcher().spans(node.data, sequences)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      found.push(range);
    }
  }
  return found;
}

const unfold = (isOpen) => byId("filters").setAttribute("aria-expanded", String(isOpen));

// --- the address

function toAddress() {
  const wanted = asked();
  const kept = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  const hash = kept.size ? `#${kept}` : "";
  if (hash !== location.hash && (hash || location.hash.includes("="))) {
    history.replaceState(null, "", hash || location.pathname + location.search);
  }
  linkLanguage();
}

function fromAddress() {
  const kept = new URLSearchParams(location.hash.slice(1));
  if (!location.hash.includes("=")) kept.forEach((_, name) => kept.delete(name));
  box.value = kept.get("q") ?? "";
  for (const name of FILTERS) {
    const select = form.elements[name];
    select.value = kept.get(name) ?? "";
    if (select.selectedIndex < 0) select.value = "";
  }
  if (FILTERS.some((name) => form.elements[name].value)) unfold(true);
  show();
  linkLanguage();
  const target = location.hash.length > 1 && !location.hash.includes("=") && byId(location.hash.slice(1));
  if (target) target.scrollIntoView();
}

/** Makes the link to the other language keep the state of this page. */
function linkLanguage() {
  const link = byId("language");
  link.href = link.getAttribute("href").split("#")[0] + location.hash;
}

// --- reading

function showReading() {
  const done = (numbers) => numbers.filter((number) => reading.of(urlOf(number)) === "done").length;
  const all = articles.map(({ number }) => number);
  tell(byId("read-bar"), byId("read-count"), done(all), all.length);
  route.forEach((numbers, stage) => {
    const place = document.querySelector(`[data-stage="${stage}"]`);
    tell(place.querySelector("progress"), place.querySelector("span"), done(numbers), numbers.length);
  });
  document.querySelectorAll("[data-of]").forEach((item) => (item.dataset.status = reading.of(urlOf(item.dataset.of))));
  document
    .querySelectorAll("[data-state]")
    .forEach((select) => (select.value = reading.of(urlOf(select.dataset.state))));
  document.querySelectorAll(".card").forEach((card) => (card.dataset.status = reading.of(urlOf(card.id.slice(1)))));
  const next = nextToRead(route.flat());
  const link = byId("next");
  if (!link) return;
  link.href = next === undefined ? "#route" : `#a${next}`;
  const title = next === undefined ? null : byId(`t${next}`);
  link.textContent = title ? title.textContent : texts.allRead;
  link.lang = title?.lang || document.documentElement.lang;
}

/** What was begun, else the first unread article or an unread part of its series before it: as `gpucat next` has it. */
function nextToRead(numbers) {
  const is = (status) => (number) => reading.of(urlOf(number)) === status;
  const waiting = numbers.find(is("todo"));
  return numbers.find(is("reading")) ?? [...(earlier[waiting] ?? []), waiting].find((number) => number && is("todo")(number));
}

const urls = new Map(articles.map(({ number, url }) => [String(number), url]));
const urlOf = (number) => urls.get(String(number));

function tell(bar, label, done, total) {
  if (!bar) return;
  bar.value = done;
  label.textContent = filled(texts.read, { done, total });
}

function save() {
  const lines = reading.lines();
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  Object.assign(document.createElement("a"), { href: address, download: "gpucat-reading.jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  byId("kept").textContent = filled(texts.saved, { count: lines.length });
}

async function load({ target }) {
  const [file] = target.files;
  if (!file) return;
  const count = reading.take(await file.text());
  byId("kept").textContent = count ? filled(texts.loaded, { count }) : texts.notLoaded;
  target.value = "";
  showReading();
}

// --- theme

function showTheme() {
  const name = texts[document.documentElement.dataset.theme ?? "auto"];
  byId("theme").textContent = name;
  byId("theme").ariaLabel = filled(texts.theme, [name]);
}

function changeTheme() {
  const root = document.documentElement;
  const theme = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    localStorage.setItem("gpucat:theme", theme);
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
  showTheme();
}

// --- beginning

let isWaiting = false;

form.addEventListener("input", () => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    show();
    toAddress();
  });
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  box.value = "";
  FILTERS.forEach((name) => (form.elements[name].value = ""));
  show();
  toAddress();
  box.focus();
});
document.addEventListener("change", ({ target }) => {
  if (!target.dataset.state) return;
  reading.mark(urlOf(target.dataset.state), target.value);
  showReading();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    box.focus();
  }
});
addEventListener("hashchange", fromAddress);
addEventListener("storage", () => {
  reading.refresh();
  showReading();
});
byId("filters").addEventListener("click", ({ target }) => unfold(target.getAttribute("aria-expanded") !== "true"));
byId("theme").addEventListener("click", changeTheme);
byId("save").addEventListener("click", save);
byId("load").addEventListener("change", load);

showTheme();
showReading();
fromAddress();
setTimeout(searcher, 200);
