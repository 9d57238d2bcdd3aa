// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/packed_runs.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/kernels/target.h"
#include "tileglot/relayout/kernels/unit.h"

namespace tileglot::relayout::kernels {
namespace {

/// Units [from, from + count) of the buffer, by definition.
template <int Bits>
std::vector<std::byte> units_of(const std::byte* packed, std::int64_t from, std::int64_t count) {
  std::vector<std::byte> units;
  for (std::int64_t i = 0; i < count; ++i)
    units.push_back(std::byte(load_unit<Bits>(packed, from + i)));
  return units;
}

/// A run that ends at a guard goes to other bytes and back.
template <int Bits>
void expect_come_back(std::int64_t from, std::int64_t count) {
  const std::int64_t bytes = ((from + count) * Bits + 7) / 8;
  const GuardedMemory memory(bytes);
  const GuardedMemory unpacked(count + kUnpackedSlack);
  const auto packed = memory.at_end(bytes);
  const auto units = unpacked.at_end(count + kUnpackedSlack).first(static_cast<std::size_t>(count));
  fill_randomly(packed, 5);
  unpack_run(Bits)(packed.data(), from, count, units.data());
  const auto expected = units_of<Bits>(packed.data(), from, count);
  ASSERT_EQ(std::vector<std::byte>(units.begin(), units.end()), expected)
      << Bits << " bits, " << count << " from " << from;

  fill_randomly(packed, 9);
  const std::vector<std::byte> before(packed.begin(), packed.end());
  pack_run(Bits)(units.data(), count, packed.data(), from);
  const std::int64_t all = bytes * 8 / Bits;
  for (std::int64_t i = 0; i < all; ++i) {
    const bool is_inside = i >= from && i < from + count;
    ASSERT_EQ(load_unit<Bits>(packed.data(), i),
              is_inside ? std::to_integer<unsigned>(expected[static_cast<std::size_t>(i - from)])
                        : load_unit<Bits>(before.data(), i))
        << Bits << " bits, unit " << i << " of " << count << " from " << from;
  }
}

TEST(PackedRuns, RunsComeBackAndNothingAroundThemChanges) {
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    for (std::int64_t from = 0; from < 9; ++from) {
      for (std::int64_t count = 0; count < 140; ++count) {
        expect_come_back<1>(from, count);
        expect_come_back<2>(from, count);
        expect_come_back<4>(from, count);
        if (HasFatalFailure()) FAIL() << target;
      }
    }
  }
  ASSERT_TRUE(force_target({}));
}

TEST(PackedRuns, FourUnitsOfTwoBits) {
  const std::byte source[] = {std::byte{0xE4}, std::byte{0x02}};
  std::byte units[4 + kUnpackedSlack];
  unpack_run(2)(source, 1, 4, units);
  EXPECT_EQ(std::vector<std::byte>(units, units + 4),
            (std::vector<std::byte>{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{2}}));
}

}  // namespace
}  // namespace tileglot::relayout::kernels
