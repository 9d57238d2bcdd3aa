// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/axis.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "tileglot/relayout/cpu/detail/nest_runner.h"

namespace tileglot::relayout::cpu {
namespace {

using Piece = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

TEST(Axis, PiecesAreCutWhereThePitchChanges) {
  const std::array<LoopView, 2> loops = {LoopView{4, {1000, 0}}, LoopView{15, {32, 0}}};
  const Axis axis(loops, &Move::f);
  EXPECT_EQ(axis.cells(), 60);
  EXPECT_EQ(axis.pitch(), 32);
  std::vector<Piece> pieces;
  axis.for_each_piece(10, 35, [&](std::int64_t first, std::int64_t cells, std::int64_t offset) {
    pieces.emplace_back(first, cells, offset);
  });
  EXPECT_EQ(pieces, (std::vector<Piece>{{10, 5, 320}, {15, 15, 1000}, {30, 5, 2000}}));
}

}  // namespace
}  // namespace tileglot::relayout::cpu
