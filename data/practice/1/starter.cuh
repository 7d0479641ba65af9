// Experiment 1: transpose a matrix without wasting a byte. Finish TODO 1, run ./measure, then go on.
//
// `in` has `rows` rows of `columns` floats, `out` has `columns` rows of `rows`; both are multiples of 32.
constexpr Task task = Task::transpose;

constexpr int tile_side = 32;   // a block moves a tile of 32x32
constexpr int block_rows = 8;   // with 32x8 threads: each thread moves four elements

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int columns) {
    [[maybe_unused]] int column = blockIdx.x * tile_side + threadIdx.x;
    [[maybe_unused]] int row = blockIdx.y * tile_side + threadIdx.y;
    for (int i = 0; i < tile_side; i += block_rows) {
        // TODO 1: write element (row + i, column) of `in` to its place in `out`. Which side is not coalesced?
        // TODO 2: go through a __shared__ tile, so that both sides are. What does __syncthreads() wait for here?
        // TODO 3: the tile's columns lie in one bank. Pad its rows by one, or swizzle the column, and count again.
    }
}

void launch(const float* a, const float*, float* out, int rows, int columns) {
    dim3 grid(columns / tile_side, rows / tile_side), block(tile_side, block_rows);
    transpose<<<grid, block>>>(a, out, rows, columns);
}
