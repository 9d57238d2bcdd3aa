// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/linear.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/linear/identity.h"
#include "tileglot/notation/linear/parse.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

map::IndexMap map_of(std::string_view text) {
  const auto layout = linear::parse(text);
  EXPECT_TRUE(layout.has_value()) << text;
  auto map = to_map(*layout);
  EXPECT_TRUE(map.has_value()) << text;
  return *std::move(map);
}

TEST(linear, a_distributed_layout_is_a_map_onto_the_numbers_of_elements) {
  const map::IndexMap map =
      map_of("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}");
  EXPECT_EQ(map.domain(), (std::vector<map::Dim>{{2, "register"}, {4, "lane"}}));
  EXPECT_EQ(map.codomain(), (std::vector<map::Dim>{{4, "dim0"}, {2, "dim1"}}));
  EXPECT_TRUE(map.is_plain());
  EXPECT_EQ(map(std::vector<std::int64_t>{1, 3}), 7);
}

TEST(linear, xors_are_parities) {
  const map::IndexMap map = map_of("{i: [[1],[3]], j: [[1]]} -> {o: 4}");
  EXPECT_TRUE(map.is_xor());
  EXPECT_EQ(map(std::vector<std::int64_t>{3, 0}), 2);
  EXPECT_EQ(map(std::vector<std::int64_t>{3, 1}), 3);
}

TEST(linear, empty_layouts_have_maps) {
  EXPECT_EQ(map_of("{} -> {}").size(), 1);
  EXPECT_EQ(map_of("{} -> {dim0: 1}").codomain_size(), 1);
  EXPECT_EQ(map_of("{i: []} -> {o: 4}, surjective: false").codomain_size(), 4);
}

TEST(linear, what_does_not_fit_64_bits_is_refused) {
  linear::Layout large = linear::identity(62, linear::kRegister, linear::kOffset);
  EXPECT_TRUE(to_map(large).has_value());
  large.add_in(linear::kLane, std::vector<std::uint64_t>{1});
  EXPECT_EQ(to_map(large).error().code, "map.overflow");
}

}  // namespace
}  // namespace tileglot::bridge
