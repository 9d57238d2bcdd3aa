// SPDX-License-Identifier: Apache-2.0
// What CuTe has besides plain layouts, in every spelling: scaled bases, swizzles, composed layouts,
// tilers. text/parse_test.cc has the plain layouts.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

struct Reading {
  std::string_view written;
  std::string_view canonical;  ///< with static marks
};

std::string canonical(const core::Result<CuteLayout>& layout) {
  if (!layout) return layout.error()->message;
  return std::visit([](const auto& l) { return print(l, Marks::kShow); }, *layout);
}

template <class T>
std::string canonical(const core::Result<T>& read) {
  if (!read) return read.error()->message;
  if constexpr (std::is_same_v<T, Swizzle>) {
    return print(*read);
  } else {
    return print(*read, Marks::kShow);
  }
}

constexpr Reading kBases[] = {
    {"(4,(2,3)):(1@0,(1@0@1,1@1@1))", "(4,(2,3)):(1@0,(1@0@1,1@1@1))"},
    {"(_4,_2):(_1@1,_2@0)", "(_4,_2):(_1@1,_2@0)"},
    {"(4,5):(E<0>{},E<1>{})", "(4,5):(_1@0,_1@1)"},
    {"(4,5):(E<0,1>,E<1,0>)", "(4,5):(_1@1@0,_1@0@1)"},
    {"4:E<>{}", "4:_1"},
    {"(4,5):(2*E<0>{},E<1>{}*Int<3>{})", "(4,5):(2@0,_3@1)"},
    {"(4,5):(ScaledBasis<Int<2>,0>{},ScaledBasis<_3,1,0>{})", "(4,5):(_2@0,_3@0@1)"},
    {"make_layout(make_shape(_4{},_5{}), make_stride(E<1>{},E<0>{}))", "(_4,_5):(_1@1,_1@0)"},
    {"Layout((4, 5),(ScaledBasis(2, 0), ScaledBasis(3, [1, 0])))", "(4,5):(2@0,3@0@1)"},
    {"cute.make_layout((4, 5), stride=(cute.E(0), 2 * cute.E([1, 0])))", "(4,5):(_1@0,2@0@1)"},
};

TEST(Spellings, EveryScaledBasisIsRead) {
  for (const Reading& spelling : kBases) {
    EXPECT_EQ(canonical(parse_any_layout(spelling.written)), spelling.canonical)
        << spelling.written;
  }
}

TEST(Spellings, EverySwizzleIsRead) {
  for (const std::string_view text :
       {"Sw<3,4,3>", "S<3,4,3>", "Swizzle<3,4,3>", "Swizzle<3, 4, 3>{}", "Swizzle<3,4>{}",
        "cute::Swizzle<3,4,3>()", "Swizzle(3,4,3)", "Swizzle(3, 4, 3)", "SW_3_4_3",
        "cute.make_swizzle(3,4,3)", "make_swizzle(3, 4, 3)", "!cute.swizzle<\"S<3,4,3>\">"}) {
    EXPECT_EQ(canonical(parse_swizzle(text)), "Sw<3,4,3>") << text;
  }
  EXPECT_EQ(canonical(parse_swizzle("SW_2_0_-3")), "Sw<2,0,-3>");
  EXPECT_EQ(canonical(parse_swizzle("S<2,0,-3>")), "Sw<2,0,-3>");
  for (const std::string_view text :
       {"SW_3_4", "SW_3_4_", "SW_", "SW_3_4_3_1", "Swizzle", "SW_3_0_1", "make_swizzle<3,4,3>",
        "Sw(3,4,3)", "SW_99999999999_1_1"}) {
    EXPECT_FALSE(parse_swizzle(text).has_value()) << text;
  }
}

constexpr Reading kComposed[] = {
    // three terms: C++, cutegen, pycute
    {"Sw<3,0,3> o _0 o (_8,_8):(_8,_1)", "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)"},
    {"S<3,4,3> o 0 o (6,8):(8,1)", "Sw<3,4,3> o 0 o (6,8):(8,1)"},
    {"SW_3_0_3 o 0 o (8, 8):(8, 1)", "Sw<3,0,3> o 0 o (8,8):(8,1)"},
    {"(4,2):(2,1) o 3 o (2,2):(1,4)", "(4,2):(2,1) o 3 o (2,2):(1,4)"},
    {"4:1 o 1 o 2:1", "4:1 o 1 o 2:1"},
    {"!cute.layout<\"S<3,4,3> o 0 o (6,8):(8,1)\">", "Sw<3,4,3> o 0 o (6,8):(8,1)"},
    {"!cute.composed_layout<\"S<3,4,3> o 0 o (6,8):(8,1)\">", "Sw<3,4,3> o 0 o (6,8):(8,1)"},
    // two: TLX
    {"Swizzle<2,1,5> o (_32,_32):(_32,_1)", "Sw<2,1,5> o _0 o (_32,_32):(_32,_1)"},
    {"Sw<1,0,1> o 8", "Sw<1,0,1> o _0 o 8:_1"},
    {"(Swizzle(3, 0, 3)) o ((8, 8) : (8, 1))", "Sw<3,0,3> o _0 o (8,8):(8,1)"},
    // C++ source
    {"ComposedLayout<Swizzle<3,0,3>, _0, Layout<Shape<_8,_8>,Stride<_8,_1>>>{}",
     "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)"},
    {"make_composed_layout(Swizzle<3,0,3>{}, Int<5>{}, make_layout(make_shape(8, 8)))",
     "Sw<3,0,3> o _5 o (8,8):(_1,8)"},
    {"composition(Swizzle<3,0,3>{}, Layout<Shape<_8,_8>>{})", "Sw<3,0,3> o _0 o (_8,_8):(_1,_8)"},
    {"composition(Swizzle<3,0,3>{}, _0{}, Layout<Shape<_8,_8>>{})",
     "Sw<3,0,3> o _0 o (_8,_8):(_1,_8)"},
    // DSL and Python
    {"cute.make_composed_layout(cute.make_swizzle(3,0,3), 0, cute.make_layout((8, 8)))",
     "Sw<3,0,3> o 0 o (8,8):(_1,8)"},
    {"cute.make_composed_layout(inner=cute.make_swizzle(3,0,3), offset=0, outer=(8,8):(8,1))",
     "Sw<3,0,3> o 0 o (8,8):(8,1)"},
    {"ComposedLayout(Swizzle(3,0,3), 0, Layout((8, 8),(8, 1)))", "Sw<3,0,3> o 0 o (8,8):(8,1)"},
    // a swizzle of bytes on elements of 16, 8 and 4 bits, and one below the element
    {"Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)",
     "Sw<3,3,3> o _0 o (_64,_16):(_16,_1)"},
    {"Sw<3,4,3> o smem_ptr[8b](unset) o (_64,_16):(_16,_1)", "Sw<3,4,3> o _0 o (_64,_16):(_16,_1)"},
    {"Sw<3,4,3> o smem_ptr[4b](unset) o (_64,_16):(_16,_1)", "Sw<3,5,3> o _0 o (_64,_16):(_16,_1)"},
    {"Sw<3,1,3> o smem_ptr[32b](unset) o 8:1", "Sw<2,0,3> o _0 o 8:1"},
    {"ComposedLayout<Swizzle<3,4,3>, smem_ptr_flag_bits<16>, Layout<Shape<_64,_16>>>{}",
     "Sw<3,3,3> o _0 o (_64,_16):(_1,_64)"},
    {"ComposedLayout<Swizzle<3,4,3>, smem_ptr_flag, Layout<Shape<_64>>>{}",
     "Sw<3,4,3> o _0 o (_64):(_1)"},
};

TEST(Spellings, EveryComposedLayoutIsRead) {
  for (const Reading& spelling : kComposed) {
    EXPECT_EQ(canonical(parse_any_layout(spelling.written)), spelling.canonical)
        << spelling.written;
  }
}

constexpr Reading kTilers[] = {
    {"<4:1,<2,_>>", "<4:1,<2:_1,_>>"},
    {"(4,())", "<4:_1,<>>"},
    {"<>", "<>"},
    {"<3:1, 8:1>", "<3:1,8:1>"},
    {"[(3):(1);(4):(1)]", "<(3):(1),(4):(1)>"},
    {"[_;4:1]", "<_,4:1>"},
    {"!cute.tile<\"[(3):(1);(4):(1)]\">", "<(3):(1),(4):(1)>"},
    {"Tile<_4,_8>{}", "<_4:_1,_8:_1>"},
    {"Tile<Layout<_4,_1>, Layout<Shape<_2,_4>,Stride<_1,_8>>>", "<_4:_1,(_2,_4):(_1,_8)>"},
    {"Tile<Underscore,_8>", "<_,_8:_1>"},
    {"make_tile(Int<4>{}, make_layout(_8{}, _2{}), _)", "<_4:_1,_8:_2,_>"},
    {"(_4:_1,_8,_)", "<_4:_1,_8:_1,_>"},
    {"(4,8)", "<4:_1,8:_1>"},
    {"(4, None)", "<4:_1,_>"},
    {"Shape<_4,_8>{}", "<_4:_1,_8:_1>"},
    {"(4,8):(1,4)", "(4,8):(1,4)"},
    {"Layout<Shape<_4,_8>>{}", "(_4,_8):(_1,_4)"},
    {"4", "4:_1"},
    {"_", "_"},
};

TEST(Spellings, EveryTilerIsRead) {
  for (const Reading& spelling : kTilers) {
    EXPECT_EQ(canonical(parse_tiler(spelling.written)), spelling.canonical) << spelling.written;
  }
}

TEST(Spellings, ABasisIsAStrideOfATilerOnly) {
  EXPECT_EQ(canonical(parse_tiler("<4:1@0,5>")), "<4:1@0,5:_1>");
  EXPECT_EQ(parse_tiler("(4,52*E<1,0>{})").error()->code, "cute.unsupported");
  EXPECT_EQ(parse_tiler("1@0").error()->code, "cute.unsupported");
}

TEST(Spellings, CoordinatesTakeEveryUnderscore) {
  EXPECT_EQ(canonical(parse_coordinate("make_coord(_, 2)")), "(_,2)");
  EXPECT_EQ(canonical(parse_coordinate("(None, (0, None))")), "(_,(0,_))");
  EXPECT_EQ(canonical(parse_coordinate("Step<_1,X,_1>{}")), "(_1,_,_1)");
  EXPECT_EQ(canonical(parse_coordinate("(Underscore{},1)")), "(_,1)");
}

std::string code_of(const std::string& text) {
  const auto layout = parse_any_layout(text);
  return layout ? "read" : layout.error()->code;
}

TEST(Spellings, WhatHasNoValueHereIsNamed) {
  for (const char* text :
       {"(?):(?) o ? o (6,8):(8,1)", "S<3,4,3> o ? o (6,8):(8,1)", "(?{i64 div=8},4):(1,8)",
        "(8,8):(?{div=192},1)", "Layout((8,8),(F2(9),F2(1)))", "Layout<Shape<int,_4>>",
        "Sw<3,4,3> o smem_ptr[16b](0x7f3a) o (8,8):(8,1)", "composition((4,2):(2,1), 4:1)",
        "Sw<3,0,3> o 0 o Sw<3,0,3> o 0 o 8:1", "Sw<3,0,3> o (0,1) o 8:1",
        "4:1 o smem_ptr[16b](unset) o 4:1", "Sw<3,4,3> o smem_ptr[12b](unset) o 8:1",
        "Sw<3,0,3>"}) {
    EXPECT_EQ(code_of(text), "cute.unsupported") << text;
  }
  EXPECT_EQ(code_of("4:E<63>"), "cute.basis");
  EXPECT_EQ(code_of("4:E<0,0,0,0,0,0>"), "cute.basis");
  EXPECT_EQ(code_of("4:E<0>*E<1>"), "cute.basis");
  EXPECT_EQ(code_of("(4,E<0>):(1,2)"), "cute.syntax");
}

TEST(Spellings, OnlyPartsOfACompositionHaveParentheses) {
  EXPECT_EQ(code_of("((8,8):(8,1)) o 3 o (4:1)"), "read");
  EXPECT_EQ(code_of("((8,8):(8,1))"), "cute.syntax");
  EXPECT_EQ(code_of("(4:1)"), "cute.syntax");
  EXPECT_EQ(code_of("(Sw<3,0,3>)"), "cute.unsupported");
}

template <class Read>
void expect_cuts_end_well(std::string_view text, const Read& read) {
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto cut = read(text.substr(0, length));
    if (cut) continue;
    ASSERT_TRUE(cut.error()->span.has_value()) << text << " at " << length;
    EXPECT_LE(cut.error()->span->begin, length) << text;
    EXPECT_FALSE(cut.error()->help.empty()) << cut.error()->message;
  }
}

TEST(Spellings, ATextCutAnywhereIsReadOrRefusedInsideTheText) {
  for (const Reading& s : kBases) expect_cuts_end_well(s.written, parse_any_layout);
  for (const Reading& s : kComposed) expect_cuts_end_well(s.written, parse_any_layout);
  for (const Reading& s : kTilers) expect_cuts_end_well(s.written, parse_tiler);
}

TEST(Spellings, HostileTextsEndAtOnce) {
  EXPECT_FALSE(parse_tiler(std::string(40000, '<')).has_value());
  EXPECT_FALSE(parse_tiler(std::string(40000, '(')).has_value());
  std::string deep;
  for (int i = 0; i < 10000; ++i) deep += "((4:1,";
  EXPECT_FALSE(parse_tiler(deep).has_value());
  std::string long_chain = "Sw<1,0,1>";
  for (int i = 0; i < 10000; ++i) long_chain += " o 0 o Sw<1,0,1>";
  EXPECT_FALSE(parse_any_layout(long_chain).has_value());
  std::string product = "4";
  for (int i = 0; i < 100000; ++i) product += "*1";
  EXPECT_EQ(canonical(parse_any_layout(product)), "4:_1");
  std::string bases = "4:";
  std::string quotes;
  for (int i = 0; i < 100000; ++i) bases += "ScaledBasis<";
  for (int i = 0; i < 100000; ++i) quotes += "!cute.swizzle<\"";
  EXPECT_EQ(code_of(bases), "cute.too_deep");
  EXPECT_FALSE(parse_swizzle(quotes).has_value());
}

}  // namespace
}  // namespace tileglot::notation::cute
