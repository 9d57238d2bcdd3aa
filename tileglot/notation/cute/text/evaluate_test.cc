// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/evaluate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

core::Result<std::int64_t> offset(std::string_view layout, std::string_view coordinate) {
  return offset_of(*parse_layout(layout), *parse_coordinate(coordinate));
}
std::string error(std::string_view layout, std::string_view coordinate) {
  const auto refused = offset(layout, coordinate);
  return refused ? "none" : refused.error()->code + ": " + refused.error()->message;
}

TEST(Evaluate, AnyCoordinateInsideTheShapeHasAnOffset) {
  EXPECT_EQ(offset("(3,(2,3)):(3,(12,1))", "16"), 17);
  EXPECT_EQ(offset("(3,(2,3)):(3,(12,1))", "1,5"), 17);
  EXPECT_EQ(offset("(3,(2,3)):(3,(12,1))", "(1,(1,2))"), 17);
  EXPECT_EQ(offset("4:-2", "3"), -6);
}

TEST(Evaluate, ACoordinateOutsideIsRefusedWithItsBound) {
  EXPECT_EQ(error("(3,(2,3)):(3,(12,1))", "18"),
            "cute.out_of_range: coordinate 18 is not in [0, 18)");
  EXPECT_EQ(error("(3,(2,3)):(3,(12,1))", "(1,6)"),
            "cute.out_of_range: coordinate (1,6): 6 is not in [0, 6)");
  EXPECT_EQ(error("(3,(2,3)):(3,(12,1))", "(1,(2,0))"),
            "cute.out_of_range: coordinate (1,(2,0)): 2 is not in [0, 2)");
  EXPECT_EQ(error("4:1", "-1"), "cute.out_of_range: coordinate -1 is not in [0, 4)");
  EXPECT_EQ(error("(4,0):(1,4)", "0"), "cute.out_of_range: coordinate 0 is not in [0, 0)");
}

TEST(Evaluate, ACoordinateOfAnotherStructureIsRefusedWithBothParts) {
  EXPECT_EQ(error("(3,4):(1,3)", "(1,2,3)"),
            "cute.coordinate: the coordinate (1,2,3) has 3 modes, the shape (3,4) has 2 modes");
  EXPECT_EQ(error("(3,(2,3)):(1,(3,6))", "(1,(0,0,0))"),
            "cute.coordinate: the coordinate (0,0,0) has 3 modes, the shape (2,3) has 2 modes");
  EXPECT_EQ(error("(3,(2,3)):(1,(3,6))", "((1),2)"),
            "cute.coordinate: the coordinate (1) is a tuple, but its extent 3 is an integer");
  EXPECT_EQ(error("():()", "1"), "cute.out_of_range: coordinate 1 is not in [0, 1)");
}

TEST(Evaluate, AnUnderscoreNamesNoElement) {
  const Layout<> layout = *parse_layout("(4,2):(1,4)");
  EXPECT_EQ(offset_of(layout, *parse_coordinate("(1,_)")).error()->code, "cute.coordinate");
}

TEST(Evaluate, TheStepsOfAnOffsetAddUpToIt) {
  const auto explained = *explain_offset("(3,(2,3)):(3,(12,1))"_layout, *parse_coordinate("(1,5)"));
  EXPECT_EQ(print(explained.natural), "(1,(1,2))");
  EXPECT_EQ(explained.offset, 17);
  const std::vector<OffsetStep> steps{{1, 3, 3, 3}, {1, 2, 12, 12}, {2, 3, 1, 2}};
  EXPECT_EQ(explained.steps, steps);
}

TEST(Evaluate, BoundsAreExactlyTheDomain) {
  core::check_law("bounds_are_the_domain", 10000, [] {
    const Layout<> layout = *any_layout();
    const std::int64_t elements = size(layout)->value;
    ASSERT_FALSE(offset_of(layout, -1).has_value()) << print(layout);
    ASSERT_FALSE(offset_of(layout, elements).has_value()) << print(layout);
    for (std::int64_t i = 0; i < elements; ++i) {
      const auto explained = explain_offset(layout, i);
      ASSERT_EQ(explained->offset, crd2idx(i, layout)->value) << print(layout) << " at " << i;
      std::int64_t sum = 0;
      for (const OffsetStep& step : explained->steps) sum += step.coordinate * step.stride;
      ASSERT_EQ(sum, explained->offset) << print(layout) << " at " << i;
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
