"""Step 1, a pipeline of cp.async (from sm_80): while a tile is multiplied, the next ones are on their way.

`stages` tiles of shared memory hold stages - 1 copies under way. `part` leaves a half out: "copy" loads only, "mma" multiplies
the same tile again and again; overlap = (T_copy + T_mma - T_full) / min(T_copy, T_mma).
"""

import cutlass
import cutlass.cute as cute
from cutlass import utils

TASK = "gemm"
TILE = 128, 128, 32  # M, N and K of a block's tile: 16 KB a stage, so five fit on every chip from sm_80
THREADS = 128
VARIANTS = [(stages, "full") for stages in (1, 2, 3, 4, 5)] + [(4, "copy"), (4, "mma")]


@cute.kernel
def kernel(
    a: cute.Tensor,
    b: cute.Tensor,
    c: cute.Tensor,
    load: cute.TiledCopy,
    mma: cute.TiledMma,
    stages: cutlass.Constexpr,
    part: cutlass.Constexpr,
):
    """Computes one tile of C."""
    thread, _, _ = cute.arch.thread_idx()
    column, row, _ = cute.arch.block_idx()
    bm, bn, bk = TILE
    tiles_a = cute.local_tile(a, (bm, bk), (row, None))
    tiles_b = cute.local_tile(b, (bn, bk), (column, None))
    tile_c = cute.local_tile(c, (bm, bn), (row, column))
    count = cute.size(tiles_a, mode=[2])

    memory = utils.SmemAllocator()
    swizzle = cute.make_swizzle(2, 4, 3)  # a row has 64 bytes: two rows cover the banks, so two bits less to mix
    shape_a = cute.make_layout((bm, bk, stages), stride=(bk, 1, bm * bk))
    shape_b = cute.make_layout((bn, bk, stages), stride=(bk, 1, bn * bk))
    shared_a = memory.allocate_tensor(cutlass.Float16, shape_a, 1024, swizzle)
    shared_b = memory.allocate_tensor(cutlass.Float16, shape_b, 1024, swizzle)

    loads = load.get_slice(thread)
    from_a, to_a = loads.partition_S(tiles_a), loads.partition_D(shared_a)
    from_b, to_b = loads.partition_S(tiles_b), loads.partition_D(shared_b)

    mine = mma.get_slice(thread)
    part_c = mine.partition_C(tile_c)
    fragment_a = mma.make_fragment_A(mine.partition_A(shared_a)[None, None, None, 0])
    fragment_b = mma.make_fragment_B(mine.partition_B(shared_b)[None, None, None, 0])
    matrix = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    matrices_a, matrices_b = cute.make_tiled_copy_A(matrix, mma), cute.make_tiled_copy_B(matrix, mma)
    part_a, into_a = matrices_a.get_slice(thread).partition_S(shared_a), matrices_a.retile(fragment_a)
    part_b, into_b = matrices_b.get_slice(thread).partition_S(shared_b), matrices_b.retile(fragment_b)
    sums = mma.make_fragment_C(part_c)
    sums.fill(0.0)

    for slot in cutlass.range_constexpr(max(stages - 1, 1)):  # fill all slots but one
        if cutlass.const_expr(stages > 1 or part == "mma"):
            cute.copy(load, from_a[None, None, None, slot], to_a[None, None, None, slot])
            cute.copy(load, from_b[None, None, None, slot], to_b[None, None, None, slot])
            cute.arch.cp_async_commit_group()
    for k in range(count):
        if cutlass.const_expr(stages == 1 and part != "mma"):
            cute.arch.sync_threads()  # the only slot is read by nobody
            cute.copy(load, from_a[None, None, None, k], to_a[None, None, None, 0])
            cute.copy(load, from_b[None, None, None, k], to_b[None, None, None, 0])
            cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(max(stages - 2, 0))  # tile k has arrived, for this thread
        cute.arch.sync_threads()  # and for all; and nobody reads tile k - 1 any more
        following = k + stages - 1
        if cutlass.const_expr(stages > 1 and part != "mma"):
            if following < count:
                cute.copy(load, from_a[None, None, None, following], to_a[None, None, None, following % stages])
                cute.copy(load, from_b[None, None, None, following], to_b[None, None, None, following % stages])
            cute.arch.cp_async_commit_group()  # an empty group keeps the count right at the end
        slot = k % stages
        if cutlass.const_expr(part == "mma"):
            slot = 0
        if cutlass.const_expr(part != "copy"):
            for step in cutlass.range_constexpr(cute.size(fragment_a, mode=[2])):
                cute.copy(matrices_a, part_a[None, None, step, slot], into_a[None, None, step])
                cute.copy(matrices_b, part_b[None, None, step, slot], into_b[None, None, step])
                cute.gemm(mma, sums, fragment_a[None, None, step], fragment_b[None, None, step], sums)
    cute.arch.cp_async_wait_group(0)
    cute.autovec_copy(sums, part_c)


@cute.jit
def launch(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, stages: cutlass.Constexpr, part: cutlass.Constexpr):
    """C = A B^T: A is M x K, B is N x K, both float16 and row-major; C is M x N float32."""
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    load = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 4), stride=(4, 1)), cute.make_layout((1, 8)))
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    grid = cute.size(b, mode=[0]) // TILE[1], cute.size(a, mode=[0]) // TILE[0], 1
    kernel(a, b, c, load, mma, stages, part).launch(grid=grid, block=(THREADS, 1, 1))
