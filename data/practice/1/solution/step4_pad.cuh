// Step 4, a row of the tile is one float longer: element (y, x) lies in bank (33 y + x) mod 32 = (y + x) mod 32, so a column
// visits every bank once. It costs 128 bytes of shared memory a block.
constexpr Task task = Task::transpose;

constexpr int tile_side = 32;
constexpr int block_rows = 8;

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int columns) {
    __shared__ float tile[tile_side][tile_side + 1];
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
