// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operations.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace tileglot::notation::cute {
namespace {

std::string answer(const std::string& operation, const std::vector<std::string>& arguments) {
  const auto value = apply_operation(operation, arguments);
  return value ? print_value(*value, Marks::kShow)
               : value.error().code + ": " + value.error().message;
}

TEST(Operations, EachIsCalledByName) {
  EXPECT_EQ(answer("make_layout", {"(_1,_6)"}), "(_1,_6):(_0,_1)");
  EXPECT_EQ(answer("make_layout", {"(2,4)", "(_12,1)"}), "(2,4):(_12,1)");
  EXPECT_EQ(answer("make_layout", {"make_shape(2,4)", "make_stride(_12{},1)"}), "(2,4):(_12,1)");
  EXPECT_EQ(answer("size", {"(_4,2):(_1,_4)"}), "8");
  EXPECT_EQ(answer("cosize", {"(_4,_2):(_1,_5)"}), "_9");
  EXPECT_EQ(answer("rank", {"(4,2):(1,4)"}), "_2");
  EXPECT_EQ(answer("depth", {"4:1"}), "_0");
  EXPECT_EQ(answer("crd2idx", {"(_1,_5)", "(_3,(_2,_3)):(_3,(_12,_1))"}), "_17");
  EXPECT_EQ(answer("idx2crd", {"16", "(3,(2,3))"}), "(1,(1,2))");
  EXPECT_EQ(answer("coalesce", {"(_2,(_1,_6)):(_1,(_6,_2))"}), "_12:_1");
}

TEST(Operations, MakeLayoutTakesTagsAndLayouts) {
  EXPECT_EQ(answer("make_layout", {"make_shape(2,4)", "LayoutRight{}"}), "(2,4):(4,_1)");
  EXPECT_EQ(answer("make_layout", {"(2,4)", "cute::GenColMajor{}"}), "(2,4):(_1,2)");
  EXPECT_EQ(answer("make_ordered_layout", {"Shape<_2,_4>{}", "LayoutRight{}"}), "(_2,_4):(_4,_1)");
  EXPECT_EQ(answer("make_ordered_layout", {"(2,4)", "Step<_1,_0>{}"}), "(2,4):(4,_1)");
  EXPECT_EQ(answer("make_layout", {"4:1", "(2,3):(3,1)", "5:0"}), "(4,(2,3),5):(1,(3,1),0)");
  EXPECT_EQ(answer("make_layout", {"4:1"}), "(4):(1)");
  EXPECT_EQ(answer("make_layout", {"4", "1", "2"}),
            "cute.arguments: make_layout of a shape takes 1 or 2 arguments, not 3");
}

TEST(Operations, ModesStandBeforeALayoutAsTemplateParametersDo) {
  EXPECT_EQ(answer("size", {"1", "0", "(_4,(_3,2)):(_1,(_4,12))"}), "_3");
  EXPECT_EQ(answer("size", {"(1,0)", "(_4,(_3,2)):(_1,(_4,12))"}), "_3");
  EXPECT_EQ(answer("cosize", {"1", "(4,(3,2)):(1,(4,12))"}), "21");
  EXPECT_EQ(answer("layout", {"1", "0", "(4,(3,2)):(1,(4,12))"}), "3:4");
  EXPECT_EQ(answer("layout", {"1", "Sw<1,0,1> o 0 o (4,2):(1,4)"}), "Sw<1,0,1> o 0 o 2:4");
  EXPECT_EQ(answer("shape", {"1", "(4,(3,2)):(1,(4,12))"}), "(3,2)");
  EXPECT_EQ(answer("stride", {"(4,(3,2)):(1,(4,12))"}), "(1,(4,12))");
  EXPECT_EQ(answer("rank", {"1", "(4,(3,2))"}), "_2");
  EXPECT_EQ(answer("depth", {"0", "(4,(3,2))"}), "_0");
  EXPECT_EQ(answer("get", {"1", "0", "(4,(3,2))"}), "3");
  EXPECT_EQ(answer("select", {"1", "0", "(4,(3,2)):(1,(4,12))"}), "((3,2),4):((4,12),1)");
  EXPECT_EQ(answer("stride", {"Sw<1,0,1> o 0 o 4:1"}),
            "cute.unsupported: a composed layout has no stride");
  EXPECT_EQ(answer("size", {"2", "(4,2):(1,4)"}), "cute.mode: there is no mode 2; the rank is 2");
}

TEST(Operations, TheOverloadsOfCppHaveTheirNamesHere) {
  EXPECT_EQ(answer("coalesce", {"(2,(1,6)):(1,(6,2))", "(1,1)"}), "(2,6):(1,2)");
  EXPECT_EQ(answer("filter", {"(2,(1,6)):(0,(6,2))", "(1,1)"}), "(_1,6):(_0,2)");
  EXPECT_EQ(answer("idx2crd", {"5", "(3,4)", "(4,1)"}), "(1,1)");
  EXPECT_EQ(answer("group_modes", {"0", "2", "(2,3,4)"}), "((2,3),4)");
  EXPECT_EQ(answer("crd2idx", {"(1,2)", "(3,4)", "(4,1)"}), "6");
  EXPECT_EQ(answer("tile_to_shape", {"(2,2):(1,2)", "(4,4)", "LayoutRight{}"}),
            answer("tile_to_shape", {"(2,2):(1,2)", "(4,4)", "(_1,_0)"}));
}

TEST(Operations, NoLayoutHasNoModes) {
  EXPECT_EQ(answer("take", {"1", "1", "(2,3,4)"}), "()");
  EXPECT_EQ(answer("take", {"1", "1", "(2,3,4):(12,4,1)"}),
            "cute.mode: modes 1 to 1 are no part of the tuple");
}

TEST(Operations, ErrorsNameTheArgument) {
  EXPECT_EQ(answer("size", {"(4,2"}),
            "cute.syntax: argument 1 of size: expected ',' or the end of the tuple, found the end "
            "of the text");
  EXPECT_EQ(answer("crd2idx", {"(1,2,3)", "(3,4):(1,10)"}),
            "cute.coordinate: the coordinate (1,2,3) has 3 modes, the shape (3,4) has 2 modes");
  EXPECT_EQ(answer("make_layout", {"(3,4)", "(1,2,3)"}),
            "cute.congruent: shape and stride differ in structure at integer 2");
}

TEST(Operations, UnknownNamesAndCountsAreRefused) {
  EXPECT_EQ(answer("colesce", {"4:1"}), "cute.operation: there is no CuTe operation 'colesce'");
  EXPECT_EQ(answer("size", {}), "cute.arguments: size takes 1 or more arguments, not 0");
  EXPECT_EQ(answer("crd2idx", {"1"}), "cute.arguments: crd2idx takes 2 or 3 arguments, not 1");
}

TEST(Operations, EveryKindOfValueHasANameAndAText) {
  const Layout<> layout = *make_layout(*tuple_of(core::static_integer(4), 2));
  const ComposedLayout composed{Swizzle{1, 0, 1}, Integer(3), layout};
  const std::vector<std::tuple<Value, std::string, std::string>> cases = {
      {Value(true), "bool", "true"},
      {Value(Integer(-3)), "int", "-3"},
      {Value(*tuple_of(1, 2)), "cute.int_tuple", "(1,2)"},
      {Value(layout), "cute.layout", "(_4,2):(_1,_4)"},
      {Value(composed), "cute.composed", "Sw<1,0,1> o 3 o (_4,2):(_1,_4)"},
      {Value(Swizzle{3, 0, -3}), "cute.swizzle", "Sw<3,0,-3>"},
      {Value(LayoutAtOffset{layout, IntTuple(7)}), "list", "((_4,2):(_1,_4),7)"},
      {Value(Text{"a table"}), "text", "a table"},
  };
  for (const auto& [value, name, text] : cases) {
    EXPECT_EQ(type_name(value), name);
    EXPECT_EQ(print_value(value, Marks::kShow), text);
  }
}

}  // namespace
}  // namespace tileglot::notation::cute
