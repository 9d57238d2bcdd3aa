// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/renumber_dimensions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

// "a split goes with its dimension"
TEST(RenumberDimensions, ASplitGoesWithItsDimension) {
  const Layout layout = *parse_layout("{2,1,0:T(8)SC(1:4)}");
  EXPECT_EQ(print(with_dimensions(layout, {1, 0}, {std::nullopt, 0, 1})), "{1,0:T(8)SC(0:4)}");
  EXPECT_EQ(print(with_dimensions(layout, {1, 0}, {0, std::nullopt, 1})), "{1,0:T(8)}");
  EXPECT_EQ(print(with_dimensions(layout, {1, 3, 2, 0}, {0, 1, 2})), "{1,3,2,0:T(8)SC(3:4)}");
}

TEST(RenumberDimensions, AnOrderIsRenumberedWithoutWhatIsGone) {
  const std::vector<std::int64_t> order = {2, 0, 1};
  EXPECT_EQ(renumbered_order(order, {1, std::nullopt, 0}), (std::vector<std::int64_t>{0, 1}));
}

}  // namespace
}  // namespace tileglot::notation::xla
