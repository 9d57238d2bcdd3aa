// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/iterated_memory.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

std::string memory(const triton::Numbers& tensor, const triton::Numbers& piece,
                   const triton::Numbers& order) {
  const auto layout = iterated_memory(tensor, piece, order);
  return layout ? linear::print(*layout) : layout.error()->code;
}

TEST(IteratedMemory, APieceAtATime) {
  EXPECT_EQ(memory({2, 4}, {2, 2}, {0, 1}),
            "{offset: [[1,0],[0,1]], iteration: [[0,2]], block: []} -> {dim0: 2, dim1: 4}");
  EXPECT_EQ(memory({2, 4}, {1, 2}, {1, 0}),
            "{offset: [[1,0]], iteration: [[2,0],[0,1]], block: []} -> {dim1: 4, dim0: 2}");
}

TEST(IteratedMemory, ATensorWithoutDimensionsHasOnePlace) {
  EXPECT_EQ(memory({}, {}, {}), "{offset: [], iteration: [], block: []} -> {}");
}

TEST(IteratedMemory, ListsThatDoNotFitAreRefused) {
  EXPECT_EQ(memory({2}, {4}, {0}), "triton.shape");
  EXPECT_EQ(memory({3}, {1}, {0}), "triton.power_of_two");
  EXPECT_EQ(memory({2, 2}, {2}, {0, 1}), "triton.rank");
  EXPECT_EQ(memory({2, 2}, {2, 2}, {0, 0}), "triton.order");
  EXPECT_EQ(memory({1, 1, 1, 1, 1, 1, 1, 1, 1}, {}, {}), "triton.too_large");
}

}  // namespace
}  // namespace tileglot::bridge
