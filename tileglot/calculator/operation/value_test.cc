// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/value.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;

TEST(Value, EveryKindOfValueHasANameAndAText) {
  const cute::Layout<> layout = *cute::make_layout(*cute::tuple_of(core::static_integer(4), 2));
  const cute::ComposedLayout composed{cute::Swizzle{1, 0, 1}, core::Integer(3), layout};
  const std::vector<std::tuple<Value, std::string, std::string>> cases = {
      {Value(true), "bool", "true"},
      {Value(core::Integer(-3)), "int", "-3"},
      {Value(*cute::tuple_of(1, 2)), "cute.int_tuple", "(1,2)"},
      {Value(layout), "cute.layout", "(_4,2):(_1,_4)"},
      {Value(composed), "cute.composed", "Sw<1,0,1> o 3 o (_4,2):(_1,_4)"},
      {Value(cute::Swizzle{3, 0, -3}), "cute.swizzle", "Sw<3,0,-3>"},
      {Value(LayoutAtOffset{layout, core::IntTuple(7)}), "list", "((_4,2):(_1,_4),7)"},
      {Value(Text{"a table"}), "text", "a table"},
      {Value(*notation::linear::parse("{i: [1]} -> {o: 2}")), "linear.layout",
       "{i: [[1]]} -> {o: 2}"},
      {Value(*notation::xla::parse_shape("f32[2,3]")), "object", "f32[2,3]{1,0}"},
      {Value(*notation::xla::parse_layout("{0,1}")), "object", "{0,1}"},
      {Value(Json("a text")), "text", "a text"},
      {Value(Json::array({1, 2})), "list", "[1,2]"},
      {Value(Json{{"print", "printed"}, {"proto", ""}}), "object", "printed"},
      {Value(Json()), "null", "null"},
  };
  for (const auto& [value, name, text] : cases) {
    EXPECT_EQ(type_name(value), name);
    EXPECT_EQ(print_value(value), text);
  }
}

TEST(Value, AnArgumentKeepsItsMarksAndALinearLayoutIsJson) {
  EXPECT_EQ(argument_text(*parse_cute_value("(_4,2):(_1,_4)")), "(_4,2):(_1,_4)");
  const Value linear = *notation::linear::parse("{i: [1]} -> {o: 2}");
  EXPECT_EQ(argument_text(linear), R"({"in":[["i",[[1]]]],"out":[["o",2]],"surjective":true})");
  EXPECT_EQ(argument_text(linear), to_json(linear).dump());
}

TEST(Value, ASpellingIsOfValuesOfCute) {
  const Value value = *parse_cute_value("Sw<1,0,1> o _0 o (_4,2)");
  EXPECT_EQ(print_value(value, Spelling::kPycute), "SW_1_0_1 o 0 o (4, 2):(1, 4)");
  EXPECT_EQ(to_json(value, Spelling::kDsl), "S<1,0,1> o 0 o (4,2):(1,4)");
}

}  // namespace
}  // namespace tileglot::calculator
