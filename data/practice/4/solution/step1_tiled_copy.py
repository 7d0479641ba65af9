"""Step 1, a Tiled Copy: out = in, each thread 16 bytes an instruction.

128 threads as 16 x 8, each with 8 halves of a row, cover a tile of 16 x 64 at once; partition_S and partition_D give each
thread its part of source and destination.
"""

import cutlass
import cutlass.cute as cute

TASK = "copy"
TILE = 128, 64
THREADS = 128


@cute.kernel
def kernel(source: cute.Tensor, target: cute.Tensor, tiled: cute.TiledCopy):
    """Copies one tile through registers."""
    thread, _, _ = cute.arch.thread_idx()
    column, row, _ = cute.arch.block_idx()
    mine = tiled.get_slice(thread)
    part = mine.partition_S(cute.local_tile(source, TILE, (row, column)))  # (8 values, 8 rows of threads, 1)
    to = mine.partition_D(cute.local_tile(target, TILE, (row, column)))
    held = cute.make_rmem_tensor_like(part)
    cute.copy(tiled, part, held)
    cute.copy(tiled, held, to)


@cute.jit
def launch(source: cute.Tensor, target: cute.Tensor):
    """Copies a row-major matrix of float16 whose sides are multiples of the tile's."""
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    assert cute.size(tiled) == THREADS, "the Tiled Copy needs as many threads as the block has"
    print("thread-value layout of the Tiled Copy:", tiled.layout_src_tv_tiled)
    grid = cute.size(source, mode=[1]) // TILE[1], cute.size(source, mode=[0]) // TILE[0], 1
    kernel(source, target, tiled).launch(grid=grid, block=(THREADS, 1, 1))
