// Step 3, a tile in shared memory: loads and stores are coalesced, since the tile is turned where strides cost nothing
// in sectors. They cost banks: a column of 32 floats lies in one bank, so each load takes 32 turns.
constexpr Task task = Task::transpose;

constexpr int tile_side = 32;
constexpr int block_rows = 8;

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int columns) {
    __shared__ float tile[tile_side][tile_side];
    int column = blockIdx.x * tile_side + threadIdx.x;
    int row = blockIdx.y * tile_side + threadIdx.y;
    for (int i = 0; i < tile_side; i += block_rows)
        tile[threadIdx.y + i][threadIdx.x] = in[size_t(row + i) * columns + column];
    __syncthreads();  // the tile is read by other threads than wrote it

    int out_column = blockIdx.y * tile_side + threadIdx.x;
    int out_row = blockIdx.x * tile_side + threadIdx.y;
    for (int i = 0; i < tile_side; i += block_rows)
        out[size_t(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
}

void launch(const float* a, const float*, float* out, int rows, int columns) {
    dim3 grid(columns / tile_side, rows / tile_side), block(tile_side, block_rows);
    transpose<<<grid, block>>>(a, out, rows, columns);
}
