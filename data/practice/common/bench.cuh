// Timing, checking and reporting for the experiments. Needs nothing but the CUDA runtime.
//
// A program made of a checker and one kernel file knows three verbs:
//   check   compares with a reference and exits with 1 where the result is wrong
//   time    prints one JSON line for each measurement
//   once    launches once between cudaProfilerStart and cudaProfilerStop, for Nsight Compute
#pragma once

#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#ifndef STEP
#define STEP "starter"
#endif

#define CUDA_CHECK(call)                                                                          \
    do {                                                                                          \
        cudaError_t error_ = (call);                                                              \
        if (error_ != cudaSuccess) {                                                              \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));  \
            std::exit(2);                                                                         \
        }                                                                                         \
    } while (0)

namespace bench {

constexpr int warmups = 20;
constexpr int repetitions = 100;

// Device memory that is freed at the end of its scope. It begins as NaN, so what a kernel leaves unwritten is noticed.
template <class T>
struct Buffer {
    T* data = nullptr;
    size_t count;

    explicit Buffer(size_t count) : count(count) {
        CUDA_CHECK(cudaMalloc(&data, count * sizeof(T)));
        poison();
    }
    Buffer(const Buffer&) = delete;
    ~Buffer() { cudaFree(data); }

    void poison() { CUDA_CHECK(cudaMemset(data, 0xff, count * sizeof(T))); }

    std::vector<T> host() const {
        std::vector<T> copy(count);
        CUDA_CHECK(cudaMemcpy(copy.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
        return copy;
    }
};

// Random numbers in [-scale, scale), the same for the same seed on every machine.
static __global__ void fill_kernel(float* out, size_t count, uint32_t seed, float scale) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
        uint32_t x = uint32_t(i) * 2654435761u + seed * 40503u + 12345u;
        x ^= x >> 16;
        x *= 0x7feb352du;
        x ^= x >> 15;
        x *= 0x846ca68bu;
        x ^= x >> 16;
        out[i] = scale * (float(x >> 8) * (2.0f / 16777216.0f) - 1.0f);
    }
}

inline void fill(Buffer<float>& buffer, uint32_t seed, float scale = 1.0f) {
    fill_kernel<<<1024, 256>>>(buffer.data, buffer.count, seed, scale);
    CUDA_CHECK(cudaGetLastError());
}

inline int attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

// Bytes a second that the memory's clock and width allow; PEAK_GBS replaces it (a data sheet may say less).
inline double peak_gbs() {
    if (const char* said = std::getenv("PEAK_GBS")) return std::atof(said);
    return 2.0 * attribute(cudaDevAttrMemoryClockRate) * 1e3 * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8 / 1e9;
}

// FP32 operations a second, an FMA counted as two; PEAK_TFLOPS replaces it. 64 lanes a multiprocessor up to 8.0, then 128.
inline double peak_tflops() {
    if (const char* said = std::getenv("PEAK_TFLOPS")) return std::atof(said);
    int chip = 10 * attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor);
    int lanes = chip <= 80 && chip != 61 ? 64 : 128;
    return 2.0 * lanes * attribute(cudaDevAttrMultiProcessorCount) * attribute(cudaDevAttrClockRate) * 1e3 / 1e12;
}

// Writes over more memory than L2 holds, so that the next kernel finds none of its data there.
inline void flush_l2() {
    static Buffer<char> scratch(std::max<size_t>(4 * size_t(attribute(cudaDevAttrL2CacheSize)), 64u << 20));
    CUDA_CHECK(cudaMemsetAsync(scratch.data, 0, scratch.count));
}

struct Spread {
    double median, iqr;  // both in microseconds
};

inline double quantile(const std::vector<double>& sorted, double share) {
    double at = share * (sorted.size() - 1);
    size_t low = size_t(at), high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

// Times each repetition alone with a pair of events; returns the median and the distance between the quartiles.
inline Spread time(const std::function<void()>& launch, bool is_cold) {
    for (int i = 0; i < warmups; ++i) launch();
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    std::vector<double> times;
    for (int i = 0; i < repetitions; ++i) {
        if (is_cold) flush_l2();
        CUDA_CHECK(cudaEventRecord(begin));
        launch();
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        float ms = 0;
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
        times.push_back(ms * 1e3);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    std::sort(times.begin(), times.end());
    return {quantile(times, 0.5), quantile(times, 0.75) - quantile(times, 0.25)};
}

// What a kernel must do at least: the bytes of its inputs and outputs, once each, and its operations.
struct Work {
    int experiment;
    std::string kernel, shape;
    double bytes, flop;
    bool is_compute_bound;
};

inline void report(const Work& work, const Spread& time, const char* l2, const char* step = STEP) {
    cudaDeviceProp device;
    int runtime = 0;
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    const char* driver = std::getenv("DRIVER");
    double gbs = work.bytes / time.median / 1e3, tflops = work.flop / time.median / 1e6;
    double peak = work.is_compute_bound ? peak_tflops() : peak_gbs();
    std::printf(
        "{\"experiment\": %d, \"step\": \"%s\", \"kernel\": \"%s\", \"gpu\": \"%s\", \"cuda\": \"%d.%d\", "
        "\"driver\": \"%s\", \"dtype\": \"fp32\", \"shape\": \"%s\", \"warmup\": %d, \"reps\": %d, \"stat\": \"median\", "
        "\"l2\": \"%s\", \"time_us\": %.3f, \"iqr_us\": %.3f, \"bytes\": %.0f, \"flop\": %.0f, \"GB/s\": %.1f, "
        "\"TFLOP/s\": %.3f, \"%%peak\": %.1f, \"peak\": %.1f, \"peak_unit\": \"%s\"}\n",
        work.experiment, step, work.kernel.c_str(), device.name, runtime / 1000, runtime % 1000 / 10,
        driver ? driver : "", work.shape.c_str(), warmups, repetitions, l2, time.median, time.iqr, work.bytes, work.flop,
        gbs, tflops, 100 * (work.is_compute_bound ? tflops : gbs) / peak, peak,
        work.is_compute_bound ? "TFLOP/s" : "GB/s");
    std::fflush(stdout);
}

// Times a launch with L2 as the last repetition left it, then with L2 flushed before each.
inline void measure(const Work& work, const std::function<void()>& launch, const char* step = STEP) {
    report(work, time(launch, false), "warm", step);
    report(work, time(launch, true), "cold", step);
}

// One launch for the profiler (`ncu --profile-from-start off`), after one that is not counted.
inline void once(const std::function<void()>& launch) {
    launch();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaProfilerStart());
    launch();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaProfilerStop());
}

// Compares with float64 by ||out - reference|| / ||reference||; a NaN, which an unwritten element is, never passes.
inline bool agrees(const char* what, const std::vector<float>& out, const std::vector<double>& reference, double tolerance) {
    double wrong = 0, right = 0;
    size_t unwritten = 0;
    for (size_t i = 0; i < reference.size(); ++i) {
        unwritten += std::isnan(out[i]);
        wrong += (out[i] - reference[i]) * (out[i] - reference[i]);
        right += reference[i] * reference[i];
    }
    double error = std::sqrt(wrong / right);
    bool is_right = error <= tolerance;
    std::printf("%s: %s, relative error %.2e (at most %.0e)", is_right ? "PASS" : "FAIL", what, error, tolerance);
    if (unwritten) std::printf(", %zu of %zu elements are NaN (never written?)", unwritten, out.size());
    std::printf("\n");
    return is_right;
}

inline int usage(const char* program) {
    std::fprintf(stderr, "usage: %s check | time | once\n", program);
    return 2;
}

}  // namespace bench
