"""Step 2, TMA and wgmma (sm_90): one warp asks for whole tiles, two warpgroups multiply them straight from shared memory.

A barrier in shared memory counts the bytes of each slot as they arrive (full), another the warps that are done with it
(empty); no thread spends instructions on addresses. The sweep is over `stages`, 48 KB each.
"""

import cutlass
import cutlass.cute as cute
from cutlass import pipeline, utils
from cutlass.utils import hopper_helpers as hopper

TASK = "gemm"
TILE = 128, 256, 64  # M, N and K of a block's tile
CONSUMERS = 2  # warpgroups, each with 64 rows of the tile
THREADS = 128 * (1 + CONSUMERS)  # one more for the producer: a whole warpgroup, of which one warp works
GROUP = 8  # rows of tiles that are worked on together, so that their parts of A stay in L2
VARIANTS = [(1,), (2,), (3,), (4,)]


@cute.kernel
def kernel(
    load_a: cute.CopyAtom,
    a: cute.Tensor,
    load_b: cute.CopyAtom,
    b: cute.Tensor,
    c: cute.Tensor,
    mma: cute.TiledMma,
    layout_a: cute.ComposedLayout,
    layout_b: cute.ComposedLayout,
    stages: cutlass.Constexpr,
):
    """Computes one tile of C."""
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    bm, bn, bk = TILE
    tiles_a, tiles_b = cute.local_tile(a, (bm, bk), (None, None)), cute.local_tile(b, (bn, bk), (None, None))
    columns, count = tiles_b.shape[2], tiles_a.shape[3]
    row, column = block // (GROUP * columns) * GROUP + block % GROUP, block // GROUP % columns

    memory = utils.SmemAllocator()
    barriers = memory.allocate_array(cutlass.Int64, 2 * stages)
    shared_a = memory.allocate_tensor(cutlass.Float16, layout_a.outer, 1024, layout_a.inner)
    shared_b = memory.allocate_tensor(cutlass.Float16, layout_b.outer, 1024, layout_b.inner)
    pipe = pipeline.PipelineTmaAsync.create(
        barrier_storage=barriers,
        num_stages=stages,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4 * CONSUMERS),  # one arrival for each warp
        tx_count=(bm + bn) * bk * 2,  # bytes of a slot
        cta_layout_vmnk=cute.make_layout((1, 1, 1, 1)),
    )
    one = cute.make_layout(1)
    to_a, from_a = cute.nvgpu.cpasync.tma_partition(
        load_a, 0, one, cute.group_modes(shared_a, 0, 2), cute.group_modes(tiles_a, 0, 2)
    )
    to_b, from_b = cute.nvgpu.cpasync.tma_partition(
        load_b, 0, one, cute.group_modes(shared_b, 0, 2), cute.group_modes(tiles_b, 0, 2)
    )

    if warp < 4:
        cute.arch.setmaxregister_decrease(40)
        if warp == 0:
            filled = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, stages)
            for k in cutlass.range(count, unroll=1):
                pipe.producer_acquire(filled)  # the slot is empty; and the bytes to come are announced
                full = pipe.producer_get_barrier(filled)
                cute.copy(load_a, from_a[None, row, k], to_a[None, filled.index], tma_bar_ptr=full)
                cute.copy(load_b, from_b[None, column, k], to_b[None, filled.index], tma_bar_ptr=full)
                filled.advance()
            pipe.producer_tail(filled)
    else:
        cute.arch.setmaxregister_increase(232)
        mine = mma.get_slice(thread - 128)
        fragment_a = mma.make_fragment_A(mine.partition_A(shared_a))
        fragment_b = mma.make_fragment_B(mine.partition_B(shared_b))
        part_c = mine.partition_C(cute.local_tile(c, (bm, bn), (None, None)))
        sums = cute.make_rmem_tensor(part_c.shape[:3], cutlass.Float32)
        ready = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, stages)
        released = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, stages)
        mma.set(cute.nvgpu.warpgroup.Field.ACCUMULATE, False)
        for k in cutlass.range(count, unroll=1):
            pipe.consumer_wait(ready)
            cute.nvgpu.warpgroup.fence()
            for step in cutlass.range_constexpr(cute.size(fragment_a, mode=[2])):
                at = (None, None, step, ready.index)
                cute.gemm(mma, sums, fragment_a[at], fragment_b[at], sums)
                mma.set(cute.nvgpu.warpgroup.Field.ACCUMULATE, True)
            cute.nvgpu.warpgroup.commit_group()
            ready.advance()
            if cutlass.const_expr(stages == 1):
                cute.nvgpu.warpgroup.wait_group(0)
                pipe.consumer_release(released)
                released.advance()
            elif k > 0:
                cute.nvgpu.warpgroup.wait_group(1)  # the product before this one is done, so its slot may be filled
                pipe.consumer_release(released)
                released.advance()
        if cutlass.const_expr(stages > 1):
            cute.nvgpu.warpgroup.wait_group(0)
            pipe.consumer_release(released)
            released.advance()
        cute.autovec_copy(sums, part_c[None, None, None, row, column])


@cute.jit
def launch(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, stages: cutlass.Constexpr):
    """C = A B^T: A is M x K, B is N x K, both float16 and row-major; C is M x N float32."""
    bm, bn, bk = TILE
    major = cute.nvgpu.OperandMajorMode.K
    mma = hopper.make_trivial_tiled_mma(
        cutlass.Float16, cutlass.Float16, major, major, cutlass.Float32, (CONSUMERS, 1, 1), tiler_mn=(64, bn)
    )
    rows = cute.nvgpu.warpgroup.make_smem_layout_atom(cute.nvgpu.warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
    layout_a = cute.tile_to_shape(rows, (bm, bk, stages), order=(0, 1, 2))
    layout_b = cute.tile_to_shape(rows, (bn, bk, stages), order=(0, 1, 2))
    tma = cute.nvgpu.cpasync.CopyBulkTensorTileG2SOp()
    one_a, one_b = cute.slice_(layout_a, (None, None, 0)), cute.slice_(layout_b, (None, None, 0))
    load_a, tensor_a = cute.nvgpu.cpasync.make_tiled_tma_atom(tma, a, one_a, (bm, bk))
    load_b, tensor_b = cute.nvgpu.cpasync.make_tiled_tma_atom(tma, b, one_b, (bn, bk))
    tiles = (cute.size(a, mode=[0]) // bm) * (cute.size(b, mode=[0]) // bn)
    kernel(load_a, tensor_a, load_b, tensor_b, c, mma, layout_a, layout_b, stages).launch(
        grid=(tiles, 1, 1), block=(THREADS, 1, 1)
    )
