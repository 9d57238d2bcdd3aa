// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/attribute_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"

namespace tileglot::bridge {
namespace {

map::IndexMap memory(const std::string& text, const std::optional<Tensor>& tensor = {}) {
  const AnyLayout layout = parse_layout(text, {.tensor = tensor}).value();
  return memory_map(text, layout).value();
}

TEST(AttributeMemory, PaddingCountsWhereElementsLie) {
  const Tensor tensor = parse_tensor("!ttg.memdesc<2x4xf16>").value();
  const map::IndexMap f =
      memory("#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [2, 4]}>", tensor);
  EXPECT_EQ(f(map::Coordinate{1, 0}), 6);
  EXPECT_EQ(f(map::Coordinate{1, 3}), 9);
}

TEST(AttributeMemory, OtherLayoutsLieWhereTheySay) {
  EXPECT_EQ(memory("(2,4):(8,1)")(map::Coordinate{1, 3}), 11);
  EXPECT_EQ(memory("{offset: [[0,1],[1,0]]} -> {dim0: 2, dim1: 2}")(map::Coordinate{1, 0}), 2);
  EXPECT_EQ(
      memory("#ttg.shared_linear<{offset = [[0,1],[1,1]]}, alignment = 16>")(map::Coordinate{1, 1}),
      2);
}

}  // namespace
}  // namespace tileglot::bridge
