// SPDX-License-Identifier: Apache-2.0
// transpose.cu: a transpose through a swizzled tile in shared memory; nvcc_test.py compiles it, looks
// at its PTX and runs it where a GPU is.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "tileglot/cute/kernel/local_tile.h"
#include "tileglot/cute/kernel/static_index.h"

using namespace tileglot::cute;

namespace {

constexpr int kSide = 32;
constexpr int kRowsOfThreads = 8;

/// Row r of the tile is xored with r: no two threads of a warp meet in a bank, by row or by column.
constexpr ComposedLayout kTile = composition(Swizzle<5, 0, 5>{}, "(32,32):(32,1)"_layout);
constexpr Layout kThreads = "(8,32):(32,1)"_layout;

}  // namespace

/// out(j, i) = in(i, j): in is row-major m x n, out row-major n x m. One block for each tile.
__global__ void transpose(float* out, const float* in, std::int64_t m, std::int64_t n) {
  __shared__ float tile[kSide * kSide];
  const auto source = make_tensor(in, mixed_layout(make_shape(m, n), make_stride(n, _1{})));
  const auto target = make_tensor(out, mixed_layout(make_shape(m, n), make_stride(_1{}, m)));
  const auto here = make_coord(blockIdx.y, blockIdx.x);
  const auto from = local_tile(source, make_tile(_32{}, _32{}), here);
  const auto to = local_tile(target, make_tile(_32{}, _32{}), here);
  const unsigned column = threadIdx.x % kSide;
  const unsigned row = threadIdx.x / kSide;
  for (unsigned r = row; r < kSide; r += kRowsOfThreads) {
    tile[offset<kTile>(r, column)] = from(r, column);
  }
  __syncthreads();
  for (unsigned r = row; r < kSide; r += kRowsOfThreads) {
    to(column, r) = tile[offset<kTile>(column, r)];
  }
}

/// Every element of a static tile, numbered by a layout of threads.
__global__ void number_threads(int* out) {
  out[offset<kThreads>(threadIdx.x)] = static_cast<int>(threadIdx.x);
}

namespace {

bool transposes(std::int64_t m, std::int64_t n) {
  const auto bytes = static_cast<std::size_t>(m * n) * sizeof(float);
  std::vector<float> in(static_cast<std::size_t>(m * n));
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  float* memory[2] = {};
  cudaMalloc(&memory[0], bytes);
  cudaMalloc(&memory[1], bytes);
  cudaMemcpy(memory[0], in.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 blocks(static_cast<unsigned>(n / kSide), static_cast<unsigned>(m / kSide));
  transpose<<<blocks, kSide * kRowsOfThreads>>>(memory[1], memory[0], m, n);
  std::vector<float> out(in.size());
  const bool ran = cudaMemcpy(out.data(), memory[1], bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
  bool right = ran;
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      right = right &&
              out[static_cast<std::size_t>(j * m + i)] == in[static_cast<std::size_t>(i * n + j)];
    }
  }
  cudaFree(memory[0]);
  cudaFree(memory[1]);
  return right;
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("SKIP: compiled, not run: no GPU here");
    return 77;
  }
  const bool right = transposes(32, 64) && transposes(256, 96) && transposes(1024, 2048);
  std::puts(right ? "the transposes are right" : "a transpose is wrong");
  return right ? 0 : 1;
}
