// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/conflict_cure.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/analysis/access_pattern.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/law.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/example_maps.h"

namespace tileglot::analysis {
namespace {

/// A row-major matrix in `positions` of memory.
map::IndexMap matrix(std::int64_t rows, std::int64_t columns, std::int64_t pitch,
                     std::int64_t positions) {
  map::MapBuilder b(map::dims_of({rows, columns}));
  return *b.finish(b.add(b.scale(b.dim(0), pitch), b.dim(1)), {{positions, "offset"}});
}

/// What ldmatrix does to elements of 16 bits.
LaneAccess matrices(const map::IndexMap& memory) {
  const map::IndexMap pattern = *matrix_pattern(memory.domain(), 8, false);
  return *lane_access(*map::compose(memory, pattern),
                      {.lanes = 8, .most_elements = 8, .phase_lanes = 8});
}

/// A word a lane, down the columns.
LaneAccess columns(const map::IndexMap& memory) {
  const map::IndexMap pattern = *vector_pattern(memory.domain(), {1, 1, 0});
  return *lane_access(*map::compose(memory, pattern), {});
}

TEST(ConflictCure, EightRowsWantThreeBitsOrEightElements) {
  const map::IndexMap rows = matrix(8, 64, 64, 512);
  const std::vector<LaneAccess> access{matrices(rows)};
  const std::vector<SwizzleCure> cures = *swizzle_cures(rows, access, 16);
  ASSERT_EQ(cures.size(), 3U);
  EXPECT_EQ(cures[0].swizzle, (Swizzle{3, 3, 3}));
  EXPECT_EQ(cures[0].remaining.ways, 1);
  EXPECT_EQ(cures[1].swizzle, (Swizzle{2, 3, 3}));
  EXPECT_EQ(cures[1].remaining.ways, 2);
  EXPECT_EQ(cures[2].swizzle, (Swizzle{1, 3, 3}));
  EXPECT_EQ(cures[2].remaining.ways, 4);
  const auto padding = *padding_cure(rows, access, 16);
  ASSERT_TRUE(padding.has_value());
  EXPECT_EQ(padding->gaps, (Gaps{64, 8}));
  EXPECT_EQ(padding->remaining.ways, 1);
  EXPECT_EQ(padding->extra, 8 * 8);
}

TEST(ConflictCure, AColumnOf32WordsWantsOneMoreOrFiveBits) {
  const map::IndexMap square = matrix(32, 32, 32, 1024);
  const std::vector<LaneAccess> access{columns(square)};
  EXPECT_EQ((*swizzle_cures(square, access, 32))[0].swizzle, (Swizzle{5, 0, 5}));
  EXPECT_EQ((*padding_cure(square, access, 32))->gaps, (Gaps{32, 1}));
}

TEST(ConflictCure, TwoAccessesAreCuredTogether) {
  const map::IndexMap square = matrix(32, 32, 32, 1024);
  const map::IndexMap vectors = *vector_pattern(square.domain(), {4, 1, 1});
  const std::vector<LaneAccess> both{
      columns(square), *lane_access(*map::compose(square, vectors), {.most_elements = 4})};
  const std::vector<SwizzleCure> cures = *swizzle_cures(square, both, 32);
  ASSERT_FALSE(cures.empty());
  // Vectors of four stay whole, so three bits are left for the 32 words of a column.
  EXPECT_EQ(cures[0].swizzle, (Swizzle{3, 2, 3}));
  EXPECT_EQ(cures[0].remaining.ways, 4);
}

TEST(ConflictCure, WithoutConflictThereIsNothingToCure) {
  const map::IndexMap good = matrix(8, 64, 72, 576);
  const std::vector<LaneAccess> access{matrices(good)};
  EXPECT_TRUE(swizzle_cures(good, access, 16)->empty());
  EXPECT_FALSE(padding_cure(good, access, 16)->has_value());
}

TEST(ConflictCure, RowsThatBeginAnywhereAreMovedApart) {
  const map::IndexMap odd = matrix(8, 64, 65, 519);
  const std::vector<LaneAccess> access{matrices(odd)};
  ASSERT_TRUE(is_misaligned(access));
  EXPECT_TRUE(swizzle_cures(odd, access, 16)->empty());
  EXPECT_FALSE(padding_cure(odd, access, 16)->has_value());
  const WalkAgain<Gaps> again = [](const Gaps& gaps) -> core::Result<std::vector<LaneAccess>> {
    const std::int64_t pitch = padded(gaps, 65);
    return std::vector<LaneAccess>{matrices(matrix(8, 64, pitch, 8 * pitch))};
  };
  const auto padding = *padding_cure(odd, access, 16, {}, again);
  ASSERT_TRUE(padding.has_value());
  EXPECT_EQ(padding->gaps, (Gaps{65, 7}));
  EXPECT_EQ(padding->remaining.ways, 1);
}

TEST(ConflictCure, TooManyVectorsAreRefused) {
  const map::IndexMap large = matrix(std::int64_t{1} << 22, 32, 32, std::int64_t{1} << 27);
  const std::vector<LaneAccess> access{*lane_access(map::strided({1, 1 << 22}, {0, 32}), {})};
  EXPECT_EQ(swizzle_cures(large, access, 32).error()->code, "map.too_large_to_decide");
  EXPECT_EQ(padding_cure(large, access, 32).error()->code, "map.too_large_to_decide");
}

/// The begins with a swizzle, or gaps, in front, by the definition in words.
LaneAccess moved(const LaneAccess& access, const Swizzle& swizzle) {
  LaneAccess result = access;
  for (std::int64_t& begin : result.begins) {
    const std::int64_t source = begin;
    for (int i = 0; i < swizzle.bits; ++i) {
      const std::int64_t read = source >> (swizzle.base + swizzle.shift + i) & 1;
      begin ^= read << (swizzle.base + i);
    }
  }
  return result;
}

LaneAccess moved(const LaneAccess& access, const Gaps& gaps) {
  LaneAccess result = access;
  for (std::int64_t& begin : result.begins) {
    std::int64_t before = 0;
    for (std::int64_t end = gaps.interval; end <= begin; end += gaps.interval) ++before;
    begin += before * gaps.amount;
  }
  return result;
}

TEST(ConflictCureLaw, WhatIsPromisedIsSimulated) {
  std::int64_t cured = 0;
  core::check_law("cures_keep_their_promise", 1000, [&] {
    const std::int64_t rows = 8 * *rc::gen::element<std::int64_t>(1, 2, 3);
    const std::int64_t pitch = 8 * *rc::gen::element<std::int64_t>(4, 5, 6, 8, 16);
    const map::IndexMap memory = matrix(rows, 32, pitch, rows * pitch);
    const std::vector<LaneAccess> access{matrices(memory)};
    const BankConflicts before = bank_conflicts(access[0], 16);
    const std::vector<SwizzleCure> cures = *swizzle_cures(memory, access, 16);
    for (const SwizzleCure& cure : cures) {
      const BankConflicts after = bank_conflicts(moved(access[0], cure.swizzle), 16);
      ASSERT_EQ(after.ways, cure.remaining.ways);
      ASSERT_EQ(after.wavefronts, cure.remaining.wavefronts);
      ASSERT_LT(after.wavefronts, before.wavefronts);
    }
    const std::int64_t least = cures.empty() ? before.wavefronts : cures[0].remaining.wavefronts;
    // Rows of banks have 64 elements, vectors 8: no swizzle between them leaves less.
    for (int bits = 1; bits <= 3; ++bits) {
      const bool is_cheaper = !cures.empty() && bits < cures[0].swizzle.bits;
      for (int base = 3; base + bits <= 6; ++base) {
        if (memory.codomain_size() % (std::int64_t{1} << (base + bits)) != 0) continue;
        for (int shift = bits; base + shift < 12; ++shift) {
          const LaneAccess other = moved(access[0], Swizzle{bits, base, shift});
          ASSERT_GE(bank_conflicts(other, 16).wavefronts, least + (is_cheaper ? 1 : 0));
        }
      }
    }
    const auto padding = *padding_cure(memory, access, 16);
    ASSERT_EQ(padding.has_value(), !before.is_free());
    if (!padding) return;
    ++cured;
    const BankConflicts after = bank_conflicts(moved(access[0], padding->gaps), 16);
    ASSERT_EQ(after.ways, 1);
    ASSERT_EQ(after.wavefronts, padding->remaining.wavefronts);
  });
  EXPECT_GT(cured, 0);
}

}  // namespace
}  // namespace tileglot::analysis
