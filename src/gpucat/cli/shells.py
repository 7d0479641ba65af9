"""Completes a line for bash, zsh and fish.

A shell hands over the line up to the cursor and gets a value a line, in zsh and fish followed by a tab and its explanation.
These two quote what they insert. bash inserts what it gets, so here its values are quoted as the word at the cursor is.
What the list says is therefore never run, and a value with blanks stays one word.
"""

import os
import re
from typing import Any, Final, NamedTuple

SHELL: Final = "_GPUCAT_COMPLETE"
"""The variable in which a script names its shell; only then is the line completed."""
_LINE: Final = "_GPUCAT_LINE"
_WORD: Final = "_GPUCAT_WORD"
_SAFE: Final = r"[^\w@%+=:,./~-]"
"""What bash needs a backslash before."""
SCRIPTS: Final = {
    "bash": """
_gpucat_completion() {
    mapfile -t COMPREPLY < <(_GPUCAT_COMPLETE=bash _GPUCAT_LINE="${COMP_LINE:0:COMP_POINT}" _GPUCAT_WORD="$2" "$1" 2>/dev/null)
}
complete -o default -F _gpucat_completion gpucat
""",
    "zsh": """
#compdef gpucat
_gpucat_completion() {
    local -a values texts
    local value text
    while IFS=$'\\t' read -r value text; do
        values+=("$value")
        texts+=("$value${text:+  -- $text}")
    done < <(_GPUCAT_COMPLETE=zsh _GPUCAT_LINE="${(j: :)words[1,CURRENT]}" gpucat 2>/dev/null)
    if (( $#values )); then compadd -U -l -d texts -a values; else _files; fi
}
if [[ $funcstack[1] == _gpucat ]]; then _gpucat_completion; else compdef _gpucat_completion gpucat; fi
""",
    "fish": """
function _gpucat_completion
    set -g _gpucat_values (_GPUCAT_COMPLETE=fish _GPUCAT_LINE=(commandline -cp | string collect) gpucat 2>/dev/null)
    test (count $_gpucat_values) -gt 0
end
complete --command gpucat --no-files --condition _gpucat_completion --arguments '(string join \\n -- $_gpucat_values)'
""",
}


class Line(NamedTuple):
    """A line up to the cursor: its whole `words`, the word being typed, also as it stands there, and its open quote."""

    words: tuple[str, ...]
    word: str
    raw: str
    quote: str


def split_line(line: str) -> Line:
    """Splits a line as shells do; an open quote or a backslash at its end is still being typed."""
    words: list[str] = []
    word, quote, start = "", "", 0
    for found in re.finditer(r"\\(.?)|['\"]|\s+|.", line, re.S):
        text = found[0]
        if quote == "'" and text != "'":
            word += text
        elif text in "'\"" and quote in ("", text):
            quote = "" if quote else text
        elif text[0] == "\\":
            word += text if quote and found[1] not in '"\\$`' else found[1]
        elif text.isspace() and not quote:
            if start < found.start():
                words.append(word)
            word, start = "", found.end()
        else:
            word += text
    return Line(tuple(words), word, line[start:], quote)


def typed_line() -> Line | None:
    """Returns the line that a shell wants completed, without the program; None if this is no completion."""
    if SHELL not in os.environ:
        return None
    line = split_line(os.environ.get(_LINE, ""))
    return line._replace(words=line.words[1:])


def offers(command: Any, line: Line) -> list[str]:  # noqa: ANN401  Typer keeps its classes of commands to itself
    """Returns what the shell is to offer for the line, in the form that it reads."""
    from typer._completion_classes import FishComplete  # Typer exports no other way to ask for completions

    found = FishComplete(command, {}, "gpucat", SHELL).get_completions(list(line.words), line.word)
    pairs = [(item.value, item.help or "") for item in found if item.type == "plain" and item.value.isprintable()]
    if os.environ[SHELL] != "bash":
        return [f"{value}\t{' '.join(text.split())}".rstrip() for value, text in pairs]
    replaced = os.environ.get(_WORD, line.raw)
    return [_for_bash(value, line, replaced) for value, _ in pairs]


def _for_bash(value: str, line: Line, replaced: str) -> str:
    """Returns the value quoted as the typed word is, without what bash keeps: it replaces only what follows a `:` or `=`."""
    if line.quote == "'":
        quoted = value.replace("'", "'\\''")
    elif line.quote:
        quoted = re.sub(r"([\"\\$`])", r"\\\1", value)
    else:
        quoted = re.sub(f"({_SAFE})", r"\\\1", value)
    kept = line.raw.removeprefix(line.quote).removesuffix(replaced)
    return quoted.removeprefix(kept)


def use_own_scripts() -> None:
    """Makes Typer print and install our scripts, which run nothing that a list says."""
    from typer import _completion_shared

    _completion_shared._completion_scripts.update(SCRIPTS)
