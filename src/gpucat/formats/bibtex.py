"""Reads and writes BibTeX and BibLaTeX: entries that have an address, a DOI or an arXiv number. Pure.

What gpucat has no field for (journal volumes, the citation key) is kept under `bibtex` and written back.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from unicodedata import combining, normalize

from gpucat.catalog.article import Article
from gpucat.catalog.levels import format_level
from gpucat.formats.bibtex_entries import MONTHS, BibtexEntry, read_entries
from gpucat.formats.latex import address_from_latex, latex_from_plain, plain_from_latex
from gpucat.formats.links import LinkCollector
from gpucat.formats.reading import Blocks, FileRow, OpenFile, ParsedFile, Problem, open_collection, parsed_collection
from gpucat.language import Bilingual

_SOURCES: Final = (
    "organization", "journaltitle", "journal", "booktitle", "eventtitle", "institution", "school", "publisher",
)  # fmt: skip
_SUMMARIES: Final = ("abstract", "annotation", "annote")
_OWN: Final = ("title", "subtitle", "author", "date", "year", "month", "day", "keywords", "module", "level")
_ADDRESS: Final = re.compile(r"(<?)((?:https?://|(?<![\w/.])www\.)\S+)", re.IGNORECASE)
_ARXIV: Final = re.compile(r"\barxiv[:\s/]+([a-z-]+/\d{7}|\d{4}\.\d{4,5})", re.IGNORECASE)
_DOI: Final = re.compile(r"^(?:doi:\s*|(?:https?://)?(?:dx\.)?doi\.org/)?(10\.\S+)$", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?<!\d)(\d{4})(?!\d)")
_HAN: Final = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff·]+")
_ITS_OWN: Final = "field "
"""What stands before the name of a field that is called as what is kept of the entry itself, `type` or `key`."""
_PAPERS: Final = frozenset(
    {"article", "conference", "incollection", "inproceedings", "mastersthesis", "phdthesis", "proceedings", "report",
     "techreport", "thesis"}
)  # fmt: skip
_UNREAD: Final = Bilingual("{}: its LaTeX cannot be read", "{}：其中的 LaTeX 无法识别")
_NO_ADDRESS: Final = Bilingual("entry {} has no URL, DOI or arXiv number", "条目 {} 没有 URL、DOI 或 arXiv 编号")


def read_bibtex(text: str) -> ParsedFile:
    """Reads every entry that has an address; an entry without one, or an unclosed one, becomes a problem."""
    return parsed_collection(_rows((text,)))


def stream_bibtex(blocks: Blocks) -> OpenFile:
    """Reads as read_bibtex does, row by row."""
    return open_collection(_rows(blocks()))


def _rows(blocks: Iterable[str]) -> Iterator[FileRow]:
    links = LinkCollector()
    for entry in read_entries(blocks):
        if isinstance(entry, Problem):
            yield entry
        else:
            _take(links, entry)
            yield from links.take_out()


def write_bibtex(articles: Iterable[Article]) -> Iterator[str]:
    """Writes one entry for each article."""
    keys: set[str] = set()
    for article in articles:
        kept = article.extra.get("bibtex")
        kept = kept if isinstance(kept, Mapping) else {}
        key = _free_key(str(kept.get("key") or _key(article)), keys)
        kind = str(kept.get("type") or _kind(article))
        yield f"@{re.sub(r'[^A-Za-z]', '', kind) or 'online'}{{{key},\n"
        yield from (f"  {name} = {value},\n" for name, value in _written(article, kept).items())
        yield "}\n\n"


def is_as_written(article: Article, kept: Mapping[str, Any]) -> bool:
    """Whether what was kept of an entry is only what write_bibtex makes up for the article."""
    key = re.sub(r"-\d+$", "", str(kept.get("key")))  # a number was added to a key that two articles share
    return set(kept) == {"type", "key"} and kept["type"] == _kind(article) and key == _free_key(_key(article), set())


def _take(links: LinkCollector, entry: BibtexEntry) -> None:
    fields = entry.fields
    used = _address(fields)
    if used is None:
        reason = Bilingual(*(half.format(entry.key or entry.kind) for half in _NO_ADDRESS))
        links.problems.append(Problem(entry.line, "url", reason))
        return
    name, address = used
    if "\\" in address:
        links.problems.append(Problem(entry.line, name, Bilingual(*(half.format(address) for half in _UNREAD))))
        return
    source = next((known for known in _SOURCES if fields.get(known)), None)
    summary = next((known for known in _SUMMARIES if fields.get(known)), None)
    titles = [plain_from_latex(fields[part]) for part in ("title", "subtitle") if fields.get(part)]
    mapped = {*_OWN, name, source, summary}
    rest = {
        f"{_ITS_OWN}{field}" if field in ("type", "key") else field: value
        for field, value in fields.items()
        if field not in mapped
    }
    links.take(
        entry.line,
        ": ".join(titles),
        address,
        [fields["module"]] if fields.get("module") else [],
        shelf=fields.get("module"),
        authors=_names(fields.get("author", "")),
        published=_date(fields),
        keywords=[
            word
            for part in _outside_braces("[,;，、；]", fields.get("keywords", ""))
            if (word := plain_from_latex(part))
        ],
        level=fields.get("level"),
        source=plain_from_latex(fields[source]) if source else None,
        source_type="paper" if entry.kind in _PAPERS else None,
        summary=plain_from_latex(fields[summary]) if summary else None,
        bibtex={"type": entry.kind, "key": entry.key, **rest},
    )


def _address(fields: Mapping[str, str]) -> tuple[str, str] | None:
    """Returns the field that holds the entry's address, and the address."""
    for name in ("url", "howpublished", "link", "note"):
        if found := _ADDRESS.search(address_from_latex(fields.get(name, ""))):
            return name, _as_address(found[2], is_bracketed=bool(found[1]), is_prose=name != "url")
    if found := _DOI.match(address_from_latex(fields.get("doi", ""))):
        return "doi", f"https://doi.org/{found[1]}"
    kind = fields.get("archiveprefix", fields.get("eprinttype", "")).casefold()
    if fields.get("eprint") and kind == "arxiv":
        return "eprint", f"https://arxiv.org/abs/{fields['eprint']}"
    for name in ("journal", "journaltitle", "note", "howpublished", "volume"):
        if found := _ARXIV.search(fields.get(name, "")):
            return name, f"https://arxiv.org/abs/{found[1]}"
    return None


def _as_address(found: str, *, is_bracketed: bool, is_prose: bool) -> str:
    """Returns the address without the brackets or the punctuation of the text around it."""
    inside = found.rpartition(">")[0] if is_bracketed and ">" in found else found
    bare = inside.rstrip(".,;)" if is_prose else ",;")
    return bare if "://" in bare else f"https://{bare}"


def _date(fields: Mapping[str, str]) -> str | None:
    """Returns the date as precisely as the entry gives it: `2020-05`, `2020/05`, `2018 Oct 1`, the first day of a range."""
    text = plain_from_latex(fields.get("date", "")) or plain_from_latex(fields.get("year", ""))
    first, _, last = text.partition("/")
    if not (found := _YEAR.search(text)):
        return None
    rest = first[found.end() :] if _YEAR.search(last) else text[found.end() :]
    apart = " ".join(plain_from_latex(fields.get(name, "")) for name in ("month", "day"))
    told = rest if re.search(r"\w", rest) else apart
    named = re.search(rf"(?<![a-z])({'|'.join(MONTHS)})", told.casefold())
    numbers = [int(number) for number in re.findall(r"(?<!\d)\d{1,2}(?!\d)", told)]
    month, day = [MONTHS.index(named[1]) + 1 if named else 0, *numbers, 0, 0][0 if named else 1 :][:2]
    if not 1 <= month <= 12:
        return found[1]
    return f"{found[1]}-{month:02}" + (f"-{day:02}" if 1 <= day <= 31 else "")


def _names(value: str) -> list[str]:
    """Splits `A and {B and C} and Last, First` into authors; a Chinese name keeps its order, without a space."""
    names = []
    for part in _outside_braces(r"\s+and\s+", value):
        pieces = [plain_from_latex(piece) for piece in _outside_braces(r"\s*,\s*", part.strip())]
        whole = [piece.strip() for piece in ",".join(pieces).split(",")]
        last, *others = pieces
        if len(whole) == 2 and all(map(_HAN.fullmatch, whole)):
            name = "".join(whole)
        else:
            name = " ".join(filter(None, (others[-1], last, *others[:-1]))) if others else last
        if name and name != "others":
            names.append(name)
    return names


def _outside_braces(pattern: str, text: str) -> list[str]:
    """Splits the text where the pattern matches outside braces."""
    parts, depth, begin, position = [], 0, 0, 0
    separator = re.compile(pattern)
    while position < len(text):
        if depth == 0 and (found := separator.match(text, position)):
            parts.append(text[begin:position])
            begin = position = found.end()
            continue
        depth += (text[position] == "{") - (text[position] == "}")
        position += 1
    return [*parts, text[begin:]]


def _written(article: Article, kept: Mapping[str, Any]) -> dict[str, str]:
    year, month, day = [*(article.published or "").split("-"), "", ""][:3]
    texts = {
        "author": " and ".join(_name(name) for name in article.authors),
        "title": f"{{{latex_from_plain(article.title)}}}",
        "url": re.sub(r"[{}\\\s]", lambda found: f"%{ord(found[0]):02X}", article.url),
        "organization": latex_from_plain(article.source or ""),
        "year": year,
        "day": day.lstrip("0"),
        "keywords": ", ".join(map(_keyword, article.keywords)),
        "abstract": latex_from_plain(article.summary),
        "module": article.module or "",
        "level": format_level(article.level) if article.level else "",
    }
    written = {name: f"{{{' '.join(text.split())}}}" for name, text in texts.items() if text}
    if month:
        written["month"] = MONTHS[int(month) - 1]
    others = {name: value for name, value in kept.items() if name not in ("type", "key") and name not in written}
    return written | {
        str(name).removeprefix(_ITS_OWN): f"{{{value}}}" for name, value in others.items() if _is_balanced(str(value))
    }


def _keyword(keyword: str) -> str:
    """Returns a keyword, in braces if a sign in it would part it in two."""
    plain = latex_from_plain(keyword)
    return f"{{{plain}}}" if re.search("[,;，、；]", keyword) else plain


def _name(name: str) -> str:
    """Returns a name of several words as it is, and any other in braces, so that no reader splits it."""
    plain = latex_from_plain(name)
    is_personal = len(name.split()) > 1 and "," not in name and not {"and", "others"} & set(name.split())
    return plain if is_personal else f"{{{plain}}}"


def _kind(article: Article) -> str:
    return "article" if article.source_type == "paper" else "online"


def _key(article: Article) -> str:
    author = article.authors[0].split()[-1] if article.authors else ""
    words = re.findall(r"[A-Za-z0-9]+", article.title)
    word = next((w for w in words if len(w) > 3), words[0] if words else "")
    return _ascii(author) + (article.year or "") + _ascii(word) or f"article{article.number}"


def _ascii(text: str) -> str:
    bare = "".join(c for c in normalize("NFKD", text) if not combining(c))
    return re.sub(r"[^a-z0-9]", "", bare.lower())


def _free_key(key: str, taken: set[str]) -> str:
    cleaned = re.sub(r"[\s{}(),=\\\"#%~']", "", key) or "article"
    free, count = cleaned, 1
    while free.casefold() in taken:
        count += 1
        free = f"{cleaned}-{count}"
    taken.add(free.casefold())
    return free


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0
