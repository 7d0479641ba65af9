"""Misspelt words: what a word that hits nothing was meant to be. Pure; rapidfuzz inside one function.

In order: two known words written as one, the beginning of a known word, one edit (two from nine letters). A short word
is repaired only by a swap of neighbours or a doubled letter: with few letters, every word is near another one. Words
that are right as they are (`_OTHER_WORDS`) are left alone: `metal` is no misspelt `mental`.
"""

from collections.abc import Collection, Iterable
from typing import Final, Protocol

from gpucat.catalog.stems import stem

_OTHER_WORDS: Final = frozenset(
    """
    rust julia golang swift kotlin scala ruby perl java javascript typescript haskell ocaml elixir erlang fortran matlab
    metal vulkan opencl opengl directx webgpu sycl oneapi rocm hip miopen rocblas hlsl glsl spirv mojo halide taichi
    intel amd apple qualcomm arm risc riscv xeon epyc ryzen radeon ascend huawei cambricon graphcore cerebras groq tenstorrent
    tpu npu fpga asic dsp cpu ipu mali adreno tegra jetson orin linux windows macos ubuntu debian android ios
    tensorflow keras jax flax mxnet paddle caffe theano onnx tensorrt openvino tvm mlir llvm gcc clang xla bazel cmake
    kafka redis spark flink hadoop mysql postgres mongodb sqlite nginx kubernetes slurm ansible terraform jenkins aws azure
    react angular vue django flask spring rails docker podman numpy scipy pandas polars dask cudf cuml rapids arrow
    mpi nccl gloo openmp tbb pthread rdma infiniband nvlink pcie ethernet tcp udp http grpc thrust cub kokkos raja
    bert gpt llama mistral qwen deepseek gemma mixtral mamba vllm sglang ollama whisper yolo resnet unet gan vae clip
    rust cooking music sports travel photo phone camera game games unity unreal blender shader ray tracing raster
    bitcoin ethereum mining miner crypto wallet price cheap buy rent salary job interview resume career news stock
    water house light right night sound heart earth death peace great place world state story stage stand start state
    train brain chain plain frain drain grain table cable fable stable cloud crowd proud blood flood green queen screen
    three there where these those their other another every money month mouse mouth party paper piece point power press
    price prime print prize proof queue quick quiet quite radio raise range rapid ratio reach ready refer reply right
    river robot rough round route royal rural scale scene scope score sense serve seven shall shape share sharp sheet
    shelf shell shift shirt shock shoot shore short shown sight since sixth sixty skill sleep slide small smart smile
    smoke solid solve sorry south space spare speak speed spend split spoke sport staff steam steel stick still stock
    stone store storm strip stuck study stuff style sugar suite super sweet taken taste teach teeth thank theme thick
    thing think third throw tight timer times tired title today topic total touch tough tower track trade treat trend
    trial tried truck truly trust truth twice under union unity until upper upset urban usage usual valid value video
    virus visit vital voice waste watch wheel while white whole whose woman women worry worse worst worth would wound
    write wrong wrote yield young youth zebra weather python javascript excel word office browser chrome firefox
    """.split()
)
SHORTEST_REPAIRED: Final = 4
_SHORTEST_FREELY_REPAIRED: Final = 5
_SHORTEST_WITH_TWO_EDITS: Final = 9
_SHORTEST_PREFIX: Final = 4
_SHORTEST_SPLIT_PART: Final = 3


class Spellings(Protocol):
    """What repair asks of an index."""

    def frequency(self, tokens: tuple[str, ...]) -> int: ...

    def spellings(self, shortest: int, longest: int) -> Collection[str]: ...


def repair_word(word: str, index: Spellings) -> tuple[str, ...]:
    """The words that `word` (folded, known to hit nothing) was meant to be; none if nothing is near."""
    if len(word) < SHORTEST_REPAIRED or not word.isascii() or not word.isalpha() or word in _OTHER_WORDS:
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
    edits = 2 if len(word) >= _SHORTEST_WITH_TWO_EDITS else 1
    near = _nearest(word, index.spellings(len(word) - edits, len(word) + edits), edits)
    if len(word) < _SHORTEST_FREELY_REPAIRED:
        near = [(distance, other) for distance, other in near if _is_slip(word, other)]
    ranked = sorted(
        (distance, other[0] != word[0], -index.frequency((stem(other),)), other)
        for distance, other in near
        if distance < 2 or other[0] == word[0]
    )
    return next(((other,) for _, _, frequency, other in ranked if frequency), ())


def _nearest(word: str, others: Iterable[str], edits: int) -> list[tuple[int, str]]:
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    found = extract(word, others, scorer=OSA.distance, score_cutoff=edits, limit=None)
    return [(int(distance), other) for other, distance, _ in found if other.isalpha()]


def _is_slip(word: str, other: str) -> bool:
    """Whether the two differ by swapped neighbours or by a letter that is or should be doubled."""
    if len(word) == len(other):
        return sorted(word) == sorted(other) and word[0] == other[0]
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    return any(
        longer[place] == longer[place + 1] and longer[:place] + longer[place + 1 :] == shorter
        for place in range(len(longer) - 1)
    )
