// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/swizzle_algebra.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

using core::Reason;

static_assert(*swizzle_of_masks(0x1c0, 0x38) == Swizzle{3, 3, 3});
static_assert(*swizzle_of_masks(0x2, 0x10) == Swizzle{1, 1, -3});
static_assert(*swizzle_of_masks(0, 0) == Swizzle{});
static_assert(swizzle_of_masks(0x14, 0x5).refusal.reason == Reason::kSwizzleMasks);
static_assert(swizzle_of_masks(-1, 0x5).refusal.reason == Reason::kSwizzleMasks);

static_assert(*composition(Swizzle{1, 0, 3}, Swizzle{1, 1, 3}) == Swizzle{2, 0, 3});
static_assert(*composition(Swizzle{2, 0, 3}, Swizzle{2, 0, 3}) == Swizzle{});
static_assert(composition(Swizzle{2, 0, 3}, Swizzle{2, 0, 2}).refusal ==
              Refusal{Reason::kSwizzleShifts, 3, 2});
static_assert(composition(Swizzle{1, 0, 3}, Swizzle{1, 2, 3}).refusal.reason ==
              Reason::kSwizzleMasks);
static_assert(composition(Swizzle{1, 0, 1}, Swizzle{1, 1, 1}).refusal ==
              Refusal{Reason::kSwizzleReadsOwn, 2, 0});

static_assert(*upcast(16, Swizzle{3, 4, 3}) == Swizzle{3, 0, 3});
static_assert(*upcast(16, Swizzle{2, 3, 3}) == Swizzle{1, 0, 3});
static_assert(*upcast(16, Swizzle{3, 0, 3}) == Swizzle{0, 0, 3});
static_assert(upcast(3, Swizzle{3, 4, 3}).refusal == Refusal{Reason::kNoPowerOfTwo, 3, 0});
static_assert(*downcast(16, Swizzle{3, 0, -3}) == Swizzle{3, 4, -3});
static_assert(*downcast(1, Swizzle{3, 4, 3}) == Swizzle{3, 4, 3});
static_assert(downcast(std::int64_t{1} << 60U, Swizzle{3, 4, 3}).refusal.reason ==
              Reason::kNoSwizzle);

static_assert(right_inverse(Swizzle{3, 4, 3}) == Swizzle{3, 4, 3});
static_assert(left_inverse(Swizzle{3, 4, -3}) == Swizzle{3, 4, -3});
static_assert(max_alignment(Swizzle{3, 4, 3}) == core::static_integer(16));
static_assert(max_alignment(Swizzle{3, 0, 3}) == core::static_integer(1));

constexpr std::int64_t kOffsets = 4096;

TEST(SwizzleAlgebra, SwizzlesMergeRescaleAndComeFromMasks) {
  EXPECT_EQ(print(*swizzle_of_masks(0x1c0, 0x38)), "Sw<3,3,3>");
  EXPECT_EQ(print(*composition(Swizzle{1, 0, 3}, Swizzle{1, 1, 3})), "Sw<2,0,3>");
  EXPECT_EQ(print(*upcast(16, Swizzle{3, 4, 3})), "Sw<3,0,3>");
}

TEST(SwizzleAlgebra, ASwizzleComesBackFromItsMasks) {
  core::check_law("swizzle_of_its_masks", 10000, [] {
    const Swizzle s = *any_swizzle();
    const auto back = swizzle_of_masks(source_mask(s), target_mask(s));
    ASSERT_TRUE(back.ok()) << print(s);
    ASSERT_EQ(*back, s.bits > 0 ? s : Swizzle{});
  });
}

/// Every swizzle of one or two of the lowest bits.
std::vector<Swizzle> small_swizzles() {
  std::vector<Swizzle> all;
  for (int bits = 1; bits <= 2; ++bits) {
    for (int base = 0; base <= 3; ++base) {
      for (int shift = -3; shift <= 3; ++shift) {
        if (const auto swizzle = make_swizzle(bits, base, shift)) all.push_back(*swizzle);
      }
    }
  }
  return all;
}

void expect_one_after_the_other(const Swizzle& a, const Swizzle& b) {
  const auto both = composition(a, b);
  for (std::int64_t x = 0; both && x < kOffsets; ++x) {
    ASSERT_EQ(apply(*both, x), apply(a, apply(b, x))) << print(a) << print(b) << " at " << x;
  }
}

TEST(SwizzleAlgebra, ACompositionIsOneSwizzleAfterTheOther) {
  for (const Swizzle& a : small_swizzles()) {
    for (const Swizzle& b : small_swizzles()) expect_one_after_the_other(a, b);
  }
  int merged = 0;
  core::check_law("swizzle_composition_is_one_after_the_other", 10000, [&merged] {
    const Swizzle a = *any_swizzle();
    const Swizzle drawn = *any_swizzle();
    const auto alike = make_swizzle(drawn.bits, drawn.base, a.shift);
    const Swizzle b = alike ? *alike : drawn;
    merged += composition(a, b) ? 1 : 0;
    expect_one_after_the_other(a, b);
  });
  EXPECT_GT(merged, core::law_minimum(100));
}

TEST(SwizzleAlgebra, AnInverseTakesBackWhatTheSwizzleDid) {
  core::check_law("swizzle_inverse", 10000, [] {
    const Swizzle s = *any_swizzle();
    for (std::int64_t x = 0; x < kOffsets; x += 7) {
      ASSERT_EQ(apply(s, apply(right_inverse(s), x)), x) << print(s);
      ASSERT_EQ(apply(left_inverse(s), apply(s, x)), x) << print(s);
    }
  });
}

/// Where the unit is no larger than the alignment, elements of a unit stay together.
TEST(SwizzleAlgebra, ARecastSwizzleCountsInOtherUnits) {
  core::check_law("swizzle_recast", 10000, [] {
    const Swizzle s = *any_swizzle();
    const std::int64_t n = std::int64_t{1} << unsigned(*rc::gen::inRange(0, s.base + 1));
    ASSERT_EQ(max_alignment(s).value % n, 0);
    const Swizzle units = *upcast(n, s);
    for (std::int64_t x = 0; x < kOffsets; ++x) {
      ASSERT_EQ(apply(s, x), apply(units, x / n) * n + x % n) << print(s) << " by " << n;
    }
    ASSERT_EQ(*downcast(n, units), s);
  });
}

/// A positive shift keeps the bits that it drops inside a unit.
TEST(SwizzleAlgebra, AnUpcastBeyondTheAlignmentKeepsTheUnits) {
  core::check_law("swizzle_upcast_keeps_units", 10000, [] {
    const Swizzle s = *any_swizzle();
    const std::int64_t n = std::int64_t{1} << unsigned(*rc::gen::inRange(0, 8));
    const int top = s.base + s.bits;
    if (s.shift <= 0 || n > (std::int64_t{1} << unsigned(s.base + s.shift)) || top < 1) return;
    const Swizzle units = *upcast(n, s);
    for (std::int64_t x = 0; x < kOffsets; ++x) {
      ASSERT_EQ(apply(s, x) / n, apply(units, x / n)) << print(s) << " by " << n;
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
