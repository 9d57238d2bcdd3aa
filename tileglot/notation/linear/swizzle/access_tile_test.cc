// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/access_tile.h"

#include <gtest/gtest.h>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

MemoryOffsets accumulators_in(const char* memory) {
  const Layout layout = parse(
                            "{register: [[0,1],[8,0],[0,8]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]]}"
                            " -> {dim0: 16, dim1: 16}")
                            .value();
  return memory_offsets(layout, parse(memory).value()).value();
}

TEST(AccessTile, TheAccumulatorsOfMmaFitStmatrix) {
  const auto rows = accumulators_in(
      "{offset: [[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,0],[8,0]]} -> {dim0: 16, dim1: 16}");
  EXPECT_TRUE(matrix_fits(matrix_tile(), rows, 16));
  EXPECT_FALSE(matrix_fits(matrix_tile(), rows, 8));
  EXPECT_FALSE(matrix_fits(transposed_tile(), rows, 16));
}

TEST(AccessTile, TheirTransposeFitsTheTransposedOne) {
  const auto columns = accumulators_in(
      "{offset: [[1,0],[2,0],[4,0],[8,0],[0,1],[0,2],[0,4],[0,8]]} -> {dim0: 16, dim1: 16}");
  EXPECT_TRUE(matrix_fits(transposed_tile(), columns, 16));
  EXPECT_FALSE(matrix_fits(matrix_tile(), columns, 16));
}

}  // namespace
}  // namespace tileglot::notation::linear
