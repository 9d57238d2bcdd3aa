// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/run_sums.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/relayout/digest/detail/keys.h"
#include "tileglot/relayout/digest/detail/sums.h"
#include "tileglot/relayout/kernels/guarded_memory.h"

namespace tileglot::relayout::digest::detail {
namespace {

constexpr std::int64_t kMostBits = 30000;

Sums sum_of_bits(std::int64_t first, std::span<const std::byte> bytes, std::int64_t offset,
                 std::int64_t bits) {
  Sums sums;
  for (std::int64_t i = 0; i < bits; ++i) {
    const auto byte = std::to_integer<unsigned>(bytes[static_cast<std::size_t>((offset + i) / 8)]);
    if ((byte >> ((offset + i) % 8) & 1U) == 0) continue;
    const auto word = static_cast<std::uint64_t>((first + i) / 32);
    const auto shift = static_cast<unsigned>((first + i) % 32);
    sums.add({key(0, word) << shift, key(1, word) << shift});
  }
  return sums;
}

TEST(RunSums, ARunIsTheSumOfItsBits) {
  const kernels::GuardedMemory memory(core::ceil_div(kMostBits, 8) + 8);
  core::check_law("run_sums_are_sums_of_bits", 10000, [&] {
    const auto below = [](std::int64_t end) {
      return *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(0, end));
    };
    const std::int64_t first = below(1 << 20);
    const std::int64_t offset = below(32);
    const std::int64_t bits = below(*rc::gen::element<std::int64_t>(40, 1000, kMostBits));
    const std::span<std::byte> bytes = memory.at_end(core::ceil_div(offset + bits, 8));
    kernels::fill_randomly(bytes, static_cast<std::uint32_t>(first));
    EXPECT_EQ(sum_run(first, bytes.data(), offset, bits), sum_of_bits(first, bytes, offset, bits));
  });
}

}  // namespace
}  // namespace tileglot::relayout::digest::detail
