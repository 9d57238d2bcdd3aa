// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/estimate.h"

#include <gtest/gtest.h>

#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

Nest box_of(std::vector<Loop> loops) {
  Nest nest{.unit_bits = 8, .loops = std::move(loops), .kernel = Kernel::kShuffle};
  nest.shuffle_loops = nest.loops.size();
  return nest;
}

TEST(Estimate, WholeLinesCostLessThanPartsOfThem) {
  const Nest whole = box_of({{.count = 64, .step = {64, 1}}, {.count = 64, .step = {1, 64}}});
  const Nest parts = box_of({{.count = 64, .step = {640, 1}}, {.count = 64, .step = {1, 64}}});
  const Nest units = box_of({{.count = 64, .step = {6400, 1}}, {.count = 64, .step = {100, 64}}});
  EXPECT_LT(estimated_time({whole}), estimated_time({parts}));
  EXPECT_LT(estimated_time({parts}), estimated_time({units}));
}

TEST(Estimate, EveryNestIsAdded) {
  const Nest nest = box_of({{.count = 64, .step = {64, 1}}});
  EXPECT_DOUBLE_EQ(estimated_time({nest, nest}), 2 * estimated_time({nest}));
  Nest again = nest;
  again.loops.insert(again.loops.begin(), {.count = 3, .step = {4096, 4096}});
  EXPECT_DOUBLE_EQ(estimated_time({again}), 3 * estimated_time({nest}));
}

TEST(Estimate, AKernelCostsLessThanUnitsOneByOne) {
  const std::vector<Loop> loops{{.count = 64, .step = {1, 64}}, {.count = 64, .step = {64, 1}}};
  Nest plane{.unit_bits = 8, .loops = loops, .kernel = Kernel::kPlane};
  Nest box = box_of(loops);
  Nest blocks{.unit_bits = 8, .loops = loops, .kernel = Kernel::kTranspose};
  blocks.block = {.row_loops = 1, .column_loops = 1, .straight = {64, 64}};
  EXPECT_LT(estimated_time({box}), estimated_time({plane}));
  EXPECT_LT(estimated_time({blocks}), estimated_time({plane}));
}

}  // namespace
}  // namespace tileglot::relayout::plan
