// Checks and times one kernel file of experiment 6: the same bytes with 1 to 512 FMAs for each element.
#include "bench.cuh"

constexpr float factor = 0.999f, term = 0.001f;

#include KERNEL  // defines `template <int fmas> launch(in, out, count)`: out = in, `fmas` times x = x * factor + term

template <int fmas>
static bool check() {
    const size_t count = 1 << 16;
    bench::Buffer<float> in(count), out(count);
    bench::fill(in, fmas);
    launch<fmas>(in.data, out.data, count);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    auto from = in.host();
    std::vector<double> reference(from.begin(), from.end());
    for (double& x : reference)
        for (int i = 0; i < fmas; ++i) x = x * factor + term;
    return bench::agrees((std::to_string(fmas) + " FMAs an element").c_str(), out.host(), reference, 1e-5);
}

template <int fmas>
static void measure(const float* in, float* out, size_t count) {
    double bytes = 2.0 * count * sizeof(float), flop = 2.0 * fmas * count;
    bool is_compute_bound = flop / bytes > bench::peak_tflops() * 1e3 / bench::peak_gbs();
    bench::Work work{6, "fma" + std::to_string(fmas), std::to_string(count), bytes, flop, is_compute_bound};
    bench::report(work, bench::time([&] { launch<fmas>(in, out, count); }, true), "cold");
}

int main(int argc, char** argv) {
    std::string verb = argc > 1 ? argv[1] : "";
    if (verb == "check") return check<1>() && check<8>() && check<64>() ? 0 : 1;
    if (verb != "time" && verb != "once") return bench::usage(argv[0]);

    const size_t count = size_t(1) << 28;  // 1 GiB read, 1 GiB written
    bench::Buffer<float> in(count), out(count);
    bench::fill(in, 1);
    if (verb == "once") return bench::once([&] { launch<64>(in.data, out.data, count); }), 0;
    measure<1>(in.data, out.data, count);
    measure<4>(in.data, out.data, count);
    measure<16>(in.data, out.data, count);
    measure<32>(in.data, out.data, count);
    measure<64>(in.data, out.data, count);
    measure<128>(in.data, out.data, count);
    measure<512>(in.data, out.data, count);
}
