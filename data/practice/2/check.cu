// Checks and times one kernel file of experiment 2: C = A B in FP32, all row-major.
#include "bench.cuh"

#if __has_include(<cublas_v2.h>) && !defined(NO_CUBLAS)
#include <cublas_v2.h>
#define HAS_CUBLAS 1
#endif

#include KERNEL  // defines `launch(a, b, c, m, n, k)`

// The reference: one thread an element, added up in float64.
static __global__ void reference_kernel(const float* a, const float* b, double* c, int m, int n, int k) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    double sum = 0;
    for (int i = 0; i < k; ++i) sum += double(a[size_t(row) * k + i]) * b[size_t(i) * n + column];
    c[size_t(row) * n + column] = sum;
}

static bool check(int m, int n, int k) {
    bench::Buffer<float> a(size_t(m) * k), b(size_t(k) * n), c(size_t(m) * n);
    bench::Buffer<double> reference(size_t(m) * n);
    bench::fill(a, 1);
    bench::fill(b, 2);
    reference_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a.data, b.data, reference.data, m, n, k);
    launch(a.data, b.data, c.data, m, n, k);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    char shape[64];
    std::snprintf(shape, sizeof shape, "%dx%dx%d", m, n, k);
    return bench::agrees(shape, c.host(), reference.host(), 1e-5);
}

#ifdef HAS_CUBLAS
// cuBLAS reads columns: C^T = B^T A^T in its eyes is our C = A B. Plain FP32, no TF32.
static void cublas(const float* a, const float* b, float* c, int m, int n, int k) {
    static cublasHandle_t handle = nullptr;
    if (!handle) {
        cublasCreate(&handle);
        cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    }
    const float one = 1, zero = 0;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
}
#endif

int main(int argc, char** argv) {
    std::string verb = argc > 1 ? argv[1] : "";
    if (verb == "check") return check(256, 256, 256) && check(512, 128, 384) && check(128, 640, 1024) ? 0 : 1;
    if (verb != "time" && verb != "once" && verb != "cublas") return bench::usage(argv[0]);

    const int n = 4096;
    const size_t count = size_t(n) * n;
    bench::Buffer<float> a(count), b(count), c(count);
    bench::fill(a, 1);
    bench::fill(b, 2);
    bench::Work work{2, "gemm", "4096x4096x4096", 3.0 * count * sizeof(float), 2.0 * count * n, true};
    auto run = [&] { launch(a.data, b.data, c.data, n, n, n); };
    if (verb == "once") return bench::once(run), 0;
    if (verb == "time") return bench::measure(work, run), 0;
#ifdef HAS_CUBLAS
    return bench::measure(work, [&] { cublas(a.data, b.data, c.data, n, n, n); }, "cublas"), 0;
#else
    return std::fprintf(stderr, "built without cublas_v2.h\n"), 2;
#endif
}
