"""Step 4, a swizzle: the same kernel with another layout of shared memory, in which eight rows lie in different banks.

make_swizzle(3, 4, 3) XORs bits 4 to 6 of an address (which 16 bytes of a row) with bits 7 to 9 (which of eight rows): the
DSL counts bytes here, where Swizzle<3, 3, 3> of CuTe C++ counts halves. Tiled Copies and Tiled MMA do not change: only the
layout says where an element lies.
"""

import cutlass
import cutlass.cute as cute
from cutlass import utils

TASK = "gemm"
TILE = 128, 128, 64  # M, N and K of a block's tile
THREADS = 128


@cute.kernel
def kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, load: cute.TiledCopy, mma: cute.TiledMma):
    """Computes one tile of C; `load` brings a tile of A or B to shared memory."""
    thread, _, _ = cute.arch.thread_idx()
    column, row, _ = cute.arch.block_idx()
    bm, bn, bk = TILE
    tiles_a = cute.local_tile(a, (bm, bk), (row, None))  # (bm, bk, tiles along K)
    tiles_b = cute.local_tile(b, (bn, bk), (column, None))
    tile_c = cute.local_tile(c, (bm, bn), (row, column))

    memory = utils.SmemAllocator()
    swizzle = cute.make_swizzle(3, 4, 3)
    shared_a = memory.allocate_tensor(cutlass.Float16, cute.make_layout((bm, bk), stride=(bk, 1)), 1024, swizzle)
    shared_b = memory.allocate_tensor(cutlass.Float16, cute.make_layout((bn, bk), stride=(bk, 1)), 1024, swizzle)

    loads = load.get_slice(thread)
    from_a, to_a = loads.partition_S(tiles_a), loads.partition_D(shared_a)
    from_b, to_b = loads.partition_S(tiles_b), loads.partition_D(shared_b)

    mine = mma.get_slice(thread)
    part_c = mine.partition_C(tile_c)
    fragment_a = mma.make_fragment_A(mine.partition_A(shared_a))
    fragment_b = mma.make_fragment_B(mine.partition_B(shared_b))
    matrix = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    matrices_a, matrices_b = cute.make_tiled_copy_A(matrix, mma), cute.make_tiled_copy_B(matrix, mma)
    part_a, into_a = matrices_a.get_slice(thread).partition_S(shared_a), matrices_a.retile(fragment_a)
    part_b, into_b = matrices_b.get_slice(thread).partition_S(shared_b), matrices_b.retile(fragment_b)
    sums = mma.make_fragment_C(part_c)
    sums.fill(0.0)

    for k in range(cute.size(tiles_a, mode=[2])):
        cute.copy(load, from_a[None, None, None, k], to_a)
        cute.copy(load, from_b[None, None, None, k], to_b)
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.arch.sync_threads()  # every thread's part of the tiles has arrived
        for step in cutlass.range_constexpr(cute.size(fragment_a, mode=[2])):
            cute.copy(matrices_a, part_a[None, None, step], into_a[None, None, step])
            cute.copy(matrices_b, part_b[None, None, step], into_b[None, None, step])
            cute.gemm(mma, sums, fragment_a[None, None, step], fragment_b[None, None, step], sums)
        cute.arch.sync_threads()  # nobody reads them any more
    cute.autovec_copy(sums, part_c)


@cute.jit
def launch(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """C = A B^T: A is M x K, B is N x K, both float16 and row-major; C is M x N float32."""
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    # 16 x 8 threads, each with 8 halves of a row: eight threads cover the 128 bytes of a tile's row.
    load = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    grid = cute.size(b, mode=[0]) // TILE[1], cute.size(a, mode=[0]) // TILE[0], 1
    kernel(a, b, c, load, mma).launch(grid=grid, block=(THREADS, 1, 1))
