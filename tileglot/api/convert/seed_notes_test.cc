// SPDX-License-Identifier: Apache-2.0
// seed_notes_test.cc: the counterexamples of docs/reference/seed-notes.md.
//
// Here and not with each notation, because the notes compare notations. A test computes what the
// document says beside what holds.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "tileglot/core/f2_matrix.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace xla = notation::xla;
using core::F2Matrix;
using Coordinate = std::vector<std::int64_t>;

// --- CuTe layouts ---

std::int64_t cosize_of(std::string_view layout) {
  return cute::cosize(*cute::parse_layout(layout))->value;
}

/// Also outside the shape, where the last leaf takes the rest, as in CuTe.
std::int64_t offset_at(std::string_view layout, std::int64_t index) {
  return cute::crd2idx(cute::IntTuple(index), *cute::parse_layout(layout))->value;
}

std::vector<std::int64_t> offsets_of(std::string_view layout) {
  const std::int64_t size = cute::size(*cute::parse_layout(layout))->value;
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(size));
  std::int64_t index = 0;
  for (std::int64_t& offset : offsets) offset = offset_at(layout, index++);
  return offsets;
}

cute::IntTuple natural(std::string_view coordinate, std::string_view shape) {
  return *cute::idx2crd(*cute::parse_int_tuple(coordinate), *cute::parse_int_tuple(shape));
}

TEST(SeedNotes, CosizeIsNotStrideTimesSizeMinusOnePlusOne) {
  EXPECT_EQ(cosize_of("(3,(2,3)):(3,(12,1))"), 21);  // reached: 0 to 20
  for (const std::int64_t stride : {3, 12, 1}) EXPECT_NE(stride * (18 - 1) + 1, 21);
  EXPECT_EQ(cosize_of("4:2"), 2 * (4 - 1) + 1);  // it holds for one mode
}

TEST(SeedNotes, CosizeIsNotTheOffsetAfterTheLastPlusOne) {
  const std::string_view layout = "(2,2,2):(2,4,1)";
  EXPECT_EQ(cosize_of(layout), 8);
  EXPECT_EQ(offset_at(layout, 8) + 1, 3);  // L(size(L)) + 1
  EXPECT_EQ(offset_at(layout, 7) + 1, 8);  // L(size(L) - 1) + 1
}

TEST(SeedNotes, TheLastOffsetIsNotAlwaysTheLargest) {
  EXPECT_EQ(offsets_of("4:-1"), (std::vector<std::int64_t>{0, -1, -2, -3}));
  EXPECT_EQ(offset_at("4:-1", 3) + 1, -2);
  EXPECT_EQ(cosize_of("4:-1"), 4);
}

TEST(SeedNotes, ACoordinateIsSplitWithItsRemainderFirst) {
  EXPECT_EQ(natural("(1,0)", "((2,2),6)"), *cute::parse_int_tuple("((1,0),0)"));  // (m mod 2, m/2)
  EXPECT_NE(natural("(1,0)", "((2,2),6)"), *cute::parse_int_tuple("((0,1),0)"));  // (m/2, m mod 2)
}

TEST(SeedNotes, ATupleOfOneExtentTakesCoordinatesThatTheExtentDoesNot) {
  const cute::IntTuple wrapped = *cute::parse_int_tuple("(5)");
  EXPECT_EQ(cute::rank(cute::IntTuple(24)), 1);  // an integer has rank 1, not 0
  EXPECT_TRUE(cute::idx2crd(wrapped, *cute::parse_int_tuple("(24)")).ok());
  EXPECT_FALSE(cute::idx2crd(wrapped, cute::IntTuple(24)).ok());
}

// --- Matrices over F2 ---

/// Columns as words, bit i being row i.
F2Matrix matrix(int rows, std::initializer_list<std::uint64_t> columns) {
  return *core::f2_matrix_of(rows, std::vector<std::uint64_t>(columns));
}

std::vector<std::int64_t> values_of(const F2Matrix& m) {
  std::vector<std::int64_t> values(std::size_t{1} << unsigned(m.columns()));
  std::uint64_t word = 0;
  for (std::int64_t& value : values) value = static_cast<std::int64_t>(core::apply(m, word++));
  return values;
}

int non_zero_rows(const F2Matrix& m) {
  const F2Matrix rows = core::transpose(m);
  int count = 0;
  for (int i = 0; i < rows.columns(); ++i) count += rows.column(i) != 0 ? 1 : 0;
  return count;
}

/// a above and left of b, zeros elsewhere.
F2Matrix block_diagonal(const F2Matrix& a, const F2Matrix& b) {
  F2Matrix result(a.rows() + b.rows(), a.columns() + b.columns());
  for (int j = 0; j < a.columns(); ++j) result.set_column(j, a.column(j));
  for (int j = 0; j < b.columns(); ++j) {
    result.set_column(a.columns() + j, b.column(j) << unsigned(a.rows()));
  }
  return result;
}

F2Matrix columns_of(const F2Matrix& m, int first, int last) {
  F2Matrix result(m.rows(), last - first);
  for (int j = first; j < last; ++j) result.set_column(j - first, m.column(j));
  return result;
}

F2Matrix side_by_side(const F2Matrix& a, const F2Matrix& b) {
  F2Matrix result(a.rows(), a.columns() + b.columns());
  for (int j = 0; j < a.columns(); ++j) result.set_column(j, a.column(j));
  for (int j = 0; j < b.columns(); ++j) result.set_column(a.columns() + j, b.column(j));
  return result;
}

TEST(SeedNotes, TheMatrixOfALayoutHasItsStridesAsColumns) {
  EXPECT_EQ(values_of(matrix(3, {2, 4, 1})), offsets_of("(2,2,2):(2,4,1)"));
}

TEST(SeedNotes, RankIsNotTheNumberOfNonZeroRows) {
  const F2Matrix twice = matrix(2, {3, 3});
  EXPECT_EQ(non_zero_rows(twice), 2);
  EXPECT_EQ(core::rank(twice), 1);
  EXPECT_EQ(values_of(twice), (std::vector<std::int64_t>{0, 3, 3, 0}));  // not onto [0,4)
}

TEST(SeedNotes, TheMatrixOfTheSecondHalfHasTwoColumnsOfOne) {
  const F2Matrix printed = matrix(3, {2, 0});
  const F2Matrix right = matrix(3, {2, 1});
  EXPECT_EQ(offsets_of("(2,2):(2,1)"), values_of(right));
  EXPECT_NE(offsets_of("(2,2):(2,1)"), values_of(printed));
  EXPECT_EQ(core::rank(side_by_side(matrix(3, {4}), right)), 3);  // complements fill [0,8)
  EXPECT_EQ(core::rank(side_by_side(matrix(3, {4}), printed)), 2);
}

TEST(SeedNotes, ConcatenationAddsAndDoesNotXor) {
  EXPECT_EQ(offsets_of("(2,2):(1,1)"), (std::vector<std::int64_t>{0, 1, 1, 2}));
  EXPECT_EQ(values_of(matrix(2, {1, 1})), (std::vector<std::int64_t>{0, 1, 1, 0}));
}

TEST(SeedNotes, ADivisionKeepsTheRowsOfTheLayout) {
  const F2Matrix a = matrix(3, {2, 4, 1});  // (2,2,2):(2,4,1)
  const F2Matrix b = matrix(1, {1});        // 2:1, onto [0,2)
  const F2Matrix divided = core::multiply(a, block_diagonal(b, core::f2_identity(2)));
  const F2Matrix first = core::multiply(columns_of(a, 0, 1), b);
  EXPECT_EQ(divided, side_by_side(first, columns_of(a, 1, 3)));
  EXPECT_EQ(values_of(divided), offsets_of("(2,(2,2)):(2,(4,1))"));

  const F2Matrix printed = block_diagonal(first, columns_of(a, 1, 3));
  EXPECT_EQ(printed.rows(), 6);
  EXPECT_EQ(core::apply(printed, 2), 32U);  // where the division has 4
}

TEST(SeedNotes, AProductWithALayoutThatIsNotOntoFillsItsGaps) {
  // A = 2:2 reaches 0 and 2; its complement in [0,4) is 2:1. A times 2:1 is (2,2):(2,1).
  const F2Matrix product = side_by_side(matrix(2, {2}), matrix(2, {1}));
  EXPECT_EQ(values_of(product), offsets_of("(2,2):(2,1)"));
  EXPECT_NE(values_of(block_diagonal(matrix(2, {2}), matrix(2, {1}))), values_of(product));
}

// --- XLA tiles ---

std::int64_t place_of(std::string_view shape, const Coordinate& coordinate) {
  return *xla::offset_of(*xla::parse_valid_shape(shape), coordinate);
}

TEST(SeedNotes, ATileNeedNotDivideItsDimension) {
  const auto shape = xla::parse_valid_shape("f32[3,5]{1,0:T(2,2)}");
  ASSERT_TRUE(shape.has_value());
  EXPECT_EQ(*xla::physical_extents(*shape), (Coordinate{2, 3, 2, 2}));
  EXPECT_EQ(*xla::physical_size(*shape), 24);
  EXPECT_EQ(place_of("f32[3,5]{1,0:T(2,2)}", {2, 3}), 17);
}

TEST(SeedNotes, TheFirstTileAloneDoesNotSayWhereNestedTilesPutAnElement) {
  EXPECT_EQ(place_of("bf16[9,200]{1,0:T(8,128)(2,1)}", {3, 130}), 1285);
  EXPECT_EQ(place_of("bf16[9,200]{1,0:T(8,128)}", {3, 130}), 1410);
}

}  // namespace
}  // namespace tileglot::api
