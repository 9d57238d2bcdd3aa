// SPDX-License-Identifier: Apache-2.0
// Every result that CuTe's page on layouts prints, from the page's own lines.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <string>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

std::string printed(const std::function<void()>& write) {
  testing::internal::CaptureStdout();
  write();
  return testing::internal::GetCapturedStdout();
}

template <class X>
std::string text_of(const X& x) {
  return printed([&x] { print(x); });
}

// --- the page's functions, as they stand there ---

template <class Shape, class Stride>
void print2D(Layout<Shape, Stride> const& layout) {
  for (int m = 0; m < size<0>(layout); ++m) {
    for (int n = 0; n < size<1>(layout); ++n) {
      printf("%3d ", layout(m, n));
    }
    printf("\n");
  }
}

template <class Shape, class Stride>
void print1D(Layout<Shape, Stride> const& layout) {
  for (int i = 0; i < size(layout); ++i) {
    printf("%3d ", layout(i));
  }
}

// --- the page's layouts ---

Layout s8 = make_layout(Int<8>{});
Layout d8 = make_layout(8);

Layout s2xs4 = make_layout(make_shape(Int<2>{}, Int<4>{}));
Layout s2xd4 = make_layout(make_shape(Int<2>{}, 4));

Layout s2xd4_a = make_layout(make_shape(Int<2>{}, 4), make_stride(Int<12>{}, Int<1>{}));
Layout s2xd4_col = make_layout(make_shape(Int<2>{}, 4), LayoutLeft{});
Layout s2xd4_row = make_layout(make_shape(Int<2>{}, 4), LayoutRight{});

Layout s2xh4 = make_layout(make_shape(2, make_shape(2, 2)), make_stride(4, make_stride(2, 1)));
Layout s2xh4_col = make_layout(shape(s2xh4), LayoutLeft{});

TEST(SeedLayouts, IntegersAndTuplesAreAsThePageSaysThemToBe) {
  static_assert(is_integral<int>::value && is_integral<Int<3>>::value);
  static_assert(is_std_integral<size_t>::value && !is_std_integral<Int<3>>::value);
  static_assert(is_static<Int<3>>::value && !is_static<int>::value);
  static_assert(is_constant<3, Int<3>>::value && !is_constant<3, Int<4>>::value);
  EXPECT_EQ(text_of(int{2}), "2");
  EXPECT_EQ(text_of(Int<3>{}), "_3");
  EXPECT_EQ(text_of(make_tuple(int{2}, Int<3>{})), "(2,_3)");
  const auto nested = make_tuple(uint16_t{42}, make_tuple(Int<1>{}, int32_t{3}), Int<17>{});
  EXPECT_EQ(text_of(nested), "(42,(_1,3),_17)");
  EXPECT_EQ(rank(nested), 3);
  EXPECT_EQ(depth(nested), 2);
  EXPECT_EQ(size(nested), 42 * 3 * 17);
  EXPECT_EQ((get<1, 1>(nested)), 3);
  EXPECT_EQ((rank<1>(nested)), 2);
  EXPECT_EQ((depth<1>(nested)), 1);
  EXPECT_EQ((size<1>(nested)), 3);
}

TEST(SeedLayouts, TheNineLayouts) {
  EXPECT_EQ(text_of(s8), "_8:_1");
  EXPECT_EQ(text_of(d8), "8:_1");
  EXPECT_EQ(text_of(s2xs4), "(_2,_4):(_1,_2)");
  EXPECT_EQ(text_of(s2xd4), "(_2,4):(_1,_2)");
  EXPECT_EQ(text_of(s2xd4_a), "(_2,4):(_12,_1)");
  EXPECT_EQ(text_of(s2xd4_col), "(_2,4):(_1,_2)");
  EXPECT_EQ(text_of(s2xd4_row), "(_2,4):(4,_1)");
  EXPECT_EQ(text_of(s2xh4), "(2,(2,2)):(4,(2,1))");
  EXPECT_EQ(text_of(s2xh4_col), "(2,(2,2)):(_1,(2,4))");
  EXPECT_TRUE(congruent(shape(s2xh4), stride(s2xh4)));
}

TEST(SeedLayouts, Print2D) {
  EXPECT_EQ(printed([] { print2D(s2xs4); }),
            "  0   2   4   6 \n"
            "  1   3   5   7 \n");
  EXPECT_EQ(printed([] { print2D(s2xd4_a); }),
            "  0   1   2   3 \n"
            " 12  13  14  15 \n");
  EXPECT_EQ(printed([] { print2D(s2xh4_col); }),
            "  0   2   4   6 \n"
            "  1   3   5   7 \n");
  EXPECT_EQ(printed([] { print2D(s2xh4); }),
            "  0   2   1   3 \n"
            "  4   6   5   7 \n");
  EXPECT_EQ(printed([] { print2D(Layout<Shape<_2, _4>>{}); }), printed([] { print2D(s2xs4); }));
}

TEST(SeedLayouts, Print1D) {
  EXPECT_EQ(printed([] { print1D(s2xs4); }), "  0   1   2   3   4   5   6   7 ");
  EXPECT_EQ(printed([] { print1D(s2xd4_a); }), "  0  12   1  13   2  14   3  15 ");
  EXPECT_EQ(printed([] { print1D(s2xh4_col); }), "  0   1   2   3   4   5   6   7 ");
  EXPECT_EQ(printed([] { print1D(s2xh4); }), "  0   4   2   6   1   5   3   7 ");
}

TEST(SeedLayouts, PrintLayout) {
  EXPECT_EQ(printed([] { print_layout(s2xh4); }),
            "(2,(2,2)):(4,(2,1))\n"
            "      0   1   2   3 \n"
            "    +---+---+---+---+\n"
            " 0  | 0 | 2 | 1 | 3 |\n"
            "    +---+---+---+---+\n"
            " 1  | 4 | 6 | 5 | 7 |\n"
            "    +---+---+---+---+\n");
}

TEST(SeedLayouts, Vectors) {
  EXPECT_EQ(printed([] { print1D("8:1"_layout); }), "  0   1   2   3   4   5   6   7 ");
  EXPECT_EQ(printed([] { print1D("8:2"_layout); }), "  0   2   4   6   8  10  12  14 ");
  const Layout split = make_layout(make_shape(make_shape(4, 2)), make_stride(make_stride(2, 1)));
  EXPECT_EQ(text_of(split), "((4,2)):((2,1))");
  EXPECT_EQ(printed([&] { print1D(split); }), "  0   2   4   6   1   3   5   7 ");
  const Layout whole = make_layout(make_shape(make_shape(4, 2)), make_stride(make_stride(1, 4)));
  EXPECT_EQ(printed([&] { print1D(whole); }), printed([] { print1D("8:1"_layout); }));
  for (const Layout<>& vector : {"8:1"_layout, "8:2"_layout, split, whole})
    EXPECT_EQ(rank(vector), 1);
}

TEST(SeedLayouts, Matrices) {
  EXPECT_EQ(printed([] { print2D("(4,2):(1,4)"_layout); }),
            "  0   4 \n"
            "  1   5 \n"
            "  2   6 \n"
            "  3   7 \n");
  EXPECT_EQ(printed([] { print2D("(4,2):(2,1)"_layout); }),
            "  0   1 \n"
            "  2   3 \n"
            "  4   5 \n"
            "  6   7 \n");
  EXPECT_EQ(printed([] { print2D("((2,2),2):((4,1),2)"_layout); }),
            "  0   2 \n"
            "  4   6 \n"
            "  1   3 \n"
            "  5   7 \n");
}

TEST(SeedLayouts, ElevenRowsOfCompatibility) {
  const auto s24 = make_shape(24);
  const auto s4x6 = make_shape(4, 6);
  const auto s22x6 = make_shape(make_shape(2, 2), 6);
  const auto s22x32 = make_shape(make_shape(2, 2), make_shape(3, 2));
  const auto s23x4 = make_shape(make_shape(2, 3), 4);
  EXPECT_FALSE(compatible(24, 32));
  EXPECT_TRUE(compatible(24, s4x6));
  EXPECT_TRUE(compatible(s4x6, s22x6));
  EXPECT_TRUE(compatible(s22x6, s22x32));
  EXPECT_TRUE(compatible(24, s22x32));
  EXPECT_TRUE(compatible(24, s23x4));
  EXPECT_FALSE(compatible(s23x4, s22x32));
  EXPECT_FALSE(compatible(s22x32, s23x4));
  EXPECT_TRUE(compatible(24, s24));
  EXPECT_FALSE(compatible(s24, 24));
  EXPECT_FALSE(compatible(s24, s4x6));
}

TEST(SeedLayouts, EighteenRowsOfCoordinates) {
  const auto shape = make_shape(3, make_shape(2, 3));
  std::string table;
  for (int i = 0; i < size(shape); ++i) {
    const auto by_mode = idx2crd(i, make_shape(3, 6));
    EXPECT_EQ(idx2crd(by_mode, shape), idx2crd(i, shape));
    table += text_of(i) + " " + text_of(by_mode) + " " + text_of(idx2crd(i, shape)) + "\n";
  }
  EXPECT_EQ(table,
            "0 (0,0) (0,(0,0))\n"
            "1 (1,0) (1,(0,0))\n"
            "2 (2,0) (2,(0,0))\n"
            "3 (0,1) (0,(1,0))\n"
            "4 (1,1) (1,(1,0))\n"
            "5 (2,1) (2,(1,0))\n"
            "6 (0,2) (0,(0,1))\n"
            "7 (1,2) (1,(0,1))\n"
            "8 (2,2) (2,(0,1))\n"
            "9 (0,3) (0,(1,1))\n"
            "10 (1,3) (1,(1,1))\n"
            "11 (2,3) (2,(1,1))\n"
            "12 (0,4) (0,(0,2))\n"
            "13 (1,4) (1,(0,2))\n"
            "14 (2,4) (2,(0,2))\n"
            "15 (0,5) (0,(1,2))\n"
            "16 (1,5) (1,(1,2))\n"
            "17 (2,5) (2,(1,2))\n");
}

TEST(SeedLayouts, TheIndexOfEveryNaturalCoordinate) {
  const auto shape = make_shape(3, make_shape(2, 3));
  const auto stride = make_stride(3, make_stride(12, 1));
  const Layout layout = make_layout(shape, stride);
  std::string header;
  for (int n = 0; n < 6; ++n) header += text_of(get<1>(idx2crd(make_coord(0, n), shape))) + " ";
  EXPECT_EQ(header, "(0,0) (1,0) (0,1) (1,1) (0,2) (1,2) ");
  EXPECT_EQ(printed([&] { print2D(layout); }),
            "  0  12   1  13   2  14 \n"
            "  3  15   4  16   5  17 \n"
            "  6  18   7  19   8  20 \n");
  EXPECT_EQ(crd2idx(make_coord(1, make_coord(1, 2)), shape, stride), 17);
}

TEST(SeedLayouts, Sublayouts) {
  Layout a = Layout<Shape<_4, Shape<_3, _6>>>{};  // (4,(3,6)):(1,(4,12))
  Layout a0 = layout<0>(a);
  Layout a1 = layout<1>(a);
  Layout a10 = layout<1, 0>(a);
  Layout a11 = layout<1, 1>(a);
  EXPECT_EQ(text_of(a), "(_4,(_3,_6)):(_1,(_4,_12))");
  EXPECT_EQ(text_of(a0), "_4:_1");
  EXPECT_EQ(text_of(a1), "(_3,_6):(_4,_12)");
  EXPECT_EQ(text_of(a10), "_3:_4");
  EXPECT_EQ(text_of(a11), "_6:_12");
}

TEST(SeedLayouts, SelectedModes) {
  Layout a = Layout<Shape<_2, _3, _5, _7>>{};  // (2,3,5,7):(1,2,6,30)
  Layout a13 = select<1, 3>(a);
  Layout a01 = select<0, 1, 3>(a);
  Layout a2 = select<2>(a);
  EXPECT_EQ(text_of(a13), "(_3,_7):(_2,_30)");
  EXPECT_EQ(text_of(a01), "(_2,_3,_7):(_1,_2,_30)");
  EXPECT_EQ(text_of(a2), "(_5):(_6)");
}

template <int Begin, int End, class L>
concept CanTake = requires(L l) { take<Begin, End>(l); };

TEST(SeedLayouts, TakenModes) {
  Layout a = Layout<Shape<_2, _3, _5, _7>>{};
  Layout a13 = take<1, 3>(a);
  Layout a14 = take<1, 4>(a);
  EXPECT_EQ(text_of(a13), "(_3,_5):(_2,_6)");
  EXPECT_EQ(text_of(a14), "(_3,_5,_7):(_2,_6,_30)");
  static_assert(CanTake<1, 3, decltype(a)> && !CanTake<1, 1, decltype(a)>);
  static_assert(!CanTake<1, 1, Layout<>>);
}

TEST(SeedLayouts, Concatenation) {
  Layout a = Layout<_3, _1>{};
  Layout b = Layout<_4, _3>{};
  Layout row = make_layout(a, b);
  Layout col = make_layout(b, a);
  Layout q = make_layout(row, col);
  Layout aa = make_layout(a);
  Layout aaa = make_layout(aa);
  Layout d = make_layout(a, make_layout(a), a);
  EXPECT_EQ(text_of(a), "_3:_1");
  EXPECT_EQ(text_of(b), "_4:_3");
  EXPECT_EQ(text_of(row), "(_3,_4):(_1,_3)");
  EXPECT_EQ(text_of(col), "(_4,_3):(_3,_1)");
  EXPECT_EQ(text_of(q), "((_3,_4),(_4,_3)):((_1,_3),(_3,_1))");
  EXPECT_EQ(text_of(aa), "(_3):(_1)");
  EXPECT_EQ(text_of(aaa), "((_3)):((_1))");
  EXPECT_EQ(text_of(d), "(_3,(_3),_3):(_1,(_1),_1)");
  EXPECT_EQ(text_of(append(a, b)), "(_3,_4):(_1,_3)");
  EXPECT_EQ(text_of(prepend(a, b)), "(_4,_3):(_3,_1)");
  EXPECT_EQ(text_of(replace<2>(d, b)), "(_3,(_3),_4):(_1,(_1),_3)");
}

TEST(SeedLayouts, GroupingAndFlattening) {
  Layout a = Layout<Shape<_2, _3, _5, _7>>{};
  Layout b = group<0, 2>(a);
  Layout c = group<1, 3>(b);
  Layout f = flatten(b);
  Layout e = flatten(c);
  EXPECT_EQ(text_of(a), "(_2,_3,_5,_7):(_1,_2,_6,_30)");
  EXPECT_EQ(text_of(b), "((_2,_3),_5,_7):((_1,_2),_6,_30)");
  EXPECT_EQ(text_of(c), "((_2,_3),(_5,_7)):((_1,_2),(_6,_30))");
  EXPECT_EQ(text_of(f), "(_2,_3,_5,_7):(_1,_2,_6,_30)");
  EXPECT_EQ(text_of(e), "(_2,_3,_5,_7):(_1,_2,_6,_30)");
}

}  // namespace
