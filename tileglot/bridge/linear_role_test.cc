// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/linear_role.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

linear::Layout layout_of(std::string_view text) { return *linear::parse(text); }

std::int64_t at(const map::IndexMap& f, const map::Coordinate& x) { return f(x); }

TEST(LinearRole, ASharedLayoutIsReadFromTheElementToItsOffset) {
  const map::IndexMap f = *memory_map(layout_of("{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}"));
  EXPECT_EQ(f.domain(), (std::vector<map::Dim>{{2, "dim0"}, {2, "dim1"}}));
  EXPECT_EQ(at(f, {0, 1}), 1);
  EXPECT_EQ(at(f, {1, 0}), 3);
  EXPECT_EQ(at(f, {1, 1}), 2);
}

TEST(LinearRole, AThreadValueMapAlwaysHasFourInputsAndCountsRowMajor) {
  const map::IndexMap f = *thread_value_map(
      layout_of("{lane: [[1,0],[0,2]], register: [[0,1]]} -> {dim1: 2, dim0: 4}"));
  EXPECT_EQ(f.domain(),
            (std::vector<map::Dim>{{2, "register"}, {4, "lane"}, {1, "warp"}, {1, "block"}}));
  EXPECT_EQ(f.codomain(), (std::vector<map::Dim>{{4, "dim0"}, {2, "dim1"}}));
  // Register 1 of lane 1 is dim1 = 1, dim0 = 1.
  EXPECT_EQ(at(f, {1, 1, 0, 0}), 3);
}

TEST(LinearRole, BlocksHaveMemoryOfTheirOwn) {
  const map::IndexMap f = *memory_map(layout_of("{offset: [[1],[2]], block: [[4]]} -> {dim0: 8}"));
  EXPECT_EQ(at(f, {3}), 3);
  EXPECT_EQ(at(f, {7}), 3);
  EXPECT_EQ(f.codomain_size(), 4);
  // Every block has all of it.
  EXPECT_EQ(at(*memory_map(layout_of("{offset: [[1],[2]], block: [[0]]} -> {dim0: 4}")), {3}), 3);
}

TEST(LinearRole, WhatIsNotAMemoryIsRefused) {
  EXPECT_EQ(memory_map(layout_of("{lane: [[1]]} -> {dim0: 2}")).error()->code, "bridge.no_role");
  EXPECT_EQ(memory_map(layout_of("{offset: [[1]], partition: [[2]]} -> {dim0: 4}")).error()->code,
            "bridge.no_role");
  EXPECT_EQ(thread_value_map(layout_of("{offset: [[1]]} -> {dim0: 2}")).error()->code,
            "bridge.no_role");
  EXPECT_EQ(memory_map(layout_of("{offset: [[1],[0]]} -> {dim0: 2}")).error()->witness,
            "offsets 0 and 2 hold the same element");
  EXPECT_EQ(memory_map(layout_of("{offset: [[1]]} -> {dim0: 4}, surjective: false")).error()->code,
            "bridge.no_place");
}

TEST(LinearRoleLaw, TheOffsetOfAnElementHoldsIt) {
  core::check_law("memory_map_undoes_the_layout", 5000, [] {
    const int rows = *rc::gen::inRange(0, 4);
    const int columns = *rc::gen::inRange(0, 5);
    std::vector<std::uint64_t> offsets;
    linear::Layout layout;
    layout.add_out(linear::standard_out(0), rows);
    layout.add_out(linear::standard_out(1), columns);
    for (int i = 0; i < rows + columns; ++i) {
      offsets.push_back(*rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << (rows + columns)));
    }
    layout.add_in(linear::kOffset, offsets);
    const auto f = memory_map(layout);
    ASSERT_EQ(f.has_value(), linear::is_invertible(layout)) << linear::print(layout);
    if (!f) return;
    for (std::int64_t i = 0; i < std::int64_t{1} << rows; ++i) {
      for (std::int64_t j = 0; j < std::int64_t{1} << columns; ++j) {
        std::uint64_t element = 0;
        const auto offset = static_cast<std::uint64_t>(at(*f, {i, j}));
        for (std::size_t bit = 0; bit < offsets.size(); ++bit) {
          if ((offset >> bit & 1U) != 0) element ^= offsets[bit];
        }
        // The first output has the low bits.
        ASSERT_EQ(element, static_cast<std::uint64_t>(i | j << rows)) << linear::print(layout);
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::bridge
