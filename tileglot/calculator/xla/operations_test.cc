// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/operations.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/calculator/xla/answer.h"

namespace tileglot::calculator {
namespace {

TEST(XlaOperations, ShapesAndLayoutsArePrintedAndSerialized) {
  EXPECT_EQ(dumped("parse_shape", {"f32[2,3]"}),
            R"({"print":"f32[2,3]{1,0}","proto":"100b1a0202032a070a02010080010132020000"})");
  EXPECT_EQ(dumped("parse_pjrt_layout", {"{1,0:S(1)}"}),
            R"({"print":"{1,0}","proto":"0a020100800101"})");
  EXPECT_EQ(dumped("layout_from_proto", {"4001"}), R"({"print":"{:S(1)}","proto":"4001800101"})");
  EXPECT_EQ(dumped("shape_from_proto", {"1011"}), R"({"print":"token[]","proto":"1011"})");
  EXPECT_EQ(dumped("layout_equal", {"{1,0}", "{0,1}"}), "false");
  EXPECT_EQ(dumped("shape_equal", {"f32[4]{0}", "f32[4]{0:M(8)}"}), "true");
}

TEST(XlaOperations, NumbersMakeAnArray) {
  const auto made = [](const std::string& order, const std::string& dynamic) {
    return dumped("make_array_shape", {"f32", "[2,3]", order, dynamic}).substr(0, 27);
  };
  EXPECT_EQ(made("null", "null"), R"({"print":"f32[2,3]{1,0}","p)");
  EXPECT_EQ(made("[0,1]", "null"), R"({"print":"f32[2,3]{0,1}","p)");
  EXPECT_EQ(made("null", "[true,false]"), R"({"print":"f32[<=2,3]{1,0}",)");
  EXPECT_EQ(made("[0]", "null"), "xla.rank");
  EXPECT_EQ(made("[a]", "null"), "eval.syntax");
  EXPECT_EQ(made("[0.5,1]", "null"), "eval.syntax");
  EXPECT_EQ(dumped("make_array_shape", {"float", "[2]", "null", "null"}), "xla.type");
}

TEST(XlaOperations, AnErrorPointsIntoAllArguments) {
  const auto result =
      operations().apply("xla.layout_equal", std::vector<std::string>{"{1,0}", "{1,0}x"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error()->span->begin, 12U);
}

TEST(XlaOperations, EveryOperationRefusesAnotherNumberOfArguments) {
  for (const std::string_view name : operations().names()) {
    if (family_of(name) != Family::kXla) continue;
    const std::string op(name.substr(std::string_view("xla.").size()));
    EXPECT_EQ(dumped(op, {}), "eval.arguments") << op;
    EXPECT_EQ(dumped(op, std::vector<std::string>(9, "?")), "eval.arguments") << op;
  }
}

}  // namespace
}  // namespace tileglot::calculator
