// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/hardware_bases.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

std::vector<std::uint64_t> words(F2BasesView bases) { return {bases.begin(), bases.end()}; }

TEST(HardwareBases, AnInputThatIsNotThereHasNoVectors) {
  const Layout layout = parse("{register: [[1]], lane: [[2],[4]]} -> {dim0: 8}").value();
  const HardwareBases bases = hardware_bases(layout);
  EXPECT_EQ(words(bases.registers), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(words(bases.lanes), (std::vector<std::uint64_t>{2, 4}));
  EXPECT_TRUE(bases.warps.empty());
  EXPECT_TRUE(bases.blocks.empty());
}

TEST(HardwareBases, OtherPlacesAndOtherTensorsAreRefused) {
  const Layout memory = parse("{offset: [[1],[2]]} -> {dim0: 4}").value();
  const Layout small = parse("{register: [[1],[2]]} -> {dim0: 4}").value();
  const Layout other = parse("{register: [[1],[2]]} -> {dim1: 4}").value();
  EXPECT_EQ(require_distributed(memory).error()->code, "linear.not_distributed");
  EXPECT_TRUE(require_distributed(small));
  EXPECT_TRUE(require_same_tensor(memory, small));
  EXPECT_EQ(require_same_tensor(small, other).error()->code, "linear.other_tensor");
}

}  // namespace
}  // namespace tileglot::notation::linear
