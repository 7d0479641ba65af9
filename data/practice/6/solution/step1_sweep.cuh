// Step 1, 2 x fmas operations for 8 bytes: from 0.25 to 128 FLOP a byte, so from the slope of the roofline to its flat top.
template <int fmas>
__global__ void work(const float* __restrict__ in, float* __restrict__ out, size_t count) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
        float x = in[i];
#pragma unroll
        for (int f = 0; f < fmas; ++f) x = x * factor + term;
        out[i] = x;
    }
}

template <int fmas>
void launch(const float* in, float* out, size_t count) {
    work<fmas><<<2048, 256>>>(in, out, count);
}
