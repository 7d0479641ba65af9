// Step 4, 8x8 results in registers: 16 shared loads serve 64 FMAs. The block's tile is 128x128, 8 deep, for 256 threads,
// each with 64 sums: watch launch__registers_per_thread, and that nothing spills.
constexpr int tile_m = 128, tile_n = 128, tile_k = 8, side = 8;
constexpr int threads = tile_m * tile_n / (side * side);

__global__ void __launch_bounds__(threads)
gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    __shared__ float as[tile_m][tile_k], bs[tile_k][tile_n];
    int x = threadIdx.x % (tile_n / side) * side, y = threadIdx.x / (tile_n / side) * side;
    int row0 = blockIdx.y * tile_m, column0 = blockIdx.x * tile_n;
    float sums[side][side] = {};
    for (int k0 = 0; k0 < k; k0 += tile_k) {
        for (int i = threadIdx.x; i < tile_m * tile_k; i += threads)
            as[i / tile_k][i % tile_k] = a[size_t(row0 + i / tile_k) * k + k0 + i % tile_k];
        for (int i = threadIdx.x; i < tile_k * tile_n; i += threads)
            bs[i / tile_n][i % tile_n] = b[size_t(k0 + i / tile_n) * n + column0 + i % tile_n];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < tile_k; ++i) {
            float from_a[side], from_b[side];
            for (int r = 0; r < side; ++r) from_a[r] = as[y + r][i];
            for (int r = 0; r < side; ++r) from_b[r] = bs[i][x + r];
            for (int r = 0; r < side; ++r)
                for (int s = 0; s < side; ++s) sums[r][s] += from_a[r] * from_b[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < side; ++r)
        for (int s = 0; s < side; ++s) c[size_t(row0 + y + r) * n + column0 + x + s] = sums[r][s];
}

void launch(const float* a, const float* b, float* c, int m, int n, int k) {
    gemm<<<dim3(n / tile_n, m / tile_m), threads>>>(a, b, c, m, n, k);
}
