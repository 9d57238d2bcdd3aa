// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/atom/copy_for_mma.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "tileglot/cute/kernel/owned_tensor.h"
#include "tileglot/cute/kernel/tensor.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

using Ampere = MMA_Atom<"SM80_16x8x16_F32F16F16F32_TN">;
using Matrices = Copy_Atom<"SM75_U32x4_LDSM_N", 16>;

std::vector<int> numbers(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(CopyForMma, ARetiledFragmentIsFilledWithWhatTheMmaTakes) {
  const auto mma = make_tiled_mma(Ampere{}, Layout<Shape<_2, _2, _1>>{});
  const auto copy = make_tiled_copy_A(Matrices{}, mma);
  EXPECT_EQ(size(copy), 128);
  std::vector<int> memory = numbers(64 * 32);
  const auto matrix =
      make_tensor(memory.data(), make_layout(make_shape(_64{}, _32{}), LayoutRight{}));
  for (int thread = 0; thread < 128; ++thread) {
    const auto wanted = mma.get_slice(thread).partition_A(matrix);
    auto fragment = mma.get_slice(thread).partition_fragment_A(matrix);
    const auto loaded = copy.get_slice(thread).partition_D(matrix);
    const auto registers = copy.get_slice(thread).retile_D(fragment);
    ASSERT_EQ(size(loaded), size(registers));
    // The copy: what lies at a place of the matrix goes to the register of the same number.
    for (int i = 0; i < size(loaded); ++i) registers(i) = loaded(i);
    for (int i = 0; i < size(wanted); ++i) ASSERT_EQ(fragment(i), wanted(i)) << thread;
  }
}

TEST(CopyForMma, AccumulatorsAreStoredFromTheirRegisters) {
  const auto mma =
      make_tiled_mma(MMA_Atom<"SM80_16x8x16_F16F16F16F16_TN">{}, Layout<Shape<_1, _2, _1>>{});
  const auto copy = make_tiled_copy_C(Copy_Atom<"SM90_U32x2_STSM_N", 16>{}, mma);
  std::vector<int> memory(static_cast<std::size_t>(32 * 32), -1);
  const auto matrix = make_tensor(memory.data(), make_layout(make_shape(_32{}, _32{})));
  const std::vector<int> all = numbers(32 * 32);
  const auto accumulators = make_tensor(all.data(), make_layout(make_shape(_32{}, _32{})));
  for (int thread = 0; thread < 64; ++thread) {
    const auto held = mma.get_slice(thread).partition_C(accumulators);
    auto fragment = mma.get_slice(thread).partition_fragment_C(matrix);
    for (int i = 0; i < size(held); ++i) fragment(i) = held(i);
    const auto registers = copy.get_slice(thread).retile_S(fragment);
    const auto stored = copy.get_slice(thread).partition_S(matrix);
    for (int i = 0; i < size(stored); ++i) stored(i) = registers(i);
  }
  EXPECT_EQ(memory, all);
}

TEST(CopyForMma, ACopyOfOtherThreadsIsRefused) {
  const auto mma = make_tiled_mma(Ampere{}, Layout<Shape<_1, _1, _1>>{});
  EXPECT_THROW(make_tiled_copy_B(Matrices{}, mma), Refused);
  const auto copy = make_tiled_copy_A(Matrices{}, mma);
  EXPECT_THROW(copy.get_slice(0).retile_D(make_layout(4)), Refused);
}

}  // namespace
