// Step 2, 32x32 tiles in shared memory: a block loads each element once instead of 32 times. Still two shared loads for
// each FMA, which is what it now waits for.
constexpr int tile = 32;

__global__ void gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    __shared__ float as[tile][tile], bs[tile][tile];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * tile + y;
    int column = blockIdx.x * tile + x;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += tile) {
        as[y][x] = a[size_t(row) * k + k0 + x];
        bs[y][x] = b[size_t(k0 + y) * n + column];
        __syncthreads();  // the tiles are whole
        for (int i = 0; i < tile; ++i) sum += as[y][i] * bs[i][x];
        __syncthreads();  // nobody reads them any more
    }
    c[size_t(row) * n + column] = sum;
}

void launch(const float* a, const float* b, float* c, int m, int n, int k) {
    gemm<<<dim3(n / tile, m / tile), dim3(tile, tile)>>>(a, b, c, m, n, k);
}
