// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/pairs.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"

namespace tileglot::api {
namespace {

std::string code_of(const ShowRequest& request) { return show(request).error()->code; }

Json picture_of(const ShowRequest& request) { return show(request)->json["picture"]; }

TEST(ShowPairs, TheLayoutBeforeStandsLeft) {
  const Json picture = picture_of({.layout = "Sw<3,3,3> o 0 o (8,64):(64,1)",
                                   .color = "bank",
                                   .label = "bank",
                                   .group = 8,
                                   .side_by_side = "(8,64):(64,1)",
                                   .dtype = "f16"});
  ASSERT_EQ(picture["panels"].size(), 2U);
  EXPECT_EQ(picture["panels"][0]["title"], "(8,64):(64,1)");
  EXPECT_EQ(picture["panels"][0]["cells"][8]["label"], "0");
  EXPECT_EQ(picture["panels"][1]["cells"][8]["label"], "4");
  EXPECT_EQ(picture["footers"][0], "(8,64):(64,1): ldmatrix (8 rows × 16 B): 8-way, 4 of 32 banks");
}

TEST(ShowPairs, LayoutsOfDifferentNotationsAreComparedCellByCell) {
  const Json equal = picture_of({.layout = "f32[4,4]{1,0}", .against = "(4,4):(4,1)"});
  EXPECT_EQ(equal["facts"][1],
            "against (4,4):(4,1): equal as functions (proved); 0 of the cells drawn differ");
  const Json different = picture_of({.layout = "f32[2,2]{1,0}", .against = "f32[2,2]{0,1}"});
  EXPECT_EQ(different["facts"][1],
            "against f32[2,2]{0,1}: first difference at (0,1): 1 and 2; 2 of the cells drawn "
            "differ");
  EXPECT_EQ(different["panels"][0]["cells"][1]["kind"], "witness");
  EXPECT_EQ(different["panels"][0]["cells"][1]["label"], "1|2");
  EXPECT_EQ(different["panels"][0]["cells"][3]["kind"], "data");
}

TEST(ShowPairs, EveryElementHasTheNumberOfItsMove) {
  const Json picture =
      picture_of({.layout = "f32[4,6]{1,0}", .relayout_to = "f32[4,6]{0,1:T(2,2)}"});
  ASSERT_EQ(picture["panels"].size(), 2U);
  // The same element has the same number on both sides.
  const auto numbers_of = [&](std::size_t side) {
    std::map<Json, std::string> numbers;
    for (const Json& cell : picture["panels"][side]["cells"]) {
      if (!cell.contains("coordinate")) continue;
      const std::string label = cell["label"];
      numbers[cell["coordinate"]] = label.substr(label.find('#'));
    }
    return numbers;
  };
  EXPECT_EQ(numbers_of(0).size(), 24U);
  EXPECT_EQ(numbers_of(0), numbers_of(1));
  EXPECT_EQ(std::string(picture["footers"][0]).substr(0, 16), "move 24 elements");
}

TEST(ShowPairs, AStridedGatherIsColoured) {
  const Json picture = picture_of({.layout = "(4,6):(6,1)", .gather = "4:2"});
  const Json& cells = picture["panels"][0]["cells"];
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 6; ++column) {
      const std::size_t index = row + 4 * column;  // first mode fastest
      const std::size_t shift = index % 2 + 2 * (index / 8);
      const Json& cell = cells[6 * row + column];
      EXPECT_EQ(cell["label"], std::to_string(6 * row + column) + "\ns" + std::to_string(shift));
      EXPECT_EQ(cell["kind"], shift == 0 ? "selected" : "data");
    }
  }
}

TEST(ShowPairs, GathersThatMeetOrLeaveAreRefused) {
  EXPECT_EQ(code_of({.layout = "(4,6):(6,1)", .gather = "4:0"}), "show.gather");
  EXPECT_EQ(code_of({.layout = "(4,6):(6,1)", .gather = "4:20"}), "show.gather");
  EXPECT_EQ(code_of({.layout = "(4,6):(6,1)", .gather = "(3,2):(1,4)"}), "show.gather");
  EXPECT_EQ(code_of({.layout = "(4,6):(6,1)", .gather = "65536:0"}), "show.gather");
  EXPECT_EQ(code_of({.layout = "(1000,1000):(1,1000)", .gather = "4:2"}), "show.gather");
  EXPECT_EQ(code_of({.layout = "(4,6):(6,1)", .gather = "Sw<1,0,1> o 0 o 4:1"}), "show.gather");
}

TEST(ShowPairs, BothLayoutsAreOfOneTensor) {
  EXPECT_EQ(code_of({.layout = "f32[2,2]", .against = "f32[2,3]"}), "show.domain");
  EXPECT_EQ(code_of({.layout = "f32[2,2]", .relayout_to = "f32[4]"}), "show.domain");
  EXPECT_EQ(code_of({.layout = "f32[2,2]", .view = "memory", .against = "f32[2,2]"}),
            "show.option");
  EXPECT_EQ(code_of({.layout = "(4,2):(1,4)", .relayout_to = "(4,2):(1,0)"}),
            "relayout.not_injective");
}

}  // namespace
}  // namespace tileglot::api
