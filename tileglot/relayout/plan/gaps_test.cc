// SPDX-License-Identifier: Apache-2.0
// gaps_test.cc: what no nest writes is found, and little else.
#include "tileglot/relayout/plan/detail/gaps.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

Plan plan_of(std::string_view source, std::string_view target, int bits) {
  return *plan::plan(map_of(source), map_of(target), bits);
}

/// How often each bit of the target is zeroed.
std::vector<int> zeroed(const Plan& plan) {
  std::vector<int> bits(static_cast<std::size_t>(plan.target_bytes() * 8));
  for (const Gap& gap : plan.gaps) {
    std::vector<std::int64_t> begins{gap.begin_bits};
    for (const GapLoop& loop : gap.loops) {
      std::vector<std::int64_t> next;
      for (const std::int64_t begin : begins) {
        for (std::int64_t i = 0; i < loop.count; ++i) next.push_back(begin + i * loop.step_bits);
      }
      begins = std::move(next);
    }
    for (const std::int64_t begin : begins) {
      for (std::int64_t i = 0; i < gap.size_bits; ++i) ++bits[static_cast<std::size_t>(begin + i)];
    }
  }
  return bits;
}

/// Every position without an element is zeroed, and at most `over` bits with one.
void expect_gaps(std::string_view source, std::string_view target, int bits, std::int64_t over) {
  const Plan plan = plan_of(source, target, bits);
  const map::IndexMap f = map_of(target);
  std::vector<bool> has_element(static_cast<std::size_t>(plan.target_size));
  std::vector<std::int64_t> x(f.rank(), 0);
  for (std::int64_t i = 0; i < f.size(); ++i) {
    has_element[static_cast<std::size_t>(f(x))] = true;
    for (std::size_t k = x.size(); k-- > 0;) {
      if (++x[k] < f.extent(k)) break;
      x[k] = 0;
    }
  }
  std::int64_t twice = 0;
  const std::vector<int> zeroes = zeroed(plan);
  for (std::size_t i = 0; i < zeroes.size(); ++i) {
    const std::size_t place = i / static_cast<std::size_t>(bits);
    const bool element = place < has_element.size() && has_element[place];
    if (element) {
      twice += zeroes[i];
    } else {
      ASSERT_EQ(zeroes[i], 1) << target << ", bit " << i;
    }
  }
  EXPECT_LE(twice, over) << target;
}

TEST(Gaps, GapsAndElementsCoverTheTarget) {
  expect_gaps("f32[1001,403]{1,0}", "f32[1001,403]{1,0:T(8,128)}", 32, 0);
  expect_gaps("f32[17,130,9]{2,1,0}", "f32[17,130,9]{0,2,1:T(8,128)}", 32, 0);
  expect_gaps("u4[31,1023]{1,0}", "u4[31,1023]{1,0:T(8,1024)}", 4, 0);
  // Rows of 64 bytes: zeroed whole.
  expect_gaps("u4[31,63]{1,0}", "u4[31,63]{1,0:T(8,128)}", 4, 31 * 63 * 4);
  expect_gaps("u8[3,5]{1,0}", "u8[3,5]{1,0:T(2,2)}", 8, 15 * 8);
}

TEST(Gaps, CutPairsAreZeroedWithTheirElements) {
  // The last row is alone in its pairs: 403 elements of 2 bytes.
  expect_gaps("bf16[1001,403]{1,0}", "bf16[1001,403]{1,0:T(8,128)(2,1)}", 16, 403 * 16);
}

TEST(Gaps, NothingIsZeroedWhereNothingIsPadding) {
  EXPECT_TRUE(plan_of("f32[1024,512]{1,0}", "f32[1024,512]{1,0:T(8,128)}", 32).gaps.empty());
  EXPECT_TRUE(plan_of("f32[15,17]{1,0}", "f32[15,17]{0,1}", 32).gaps.empty());
}

TEST(Gaps, UnusedBitsOfTheLastByteAreZeroed) {
  const Plan plan = plan_of("u4[3,5]{1,0}", "u4[3,5]{0,1}", 4);
  ASSERT_EQ(plan.gaps.size(), 1U);
  EXPECT_LE(plan.gaps[0].begin_bits, 60);
  EXPECT_EQ(plan.gaps[0].begin_bits + plan.gaps[0].size_bits, 64);
}

}  // namespace
}  // namespace tileglot::relayout::plan
