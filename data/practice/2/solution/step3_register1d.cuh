// Step 3, a column of 8 results in registers: an element of B, once loaded from shared memory, serves 8 FMAs. Shared loads
// for each FMA fall from 2 to 9/8. The block's tile is 64x64, 8 deep, for 512 threads.
constexpr int tile_m = 64, tile_n = 64, tile_k = 8, results = 8;
constexpr int threads = tile_m * tile_n / results;

__global__ void gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    __shared__ float as[tile_m][tile_k], bs[tile_k][tile_n];
    int x = threadIdx.x % tile_n, y = threadIdx.x / tile_n;                    // this thread's column and its band of 8 rows
    int a_row = threadIdx.x / tile_k, a_column = threadIdx.x % tile_k;        // one element of each tile to load
    int row0 = blockIdx.y * tile_m, column0 = blockIdx.x * tile_n;
    float sums[results] = {};
    for (int k0 = 0; k0 < k; k0 += tile_k) {
        as[a_row][a_column] = a[size_t(row0 + a_row) * k + k0 + a_column];
        bs[y][x] = b[size_t(k0 + y) * n + column0 + x];
        __syncthreads();
        for (int i = 0; i < tile_k; ++i) {
            float from_b = bs[i][x];
            for (int r = 0; r < results; ++r) sums[r] += as[y * results + r][i] * from_b;
        }
        __syncthreads();
    }
    for (int r = 0; r < results; ++r) c[size_t(row0 + y * results + r) * n + column0 + x] = sums[r];
}

void launch(const float* a, const float* b, float* c, int m, int n, int k) {
    gemm<<<dim3(n / tile_n, m / tile_m), threads>>>(a, b, c, m, n, k);
}
