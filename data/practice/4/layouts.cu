// The Tiled Copy, the Tiled MMA and the swizzle of experiment 4 in CuTe C++, printed: this needs CUTLASS's headers, but no GPU.
//
//     nvcc -std=c++17 -I CUTLASS/include layouts.cu -o layouts
//     ./layouts            the layouts in words
//     ./layouts copy|mma   a LaTeX drawing of which thread holds which value: ./layouts mma > mma.tex && pdflatex mma.tex
#include <cstring>

#include <cute/tensor.hpp>

using namespace cute;

int main(int argc, char** argv) {
    // 16 x 8 threads, each with 8 halves of a row: 16 bytes an instruction.
    auto tiled_copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                                      Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
    static_assert(size(tiled_copy) == 128, "the Tiled Copy needs as many threads as the block has");
    // Four warps as 2 x 2; the tile of 32 x 32 x 16 lets one ldmatrix.x4 serve two atoms of B.
    auto tiled_mma = make_tiled_mma(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}, Layout<Shape<_2, _2, _1>>{},
                                    Tile<_32, _32, _16>{});
    if (argc > 1 && !std::strcmp(argv[1], "copy")) return print_latex(tiled_copy), 0;
    if (argc > 1 && !std::strcmp(argv[1], "mma")) return print_latex(tiled_mma), 0;
    print(tiled_copy);
    print(tiled_mma);

    // Which 16 bytes of shared memory, of the eight in 128, hold the first 16 bytes of each of eight rows: the same without a
    // swizzle, so an ldmatrix takes eight turns; each another with it. The swizzle counts halves here, bytes in the DSL.
    auto rows = Layout<Shape<_8, _64>, Stride<_64, _1>>{};
    auto swizzled = composition(Swizzle<3, 3, 3>{}, rows);
    for (int row = 0; row < 8; ++row)
        std::printf("row %d: place %d, with the swizzle %d\n", row, rows(row, 0) / 8 % 8, int(swizzled(row, 0)) / 8 % 8);
}
