// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/detail/bit_moves.h"

#include <gtest/gtest.h>

namespace tileglot::notation::linear::detail {
namespace {

TEST(BitMoves, PartsChangeTheirPlaces) {
  BitMoves moves;
  moves.add({Name("a"), 2, 0}, 3);
  moves.add({Name("b"), 1, 2}, 0);
  moves.add({Name("c"), 0, 3}, 7);
  EXPECT_EQ(moves.moved(0b101), 0b01001U);
}

TEST(BitMoves, WhatStaysIsLeftAsItIs) {
  BitMoves moves;
  moves.add({Name("a"), 64, 0}, 0);
  EXPECT_EQ(moves.moved(~std::uint64_t{0}), ~std::uint64_t{0});
}

}  // namespace
}  // namespace tileglot::notation::linear::detail
