// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/matrix_access.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/core/law.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"

namespace tileglot::analysis {
namespace {

using map::MapBuilder;

/// Offsets of (2 * pairs registers, 32 lanes): lane 4r+j holds elements 2j and 2j+1 of row r, pairs
/// of registers are `next` apart.
map::IndexMap operand(std::int64_t pairs, std::int64_t pitch, std::int64_t next) {
  return map::map_of({2 * pairs, 32}, [&](MapBuilder& b) {
    const map::Value in_row = b.add(b.mod(b.dim(0), 2), b.scale(b.mod(b.dim(1), 4), 2));
    const map::Value row = b.scale(b.floor_div(b.dim(1), 4), pitch);
    return b.add(b.add(in_row, row), b.scale(b.floor_div(b.dim(0), 2), next));
  });
}

/// Lane 4r+j holds element r of rows 2j and 2j+1.
map::IndexMap transposed_operand(std::int64_t pitch) {
  return map::map_of({2, 32}, [&](MapBuilder& b) {
    const map::Value row = b.add(b.dim(0), b.scale(b.mod(b.dim(1), 4), 2));
    return b.add(b.scale(row, pitch), b.floor_div(b.dim(1), 4));
  });
}

std::string code_of(const core::Result<LaneAccess>& access) {
  return access ? "none" : access.error()->code;
}

TEST(MatrixAccess, AnOperandIsRowsOfSixteenBytes) {
  const LaneAccess access = *matrix_access(operand(1, 64, 8), 16, MatrixOrder::kRows);
  EXPECT_EQ(access.vector, 8);
  EXPECT_EQ(access.begins, (std::vector<std::int64_t>{0, 64, 128, 192, 256, 320, 384, 448}));
  EXPECT_EQ(bank_conflicts(access, 16).ways, 8);
  EXPECT_EQ(matrix_access(operand(4, 72, 8), 16, MatrixOrder::kRows)->instructions(), 4);
}

TEST(MatrixAccess, ATransposedOperandIsElementsOfEightRows) {
  const LaneAccess access = *matrix_access(transposed_operand(72), 16, MatrixOrder::kTransposed);
  EXPECT_EQ(access.begins, (std::vector<std::int64_t>{0, 72, 144, 216, 288, 360, 432, 504}));
  EXPECT_TRUE(bank_conflicts(access, 16).is_free());
  EXPECT_EQ(code_of(matrix_access(transposed_operand(72), 16, MatrixOrder::kRows)),
            "access.no_matrix");
  EXPECT_EQ(code_of(matrix_access(operand(1, 64, 8), 16, MatrixOrder::kTransposed)),
            "access.no_matrix");
}

TEST(MatrixAccess, TheLaneThatHoldsSomethingElseIsShown) {
  const map::IndexMap rows = map::strided({2, 32}, {1, 2});
  const auto whole = matrix_access(rows, 16, MatrixOrder::kRows);
  EXPECT_EQ(whole->begins.size(), 8U);
  const map::IndexMap torn =
      map::map_of({2, 32}, [](MapBuilder& b) { return b.add(b.dim(0), b.scale(b.dim(1), 4)); });
  EXPECT_EQ(matrix_access(torn, 16, MatrixOrder::kRows).error()->witness,
            "lane 1 holds offset 4, a matrix has 2 there");
  EXPECT_EQ(matrix_access(operand(1, 66, 8), 16, MatrixOrder::kRows).error()->witness,
            "row 1 begins at offset 66, no multiple of 8");
}

TEST(MatrixAccess, OtherWarpsAndElementsAreRefused) {
  EXPECT_EQ(code_of(matrix_access(map::strided({2, 64}, {1, 2}), 16, MatrixOrder::kRows)),
            "access.no_matrix");
  EXPECT_EQ(code_of(matrix_access(operand(1, 64, 8), 64, MatrixOrder::kRows)), "access.no_matrix");
  EXPECT_EQ(code_of(matrix_access(transposed_operand(72), 8, MatrixOrder::kTransposed)),
            "access.no_matrix");
  EXPECT_EQ(code_of(matrix_access(map::strided({1, 32}, {1, 2}), 16, MatrixOrder::kTransposed)),
            "access.no_matrix");
}

std::vector<std::int64_t> each_once(std::vector<std::int64_t> numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// What a lane gets from the rows of one warp, by the pictures of the PTX manual.
std::vector<std::int64_t> delivered(const LaneAccess& access, std::int64_t warp, std::int64_t lane,
                                    MatrixOrder order) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t i = 0; i < access.instructions(); ++i) {
    const auto rows = access.begins_of(warp, i);
    for (std::int64_t e = 0; e < access.vector / 4; ++e) {
      const bool is_straight = order == MatrixOrder::kRows;
      const std::int64_t row = is_straight ? lane / 4 : lane % 4 * 2 + e;
      const std::int64_t column = is_straight ? lane % 4 * (access.vector / 4) + e : lane / 4;
      offsets.push_back(rows[static_cast<std::size_t>(row)] + column);
    }
  }
  return each_once(std::move(offsets));
}

TEST(MatrixAccessLaw, MatricesDeliverWhatLanesHold) {
  std::int64_t found = 0;
  core::check_law("matrices_deliver_what_lanes_hold", 5000, [&] {
    // Bits of the place, each to an offset; most of an operand's, in some order, so that many fit.
    std::vector<std::int64_t> bases{1, 2, 4, 64, 128, 256};
    const bool by_columns = *rc::gen::arbitrary<bool>();
    if (by_columns) bases = {64, 128, 256, 1, 2, 4};
    for (int more = *rc::gen::inRange(0, 3); more > 0; --more) {
      bases.insert(bases.begin() + *rc::gen::inRange(0, 2), std::int64_t{4 << more});
    }
    if (*rc::gen::inRange(0, 4) == 0) std::swap(bases[0], bases[3]);
    if (*rc::gen::inRange(0, 4) == 0) bases[1] += 8;
    const std::size_t registers = bases.size() - 5;
    const map::IndexMap f = map::map_of({std::int64_t{1} << registers, 32}, [&](MapBuilder& b) {
      map::Value sum = b.constant(0);
      for (std::size_t i = 0; i < bases.size(); ++i) {
        const std::size_t dim = i < registers ? 0 : 1;
        const auto bit = std::int64_t{1} << (dim == 0 ? i : i - registers);
        const map::Value value = b.mod(b.floor_div(b.dim(dim), bit), 2);
        sum = b.add(sum, b.scale(value, bases[i]));
      }
      return sum;
    });
    for (const MatrixOrder order : {MatrixOrder::kRows, MatrixOrder::kTransposed}) {
      const auto access = matrix_access(f, 16, order);
      if (!access) continue;
      ++found;
      for (std::int64_t lane = 0; lane < 32; ++lane) {
        std::vector<std::int64_t> held;
        for (std::int64_t r = 0; r < f.extent(0); ++r) held.push_back(f(map::Coordinate{r, lane}));
        ASSERT_EQ(delivered(*access, 0, lane, order), each_once(std::move(held)));
      }
    }
  });
  EXPECT_GT(found, core::law_minimum(100));
}

}  // namespace
}  // namespace tileglot::analysis
