// Step 5, 16 bytes an instruction: float4 loads from global memory, the tile of A kept transposed so that its 8 elements
// lie side by side too, and each thread's 8 columns in two halves of 4, 64 apart, so that a warp's float4 loads meet no
// bank conflict. The next tiles are fetched into registers while these are multiplied.
constexpr int tile_m = 128, tile_n = 128, tile_k = 8, side = 8;
constexpr int threads = tile_m * tile_n / (side * side);

__device__ float4 load4(const float* from) { return *reinterpret_cast<const float4*>(from); }
__device__ void store4(float* to, float4 value) { *reinterpret_cast<float4*>(to) = value; }

__global__ void __launch_bounds__(threads)
gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    __shared__ __align__(16) float as[2][tile_k][tile_m + 4], bs[2][tile_k][tile_n];
    int x = threadIdx.x % 16 * 4, y = threadIdx.x / 16 * 4;                      // results at x, x + 64 and y, y + 64
    int a_row = threadIdx.x / 2, a_column = threadIdx.x % 2 * 4;
    int b_row = threadIdx.x / 32, b_column = threadIdx.x % 32 * 4;
    const float* a_next = a + size_t(blockIdx.y * tile_m + a_row) * k + a_column;
    const float* b_next = b + size_t(b_row) * n + blockIdx.x * tile_n + b_column;

    auto put = [&](int stage, float4 from_a, float4 from_b) {
        as[stage][a_column + 0][a_row] = from_a.x;
        as[stage][a_column + 1][a_row] = from_a.y;
        as[stage][a_column + 2][a_row] = from_a.z;
        as[stage][a_column + 3][a_row] = from_a.w;
        store4(&bs[stage][b_row][b_column], from_b);
    };
    put(0, load4(a_next), load4(b_next));
    __syncthreads();

    float sums[side][side] = {};
    int stage = 0;
    for (int k0 = 0; k0 < k; k0 += tile_k) {
        bool has_next = k0 + tile_k < k;
        float4 from_a, from_b;
        if (has_next) {
            from_a = load4(a_next += tile_k);
            from_b = load4(b_next += size_t(tile_k) * n);
        }
#pragma unroll
        for (int i = 0; i < tile_k; ++i) {
            alignas(16) float p[side], q[side];
            store4(p, load4(&as[stage][i][y]));
            store4(p + 4, load4(&as[stage][i][y + 64]));
            store4(q, load4(&bs[stage][i][x]));
            store4(q + 4, load4(&bs[stage][i][x + 64]));
#pragma unroll
            for (int r = 0; r < side; ++r)
#pragma unroll
                for (int s = 0; s < side; ++s) sums[r][s] += p[r] * q[s];
        }
        if (has_next) put(stage ^= 1, from_a, from_b);
        __syncthreads();
    }
    for (int r = 0; r < side; ++r) {
        size_t row = blockIdx.y * tile_m + y + r % 4 + r / 4 * 64;
        float* out = c + row * n + blockIdx.x * tile_n + x;
        store4(out, make_float4(sums[r][0], sums[r][1], sums[r][2], sums[r][3]));
        store4(out + 64, make_float4(sums[r][4], sums[r][5], sums[r][6], sums[r][7]));
    }
}

void launch(const float* a, const float* b, float* c, int m, int n, int k) {
    gemm<<<dim3(n / tile_n, m / tile_m), threads>>>(a, b, c, m, n, k);
}
