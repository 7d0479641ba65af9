// Experiment 3: softmax over rows, each read once and written once. Finish TODO 1 to 3, then run ./measure.
//
// `columns` is a multiple of 1024 and at most 8192. A block of 256 threads owns a row.
constexpr Task task = Task::softmax;

constexpr int threads = 256, warps = threads / 32;

// Returns the largest value of the block's threads, to all of them.
__device__ float block_max(float value) {
    // TODO 1: five __shfl_xor_sync(0xffffffff, value, 16 … 1) give each warp its maximum; one float of __shared__ for each
    //         warp and one __syncthreads() give the block's. Why can a second call not use the same memory at once?
    return value;
}

__device__ float block_sum(float value) {
    // TODO 2: the same with +.
    return value;
}

__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int columns) {
    const float* row = in + size_t(blockIdx.x) * columns;
    float* to = out + size_t(blockIdx.x) * columns;
    float largest = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < columns; i += threads) largest = fmaxf(largest, row[i]);
    largest = block_max(largest);
    for (int i = threadIdx.x; i < columns; i += threads) sum += __expf(row[i] - largest);
    sum = block_sum(sum);
    // TODO 3: the row is read three times. Keep it in registers (a thread holds at most 32 floats), then load it as float4.
    for (int i = threadIdx.x; i < columns; i += threads) to[i] = __expf(row[i] - largest) / sum;
}

void launch(const float* in, const float*, float* out, int rows, int columns) {
    softmax<<<rows, threads>>>(in, out, columns);
}
