// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/layout_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

Layout layout_of(std::string_view text) { return *parse_layout(text); }

/// The text of the layout, or the code of the refusal.
std::string text(const core::Result<Layout>& layout) {
  return layout ? print(*layout) : layout.error()->code;
}

TEST(LayoutOrder, TheWorkedExample) {
  const Layout layout = layout_of("{1,2,0}");
  EXPECT_EQ(minor(layout, 0), 1);
  EXPECT_EQ(major(layout, 0), 0);
  EXPECT_EQ(logical_to_physical(layout), (Numbers{0, 2, 1}));
  EXPECT_EQ(physical_to_logical(layout), (Numbers{0, 2, 1}));
  EXPECT_EQ(are_dimensions_consecutive(layout, Numbers{0, 2}), true);
  EXPECT_EQ(are_dimensions_consecutive(layout, Numbers{0, 1}), false);
  EXPECT_EQ(text(move_dim_to_major(layout, 1)), "{2,0,1}");
  EXPECT_EQ(text(move_dim_to_minor(layout, 0)), "{0,1,2}");
  EXPECT_EQ(text(delete_dimension(layout, 1)), "{1,0}");
}

TEST(LayoutOrder, AllElseOfALayoutStays) {
  EXPECT_EQ(text(move_dim_to_major(layout_of("{1,0:T(8,128)S(1)}"), 1)), "{0,1:T(8,128)S(1)}");
  EXPECT_EQ(text(move_dim_to_minor(layout_of("{1,0:T(8,128)S(1)}"), 0)), "{0,1:T(8,128)S(1)}");
  EXPECT_EQ(text(delete_dimension(layout_of("{1,0:T(128)SC(0:3)}"), 1)), "{0:T(128)SC(0:3)}");
}

TEST(LayoutOrder, OrdersHaveNames) {
  EXPECT_TRUE(has_descending_layout(layout_of("{2,1,0}")));
  EXPECT_FALSE(has_ascending_layout(layout_of("{2,1,0}")));
  EXPECT_TRUE(has_ascending_layout(layout_of("{0,1,2:T(2)}")));
  EXPECT_FALSE(has_descending_layout(layout_of("{1,2,0}")));
  EXPECT_FALSE(has_ascending_layout(layout_of("{1,2,0}")));
  for (const std::string_view both : {"{}", "{0}"}) {
    EXPECT_TRUE(has_descending_layout(layout_of(both)) && has_ascending_layout(layout_of(both)));
  }
}

TEST(LayoutOrder, WhatTheLayoutDoesNotListIsRefused) {
  const Layout layout = layout_of("{1,0}");
  EXPECT_EQ(minor(layout, 2).error()->code, "xla.no_dimension");
  EXPECT_EQ(major(layout, -1).error()->code, "xla.no_dimension");
  EXPECT_EQ(text(move_dim_to_major(layout, 2)), "xla.no_dimension");
  EXPECT_EQ(text(move_dim_to_minor(layout, -1)), "xla.no_dimension");
  EXPECT_EQ(text(delete_dimension(layout, 7)), "xla.no_dimension");
  EXPECT_EQ(are_dimensions_consecutive(layout, Numbers{0, 2}).error()->code, "xla.no_dimension");
  EXPECT_EQ(logical_to_physical(layout_of("{1,1}")).error()->code, "xla.order");
}

TEST(LayoutOrder, LogicalToPhysicalUndoesMajor) {
  core::check_law("xla_logical_to_physical", 10000, [] {
    const Layout layout = *(*any_shape({.max_rank = 8})).layout;
    const auto rank = static_cast<std::int64_t>(layout.minor_to_major.size());
    for (std::int64_t p = 0; p < rank; ++p) {
      const std::int64_t d = *major(layout, p);
      ASSERT_EQ(d, *minor(layout, rank - 1 - p));
      ASSERT_EQ((*logical_to_physical(layout))[static_cast<std::size_t>(d)], p);
      ASSERT_EQ((*physical_to_logical(layout))[static_cast<std::size_t>(p)], d);
    }
  });
}

TEST(LayoutOrder, AMovedDimensionEndsAtItsEndAndTheOthersKeepTheirOrder) {
  core::check_law("xla_move_dim", 10000, [] {
    const Layout layout = *(*any_shape({.max_rank = 8})).layout;
    for (const std::int64_t d : layout.minor_to_major) {
      Numbers others = layout.minor_to_major;
      std::erase(others, d);
      Numbers to_major = others;
      to_major.push_back(d);
      Numbers to_minor = others;
      to_minor.insert(to_minor.begin(), d);
      ASSERT_EQ(move_dim_to_major(layout, d)->minor_to_major, to_major);
      ASSERT_EQ(move_dim_to_minor(layout, d)->minor_to_major, to_minor);
    }
  });
}

TEST(LayoutOrder, ADeletedDimensionLeavesTheOrderOfTheOthers) {
  core::check_law("xla_delete_dimension", 10000, [] {
    const Layout layout = *(*any_shape({.max_rank = 8})).layout;
    const auto rank = static_cast<std::int64_t>(layout.minor_to_major.size());
    for (std::int64_t d = 0; d < rank; ++d) {
      Numbers names;  // the old number of each dimension that is left
      for (std::int64_t i = 0; i < rank; ++i) {
        if (i != d) names.push_back(i);
      }
      Numbers expected = layout.minor_to_major;
      std::erase(expected, d);
      const Layout deleted = *delete_dimension(layout, d);
      ASSERT_EQ(core::permute(names, deleted.minor_to_major), expected);
    }
  });
}

TEST(LayoutOrder, ConsecutiveDimensionsLeaveNoneBetween) {
  core::check_law("xla_consecutive", 10000, [] {
    const Layout layout = *(*any_shape({.max_rank = 6})).layout;
    const auto rank = layout.minor_to_major.size();
    for (std::uint32_t set = 0; set < (1U << rank); ++set) {
      Numbers chosen;
      std::string places;  // minor to major: x for a chosen dimension
      for (const std::int64_t d : layout.minor_to_major) {
        const bool is_chosen = ((set >> d) & 1U) != 0;
        places += is_chosen ? 'x' : '.';
        if (is_chosen) chosen.push_back(d);
      }
      std::reverse(chosen.begin(), chosen.end());
      const bool no_gap = places.find('x', places.find('.', places.find('x'))) == std::string::npos;
      ASSERT_EQ(*are_dimensions_consecutive(layout, chosen), no_gap) << places;
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
