// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tiled/copy.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr CopyAtom kUniversal = *copy_atom("UniversalCopy<uint64_t>");
constexpr std::string_view kAtoms[] = {
    "SM75_U32x1_LDSM_N", "SM75_U32x2_LDSM_N", "SM75_U32x4_LDSM_N", "SM75_U16x2_LDSM_T",
    "SM75_U16x4_LDSM_T", "SM75_U16x8_LDSM_T", "SM90_U32x4_STSM_N", "SM90_U16x2_STSM_T"};
constexpr End kEnds[] = {End::kSource, End::kDestination};

std::int64_t at(const Layout<>& layout, const Outcome<IntTuple>& coordinate) {
  const auto offset = crd2idx(*coordinate, layout);
  EXPECT_TRUE(offset.ok());
  return offset->value;
}

std::int64_t count_of(const Layout<>& layout) { return size(layout)->value; }

TEST(TiledCopy, APlainCopyIsTheArrangementOfItsThreadsAndValues) {
  const Layout<> threads = *read_layout("(_32,_8):(_8,_1)");
  const Layout<> values = *read_layout("(_1,_8)");
  const auto copy = make_tiled_copy(kUniversal, 16, threads, values);
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(print(copy->tile), "(32,64)");
  const Layout<> tv = *layout_tv(*copy, End::kSource);
  const Layout<> arrangement = *make_layout_tv(threads, values);
  for (std::int64_t t = 0; t < 256; ++t) {
    for (std::int64_t v = 0; v < 8; ++v) {
      ASSERT_EQ(at(tv, core::tuple_of(t, v)), at(arrangement, core::tuple_of(t, v)));
      ASSERT_EQ(at(tv, core::tuple_of(t, v)), t / 8 + 32 * (t % 8 * 8 + v));
    }
  }
}

TEST(TiledCopy, TheLanesOfLdmatrixReadRows) {
  const Layout<> threads = *read_layout("(_8,_4):(_4,_1)");
  const Layout<> values = *read_layout("(_2,(_2,_2)):(_2,(_1,_4))");
  const auto copy = make_tiled_copy(*copy_atom("SM75_U32x4_LDSM_N"), 16, threads, values);
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(print(copy->tile), "(16,16)");
  const Layout<> arrangement = *make_layout_tv(threads, values);
  const Layout<> source = *layout_tv(*copy, End::kSource);
  const Layout<> destination = *layout_tv(*copy, End::kDestination);
  for (std::int64_t i = 0; i < 32; ++i) {
    for (std::int64_t v = 0; v < 8; ++v) {
      ASSERT_EQ(at(source, core::tuple_of(i, v)),
                at(arrangement, core::tuple_of(4 * (i % 8) + v / 2, 2 * (i / 8) + v % 2)));
      ASSERT_EQ(at(destination, core::tuple_of(i, v)), at(arrangement, core::tuple_of(i, v)));
    }
  }
}

TEST(TiledCopy, ThreadsCoverEachElementEquallyOften) {
  for (const std::string_view name : kAtoms) {
    const CopyAtom atom = *copy_atom(name);
    for (const std::string_view threads : {"(_16,_2):(_1,_16)", "(_32,_2):(_2,_1)", "(_32,_4)"}) {
      const auto copy = make_tiled_copy(atom, 16, *read_layout(threads), *read_layout("(_2,_8)"));
      ASSERT_TRUE(copy.ok()) << name << " " << threads;
      const auto extent = [&](int i) { return 2 * copy->tile.values[i]; };
      const Layout<> matrix = *make_layout_right(*core::tuple_of(extent(0), extent(1)));
      for (const End end : kEnds) {
        std::vector<int> visits(static_cast<std::size_t>(count_of(matrix)));
        for (std::int64_t t = 0; t < count_of(*mode(*tidfrg(*copy, end, matrix), 0)); ++t) {
          const auto part = partition(*copy, end, t, matrix);
          ASSERT_TRUE(part.ok());
          for (std::int64_t i = 0; i < count_of(part->layout); ++i) {
            ++visits.at(
                static_cast<std::size_t>(part->offset.value + at(part->layout, IntTuple(i))));
          }
        }
        for (const int time : visits) ASSERT_EQ(time, visits[0]) << name << " " << threads;
        EXPECT_GT(visits[0], 0);
      }
    }
  }
}

TEST(TiledCopy, LayoutsAgreeWithTheDivisionAtEveryThreadAndValue) {
  for (const std::string_view name : kAtoms) {
    const CopyAtom atom = *copy_atom(name);
    const auto copy =
        make_tiled_copy(atom, 16, *read_layout("(_32,_2):(_2,_1)"), *read_layout("(_2,_8)"));
    ASSERT_TRUE(copy.ok()) << name;
    for (const End end : kEnds) {
      const Layout<> tv = *layout_tv(*copy, end);
      const Layout<> divided = *tidfrg(*copy, end, *make_layout(copy->tile));
      for (std::int64_t t = 0; t < count_of(*mode(tv, 0)); ++t) {
        for (std::int64_t v = 0; v < count_of(*mode(tv, 1)); ++v) {
          ASSERT_EQ(at(tv, core::tuple_of(t, v)), at(divided, core::tuple_of(t, v, 0)));
        }
      }
    }
  }
}

TEST(TiledCopy, WhatIsNotATilingIsRefused) {
  const auto copy =
      make_tiled_copy(kUniversal, 16, *read_layout("(_32,_8)"), *read_layout("(_1,_8)"));
  const Layout<> matrix = *read_layout("(32,64)");
  EXPECT_EQ(partition(*copy, End::kSource, 256, matrix).refusal.reason, Reason::kNoSuchThread);
  EXPECT_EQ(partition(*copy, End::kSource, 0, *read_layout("64")).refusal.reason,
            Reason::kTiledRank);
  EXPECT_EQ(
      make_tiled_copy(*copy_atom("SM75_U32x4_LDSM_N"), 16, *read_layout("_16"), *read_layout("_8"))
          .refusal.reason,
      Reason::kNotWholeInstructions);
  EXPECT_FALSE(make_tiled_copy(kUniversal, 0, *read_layout("_16"), *read_layout("_8")).ok());
}

}  // namespace
}  // namespace tileglot::notation::cute
