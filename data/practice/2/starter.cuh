// Experiment 2: C = A B in FP32. It compiles; finish TODO 1, run ./measure, then go on to TODO 2 and 3.
//
// A is m x k, B is k x n, C is m x n, all row-major; m, n and k are multiples of 128.
constexpr int tile = 32;

__global__ void gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
    int row = blockIdx.y * tile + threadIdx.y;
    int column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    // TODO 1: add up row `row` of A times column `column` of B, straight from global memory.
    // TODO 2: go over k in steps of 32: load a 32x32 tile of A and one of B into __shared__, __syncthreads(), multiply.
    //         Sectors loaded fall by a factor of 20: why not 32? Why are two barriers needed in each step?
    // TODO 3: let each thread compute 8 elements of a column, then 8x8: shared loads for each FMA fall from 2 to 1/4.
    c[size_t(row) * n + column] = sum;
}

void launch(const float* a, const float* b, float* c, int m, int n, int k) {
    gemm<<<dim3(n / tile, m / tile), dim3(tile, tile)>>>(a, b, c, m, n, k);
}
