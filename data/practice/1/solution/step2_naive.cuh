// Step 2, the transpose as it is written down: neighbouring threads write `rows` floats apart, so a warp's store
// touches 32 sectors and uses 4 of the 32 bytes of each.
constexpr Task task = Task::transpose;

constexpr int tile_side = 32;
constexpr int block_rows = 8;

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int columns) {
    int column = blockIdx.x * tile_side + threadIdx.x;
    int row = blockIdx.y * tile_side + threadIdx.y;
    for (int i = 0; i < tile_side; i += block_rows)
        out[size_t(column) * rows + row + i] = in[size_t(row + i) * columns + column];
}

void launch(const float* a, const float*, float* out, int rows, int columns) {
    dim3 grid(columns / tile_side, rows / tile_side), block(tile_side, block_rows);
    transpose<<<grid, block>>>(a, out, rows, columns);
}
