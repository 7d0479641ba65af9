"""Experiment 4: C = A B^T on the tensor cores with CuTe. It compiles; finish TODO 1 to 3, run ./measure, then go on to 4.

./measure shows the error against float64, and then the time.
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
    shared_a = memory.allocate_tensor(cutlass.Float16, cute.make_layout((bm, bk), stride=(bk, 1)), 128)
    shared_b = memory.allocate_tensor(cutlass.Float16, cute.make_layout((bn, bk), stride=(bk, 1)), 128)

    loads = load.get_slice(thread)
    from_a, to_a = loads.partition_S(tiles_a), loads.partition_D(shared_a)
    from_b, to_b = loads.partition_S(tiles_b), loads.partition_D(shared_b)

    mine = mma.get_slice(thread)
    part_a, part_b, part_c = mine.partition_A(shared_a), mine.partition_B(shared_b), mine.partition_C(tile_c)
    fragment_a, fragment_b = mma.make_fragment_A(part_a), mma.make_fragment_B(part_b)
    sums = mma.make_fragment_C(part_c)
    sums.fill(0.0)

    for k in range(cute.size(tiles_a, mode=[2])):
        # TODO 1: bring tile k of A and of B to shared memory: cute.copy(load, from_a[None, None, None, k], to_a), likewise B;
        #         commit the group, wait for it (cp_async_wait_group(0)), and for the other threads.
        for step in cutlass.range_constexpr(cute.size(fragment_a, mode=[2])):
            # TODO 2: copy part_a[None, None, step] and part_b[None, None, step] to the fragments (cute.autovec_copy), and
            #         multiply: cute.gemm(mma, sums, …, …, sums).
            pass
        # TODO 3: what must be waited for before the next tile overwrites this one?
    # TODO 4: load the fragments with ldmatrix (cute.nvgpu.warp.LdMatrix8x8x16bOp, cute.make_tiled_copy_A), then give the
    #         shared tensors a swizzle (cute.make_swizzle(3, 4, 3), in bytes), and count bank conflicts before and after.
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
