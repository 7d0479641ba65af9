// Checks and times one kernel file of experiment 3: a sum, softmax or RMSNorm over rows of floats.
#include "bench.cuh"

enum class Task { sum, softmax, rmsnorm };
constexpr float epsilon = 1e-6f;  // added by RMSNorm to the mean of the squares

#include KERNEL  // defines `task` and `launch(in, weight, out, rows, columns)`; `weight` is read by RMSNorm alone

static void expect_row(const float* in, const std::vector<float>& weight, double* out, int columns) {
    double largest = in[0], sum = 0, squares = 0;
    for (int i = 0; i < columns; ++i) largest = std::max(largest, double(in[i]));
    for (int i = 0; i < columns; ++i) {
        sum += task == Task::sum ? in[i] : std::exp(in[i] - largest);
        squares += double(in[i]) * in[i];
    }
    if (task == Task::sum) {
        out[0] = sum;
        return;
    }
    double scale = 1 / std::sqrt(squares / columns + epsilon);
    for (int i = 0; i < columns; ++i)
        out[i] = task == Task::softmax ? std::exp(in[i] - largest) / sum : in[i] * scale * weight[i];
}

// Large inputs (x 1e4) overflow exp() unless the row's maximum is taken off first.
static bool check(int rows, int columns, float scale) {
    size_t count = size_t(rows) * columns, written = task == Task::sum ? rows : count;
    bench::Buffer<float> in(count), weight(columns), out(written);
    bench::fill(in, 1, scale);
    bench::fill(weight, 2);
    launch(in.data, weight.data, out.data, rows, columns);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    auto from = in.host(), factors = weight.host();
    std::vector<double> reference(written);
    for (int row = 0; row < rows; ++row)
        expect_row(&from[size_t(row) * columns], factors, &reference[task == Task::sum ? row : size_t(row) * columns], columns);
    char shape[64];
    std::snprintf(shape, sizeof shape, "%dx%d, inputs up to %g", rows, columns, scale);
    return bench::agrees(shape, out.host(), reference, 1e-5);
}

int main(int argc, char** argv) {
    std::string verb = argc > 1 ? argv[1] : "";
    if (verb == "check") return check(64, 8192, 1) && check(300, 1024, 10) && check(16, 4096, 1e4f) ? 0 : 1;
    if (verb != "time" && verb != "once") return bench::usage(argv[0]);

    const int rows = 32768, columns = 8192;  // 1 GiB of inputs
    size_t count = size_t(rows) * columns, written = task == Task::sum ? rows : count;
    bench::Buffer<float> in(count), weight(columns), out(written);
    bench::fill(in, 1);
    bench::fill(weight, 2);
    auto run = [&] { launch(in.data, weight.data, out.data, rows, columns); };
    if (verb == "once") return bench::once(run), 0;
    const char* names[] = {"sum", "softmax", "rmsnorm"};
    const double flop_each[] = {1, 4, 4};  // softmax: subtract, exp, add, multiply; RMSNorm: multiply, add, multiply twice
    double bytes = double(count + written) * sizeof(float);
    bench::measure({3, names[int(task)], "32768x8192", bytes, flop_each[int(task)] * count, false}, run);
}
