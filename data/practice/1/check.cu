// Checks and times one kernel file of experiment 1: copy, add or transpose of matrices of floats.
#include "bench.cuh"

enum class Task { copy, add, transpose };

#include KERNEL  // defines `task` and `launch(a, b, out, rows, columns)`

static double expected(const std::vector<float>& a, const std::vector<float>& b, int rows, int columns, size_t at) {
    if (task == Task::copy) return a[at];
    if (task == Task::add) return a[at] + b[at];
    size_t column = at / rows, row = at % rows;  // `out` has `columns` rows of `rows` elements
    return a[row * columns + column];
}

static bool check(int rows, int columns) {
    size_t count = size_t(rows) * columns;
    bench::Buffer<float> a(count), b(count), out(count);
    bench::fill(a, 1);
    bench::fill(b, 2);
    launch(a.data, b.data, out.data, rows, columns);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    auto first = a.host(), second = b.host();
    std::vector<double> reference(count);
    for (size_t i = 0; i < count; ++i) reference[i] = expected(first, second, rows, columns, i);
    return bench::agrees((std::to_string(rows) + "x" + std::to_string(columns)).c_str(), out.host(), reference, 0);
}

int main(int argc, char** argv) {
    std::string verb = argc > 1 ? argv[1] : "";
    if (verb == "check") return check(1024, 1024) && check(512, 2048) && check(2080, 96) ? 0 : 1;
    if (verb != "time" && verb != "once") return bench::usage(argv[0]);

    const int n = 16384;  // 1 GiB a matrix: far more than any L2 holds
    size_t count = size_t(n) * n;
    bench::Buffer<float> a(count), b(task == Task::add ? count : 1), out(count);
    bench::fill(a, 1);
    bench::fill(b, 2);
    auto run = [&] { launch(a.data, b.data, out.data, n, n); };
    if (verb == "once") return bench::once(run), 0;
    const char* names[] = {"copy", "add", "transpose"};
    double bytes = (task == Task::add ? 3.0 : 2.0) * count * sizeof(float), flop = task == Task::add ? count : 0;
    bench::measure({1, names[int(task)], "16384x16384", bytes, flop, false}, run);
}
