// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/nullspace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*nullspace("(_4,(_2,_3)):(_0,(_1,_0))"_layout) == "(_4,_3):(_1,_8)"_layout);
static_assert(*nullspace("_8:_1"_layout) == "_1:_0"_layout);
static_assert(*nullspace("(_3,_1):(_1,_0)"_layout) == "_1:_0"_layout);

TEST(Nullspace, ModesOfStrideZeroAndTheirSteps) {
  EXPECT_EQ(print(*nullspace("(4,3,2):(0,1,0)"_layout)), "(4,2):(1,12)");
  EXPECT_EQ(print(*nullspace("(3,1,(1,1)):(1,0,(0,0))"_layout)), "(1,1,1):(3,3,3)");
}

TEST(Nullspace, ItsIndicesAreAllWhereStrideZeroLeads) {
  core::check_law("nullspace_is_stride_zero", 10000, [] {
    const Layout<> layout = *any_layout();
    if (has_zero(layout.shape)) return;
    const Layout<> kernel = *nullspace(layout);
    std::vector<std::int64_t> wanted;  // indices whose digits are 0 but under a stride of 0
    for (std::int64_t i = 0; i < size(layout)->value; ++i) {
      const IntTuple natural = *idx2crd(i, layout.shape);
      bool moves = false;
      for (int slot = 0; slot < natural.slots; ++slot)
        moves = moves || (natural.values[slot] != 0 && layout.stride.values[slot] != 0);
      if (!moves) wanted.push_back(i);
    }
    std::vector<std::int64_t> indices = offsets_of(kernel);
    ASSERT_TRUE(std::is_sorted(indices.begin(), indices.end())) << print(layout);
    ASSERT_EQ(indices, wanted) << print(layout) << ": " << print(kernel);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
