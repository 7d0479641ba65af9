// Step 4, online softmax: one pass finds maximum and sum together, since a sum is corrected by exp(old - new) when the
// maximum grows; a second pass writes. One kernel, two reads, the second of which may still find the row in a cache.
constexpr Task task = Task::softmax;

constexpr int threads = 256;

struct Running {
    float largest, sum;
};

__device__ Running join(Running a, Running b) {
    float largest = fmaxf(a.largest, b.largest);
    return {largest, a.sum * __expf(a.largest - largest) + b.sum * __expf(b.largest - largest)};
}

__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int columns) {
    __shared__ Running parts[threads];
    const float* row = in + size_t(blockIdx.x) * columns;
    float* to = out + size_t(blockIdx.x) * columns;
    Running mine = {row[threadIdx.x], 1};
    for (int i = threadIdx.x + threads; i < columns; i += threads) mine = join(mine, {row[i], 1});
    parts[threadIdx.x] = mine;
    for (int half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] = join(parts[threadIdx.x], parts[threadIdx.x + half]);
    }
    __syncthreads();
    Running whole = parts[0];
    for (int i = threadIdx.x; i < columns; i += threads) to[i] = __expf(row[i] - whole.largest) / whole.sum;
}

void launch(const float* in, const float*, float* out, int rows, int columns) {
    softmax<<<rows, threads>>>(in, out, columns);
}
