// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/parse.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

struct Reading {
  std::string_view written;
  std::string_view canonical;  ///< with static marks
};

constexpr Reading kSpellings[] = {
    // C++ print and operator<<
    {"(_4,_2):(_2,_1)", "(_4,_2):(_2,_1)"},
    {"(4,_2):(2,_1)", "(4,_2):(2,_1)"},
    {"(_2,(_2,_3)):(_1,(_-1,_2))", "(_2,(_2,_3)):(_1,(_-1,_2))"},
    // cutegen, the DSL, MLIR
    {"(2,3):(1,2)", "(2,3):(1,2)"},
    {"!cute.layout<\"(2,3):(1,2)\">", "(2,3):(1,2)"},
    {"#cute.layout<\"(3):(2)\">", "(3):(2)"},
    {"!cute.layout< \"4:2\" >", "4:2"},
    {"(3):(2)", "(3):(2)"},
    {"4:2", "4:2"},
    // pycute, PyCuTe
    {"(4, 2):(2, 1)", "(4,2):(2,1)"},
    {"Layout((4, 2),(2, 1))", "(4,2):(2,1)"},
    {"Layout((4, 3), (1, 4))", "(4,3):(1,4)"},
    {"Layout((3,),(2,))", "(3):(2)"},
    {"Layout(4, 1)", "4:1"},
    {"Layout((4, 2):(2, 1))", "(4,2):(2,1)"},
    // tensor-layouts
    {"(4, 8) : (1, 4)", "(4,8):(1,4)"},
    {" ( 4,\n8 )\t:( 1 , 4 ) ", "(4,8):(1,4)"},
    // C++ source
    {"Layout<Shape<_4,_2>,Stride<_2,_1>>{}", "(_4,_2):(_2,_1)"},
    {"Layout<Shape<_4, Shape<_3, _6>>>{}", "(_4,(_3,_6)):(_1,(_4,_12))"},
    {"Layout<Shape<_2,_4>, LayoutRight>", "(_2,_4):(_4,_1)"},
    {"Layout<_3,_1>{}", "_3:_1"},
    {"cute::Layout<cute::Shape<cute::Int<8>, cute::C<2>>>{}", "(_8,_2):(_1,_8)"},
    {"make_layout(make_shape(Int<4>{},2), make_stride(_2{},_1{}))", "(_4,2):(_2,_1)"},
    {"make_layout(make_shape(Int<4>{}, 2), LayoutLeft{})", "(_4,2):(_1,_4)"},
    {"make_layout(make_shape(Int<4>{}, 2), LayoutRight{})", "(_4,2):(2,_1)"},
    {"make_layout(make_shape(4, 2), GenRowMajor{})", "(4,2):(2,_1)"},
    {"make_layout(make_shape(2, make_shape(2, 2)), make_stride(4, make_stride(2, 1)))",
     "(2,(2,2)):(4,(2,1))"},
    {"make_layout(Shape<_2,_4>{}, Stride<_12,_1>{})", "(_2,_4):(_12,_1)"},
    {"make_layout(Int<8>{})", "_8:_1"},
    {"make_layout(8)", "8:_1"},
    {"make_layout(make_tuple(4u, 2UL), make_tuple(2, Int<-1>{}))", "(4,2):(2,_-1)"},
    {"make_layout(make_shape(4, 2)) // a 4x2 matrix", "(4,2):(_1,4)"},
    // DSL source
    {"cute.make_layout((4,2), stride=(2,1))", "(4,2):(2,1)"},
    {"cute.make_layout(shape=(4, 2), stride=(2, 1))", "(4,2):(2,1)"},
    {"cute.make_layout((4, 2))", "(4,2):(_1,4)"},
    {"cute.make_layout(8, stride = 2)", "8:2"},
    // a shape alone is column-major
    {"(4,2)", "(4,2):(_1,4)"},
    {"((2,2),(2,3))", "((2,2),(2,3)):((_1,2),(4,8))"},
    {"(3)", "(3):(_1)"},
    {"7", "7:_1"},
    // edges
    {"():()", "():()"},
    {"((),2):((),1)", "((),2):((),1)"},
    {"(0,4):(1,0)", "(0,4):(1,0)"},
};

TEST(Parse, EverySpellingOfAPlainLayoutIsRead) {
  for (const Reading& spelling : kSpellings) {
    const auto layout = parse_layout(spelling.written);
    ASSERT_TRUE(layout.has_value())
        << core::render(core::with_line(layout.error(), spelling.written));
    EXPECT_EQ(print(*layout, Marks::kShow), spelling.canonical) << spelling.written;
  }
}

TEST(Parse, ATextCutAnywhereIsALayoutOrAnErrorInsideTheText) {
  for (const Reading& spelling : kSpellings) {
    for (std::size_t length = 0; length < spelling.written.size(); ++length) {
      const auto cut = parse_layout(spelling.written.substr(0, length));
      if (cut) continue;
      ASSERT_TRUE(cut.error()->span.has_value()) << spelling.written << " at " << length;
      EXPECT_LE(cut.error()->span->begin, length) << spelling.written;
      EXPECT_FALSE(cut.error()->help.empty()) << cut.error()->message;
    }
  }
}

TEST(Parse, CoordinatesAreIntegersTuplesOrLists) {
  EXPECT_EQ(print(*parse_coordinate("5")), "5");
  EXPECT_EQ(print(*parse_coordinate("(1,(0,2))")), "(1,(0,2))");
  EXPECT_EQ(print(*parse_coordinate("1,2")), "(1,2)");
  EXPECT_EQ(print(*parse_coordinate("1, (0, 2)")), "(1,(0,2))");
  EXPECT_EQ(print(*parse_coordinate("make_coord(1, _2{})"), Marks::kShow), "(1,_2)");
  EXPECT_EQ(print(*parse_coordinate("-1")), "-1");
  EXPECT_EQ(print(*parse_coordinate("(1,_)")), "(1,_)");
  EXPECT_EQ(parse_coordinate("1 2").error()->code, "cute.syntax");
  EXPECT_EQ(parse_coordinate("").error()->code, "cute.syntax");
}

std::string code_of(const std::string& text) {
  const auto layout = parse_layout(text);
  return layout ? "read" : layout.error()->code;
}

TEST(Parse, WhatIsNotAPlainLayoutIsNamed) {
  const std::vector<std::string> foreign{"Sw<3,4,3>",
                                         "S<3,4,3>",
                                         "SW_3_4_3",
                                         "Swizzle(3,4,3)",
                                         "Swizzle<3,4,3>{}",
                                         "cute.make_swizzle(3,4,3)",
                                         "Sw<3,3,3> o 0 o (8,64):(64,1)",
                                         "Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)",
                                         "Swizzle<2,1,5> o (_32,_32):(_32,_1)",
                                         "(4,2):(2,1) o 0 o (4,2):(2,1)",
                                         "composition(Swizzle<3,4,3>{}, (8,8))",
                                         "ComposedLayout(a,o,b)",
                                         "(?):(?)",
                                         "(?{i64 div=8},4):(1,8)",
                                         "(8,8):(?{div=192},1)",
                                         "(4,5):(1@0,1@1)",
                                         "(4,5):(_1@1@0,E<0>)",
                                         "Layout((8,8),(F2(9),F2(1)))",
                                         "[(3):(1);(4):(1)]",
                                         "!cute.tile<\"[(3):(1);(4):(1)]\">",
                                         "<3:1,8:1>",
                                         "(4,_):(1,4)",
                                         "Layout<Shape<int,_4>>",
                                         "make_tile(4,2)"};
  for (const std::string& text : foreign) EXPECT_EQ(code_of(text), "cute.unsupported") << text;
}

TEST(Parse, HostileTextsAreRefusedAtOnce) {
  EXPECT_EQ(code_of(std::string(40000, '(')), "cute.too_deep");
  std::string calls;
  for (int i = 0; i < 10000; ++i) calls += "make_shape(";
  EXPECT_EQ(code_of(calls), "cute.too_deep");
  EXPECT_EQ(code_of(std::string(16, '(') + std::string(16, ')')), "read");
  EXPECT_EQ(code_of(std::string(17, '(') + std::string(17, ')')), "cute.too_deep");
  EXPECT_EQ(code_of("(" + std::string(17, '(') + std::string(17, ')') + "x"), "cute.too_deep");
  std::string list = "(1";
  for (int i = 0; i < 100000; ++i) list += ",1";
  EXPECT_EQ(code_of(list + ")"), "cute.too_many_leaves");
  std::string empties = "(";
  for (int i = 0; i < 100000; ++i) empties += "(),";
  EXPECT_EQ(code_of(empties + ")"), "cute.too_many_leaves");
  EXPECT_EQ(code_of("(4,2):(1000000000000000000000000000000,1)"), "scan.integer_too_large");
  EXPECT_EQ(code_of("(1000000000000000000,1000000000000000000)"), "cute.overflow");
  EXPECT_LT(parse_layout(std::string(1000000, 'a')).error()->message.size(), 200U);
  EXPECT_EQ(code_of(std::string("(4\0,2)", 6)), "cute.syntax");
  EXPECT_EQ(code_of("\xE2\x88\x97"), "cute.syntax");
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The file is a list of "> input" lines, each followed by the rendering of its error.
TEST(Parse, ErrorsReadAsTheGoldenFileHasThem) {
  const std::string golden =
      contents_of(TILEGLOT_SOURCE_DIR "/tileglot/notation/cute/testdata/bad.txt");
  std::istringstream lines(golden);
  std::string now;
  int inputs = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("> ")) continue;
    ++inputs;
    const std::string text = line.substr(2);
    const auto layout = parse_layout(text);
    now += line + "\n" + (layout ? "read\n" : core::render(core::with_line(layout.error(), text))) +
           "\n";
  }
  EXPECT_EQ(now, golden);
  EXPECT_GE(inputs, 20);
}

}  // namespace
}  // namespace tileglot::notation::cute
