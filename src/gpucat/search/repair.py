"""Misspelt words: what a word that hits nothing was meant to be. Pure; rapidfuzz inside one function.

In order: two known words written as one, the beginning of a known word, one edit (two from nine letters). A short word
is repaired only by a swap of neighbours or a doubled letter: with few letters, every word is near another one. Words
that are right as they are (`OTHER_WORDS`) are left alone: `metal` is no misspelt `mental`.
"""

from collections.abc import Collection, Iterable
from typing import Final, Protocol

from gpucat.search.stems import stem

OTHER_WORDS: Final = """
    acute adreno advertised alice alike alone alter amd android angular another ansible apple arm arrow ascend asic
    asking aws azure band base batch bazel bert bigger bill bitcoin black blender blink blood braces brain brochure
    browser built buy buying cable caffe calling cambricon camera career catch catching cells cerebras chain chance
    cheap chrome clang clean clip closed closer cloud cmake comb cooking copier cpu cross crowd crypto cub cudf cuml
    dask death debian deepseek description directx dividend django docker doubly drain draining dsp earth eaten
    eating eight elixir epyc erlang ethereum ethernet every excel exception expansion extent extra fable fall
    falling falls feeding filed fine finger firefox flask flax flink flood focus forking fortran found four fpga
    frain freed frequency fully game games gan gcc gemma given giving gloo glsl golang gpt grain graphcore great
    green groq ground grpc hadoop halide haskell heaps heart height hip hlsl hooking hours house http huawei
    infiniband injection insert intel intention interaction interfere interview ios ipu java javascript jax jenkins
    jetson job julia kafka keras known kokkos kotlin kubernetes lacking later launcher laying leads light linux
    lives living llama llvm macos mali mamba marking matlab metal million miner mining minutes miopen mistral
    mixtral mlir modal mojo money mongodb monitor month mount mouse mouth movie moving mpi music mxnet mysql native
    nccl news nginx night noon npu numpy nvlink ocaml office ollama omega oneapi onnx opencl opengl openmp openvino
    orin other paddle pandas paper party paying pcie peace perl phone photo picking piece piles place plain plane
    players podman point polars postgres pound power preference press preview price prime print printed prior prize
    promised proof proper protection proud provision pthread python qualcomm queen queue quick quiet quite qwen
    radeon radio rails raise raja range rapid rapids raster ratio ray rdma reach react ready realm recovery redis
    refer regarding rent rented reply resnet respected resume right risc riscv river robot rocblas rocm rough round
    route royal ruby rural rust ryzen salary saying scala scale scene scipy scope score screen search seconds sense
    serve seven sglang shader shake shall shape share sharp shave sheet shelf shell shift shirt shock shoot shore
    short shown sight since sitting sixth sixty skill slash sleep slide sliding slurm small smaller smart smile
    smoke solid solve sorry sound south space spare spark speak speed spell spelling spend spirv splice split spoke
    spool sport sports spring sqlite stable staff stage stale stand star start state stated states steam steel stick
    still stock stone store storm story strip stuck study stuff style suffer sugar suite super sweet swift sycl
    table taichi taken talking talks taste tbb tcp teach teeth tegra tensorflow tensorrt tenstorrent terraform thank
    theano their theme there these thick thing think third those though three throughout throw thrust tight timer
    times tired tiring title titles today topic total touch tough tower tpu tracing track trade trailing train
    transition translation transport travel treat trend trial trick tried truck truly trust truth trying tvm twice
    typescript ubuntu udp under unet union unity unreal until upper upset urban usage usual vae valid value video
    virus visit vital vllm voice vue vulkan wakes walking wallet waste watch water weather webgpu wheel where while
    whisper white whole whose windows witch woman women word wording words world worry worse worst worth would wound
    write writer wrong wrote xeon xla yield yolo young youth zebra
"""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
SHORTEST_REPAIRED: Final = 4
_SHORTEST_FREELY_REPAIRED: Final = 5
_SHORTEST_WITH_TWO_EDITS: Final = 9
_SHORTEST_PREFIX: Final = 4
_SHORTEST_SPLIT_PART: Final = 3


class Spellings(Protocol):
    """What repair asks of an index."""

    def frequency(self, tokens: tuple[str, ...]) -> int: ...

    def spellings(self, shortest: int, longest: int) -> Collection[str]: ...

    def known_spellings(self, words: Collection[str]) -> Collection[str]: ...


def repair_word(word: str, index: Spellings) -> tuple[str, ...]:
    """The words that `word` (folded, known to hit nothing) was meant to be; none if nothing is near."""
    if len(word) < SHORTEST_REPAIRED or not word.isascii() or not word.isalpha() or word in OTHER_WORDS.split():
        return ()
    return _split(word, index) or _begun(word, index) or _edited(word, index)


def _split(word: str, index: Spellings) -> tuple[str, ...]:
    for cut in range(_SHORTEST_SPLIT_PART, len(word) - _SHORTEST_SPLIT_PART + 1):
        parts = (word[:cut], word[cut:])
        if index.frequency(tuple(map(stem, parts))):
            return parts
    return ()


def _begun(word: str, index: Spellings) -> tuple[str, ...]:
    """The known word that begins with `word`, if there is one only."""
    if len(word) < _SHORTEST_PREFIX:
        return ()
    longer = sorted(other for other in index.spellings(len(word) + 1, len(word) + 8) if other.startswith(word))
    return (longer[0],) if len({stem(other) for other in longer}) == 1 else ()


def _edited(word: str, index: Spellings) -> tuple[str, ...]:
    near = [other for other in index.known_spellings(_one_edit_away(word)) if other.isalpha()]
    if len(word) < _SHORTEST_FREELY_REPAIRED:
        near = [other for other in near if _is_slip(word, other)]
    best = _most_likely(word, near, index)
    if not best and len(word) >= _SHORTEST_WITH_TWO_EDITS:
        best = _most_likely(word, _two_edits_away(word, index.spellings(len(word) - 2, len(word) + 2)), index)
    return best


def _most_likely(word: str, near: Iterable[str], index: Spellings) -> tuple[str, ...]:
    """The candidate with the same first letter, else the one that most articles have."""
    ranked = sorted((other[0] != word[0], -index.frequency((stem(other),)), other) for other in near)
    return next(((other,) for _, frequency, other in ranked if frequency), ())


def _one_edit_away(word: str) -> set[str]:
    """All texts that one slip makes of the word: a letter more, less or other, or two neighbours swapped."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    less = {head + tail[1:] for head, tail in cuts if tail}
    swapped = {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    other = {head + letter + tail[1:] for head, tail in cuts if tail for letter in _LETTERS}
    more = {head + letter + tail for head, tail in cuts for letter in _LETTERS}
    return (less | swapped | other | more) - {word}


def _two_edits_away(word: str, others: Iterable[str]) -> list[str]:
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    found = extract(word, others, scorer=OSA.distance, score_cutoff=2, limit=None)  # type: ignore[arg-type]
    return [other for other, _, _ in found if other.isalpha() and other[0] == word[0]]


def _is_slip(word: str, other: str) -> bool:
    """Whether the two differ by swapped neighbours or by a letter that is or should be doubled."""
    if len(word) == len(other):
        return sorted(word) == sorted(other) and word[0] == other[0]
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    return any(
        longer[place] == longer[place + 1] and longer[:place] + longer[place + 1 :] == shorter
        for place in range(len(longer) - 1)
    )
