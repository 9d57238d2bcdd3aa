// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/gather.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/laws/example_computations.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

TEST(Gather, RowsByPairsOfIndices) {
  const Elements x = counting(PrimitiveType::kS32, 60);
  const Elements indices = s32s({4, 3, 0, 1});
  const GatherArrays arrays{.operand = {4, 5, 3},
                            .indices = &indices,
                            .indices_extents = {2, 2},
                            .slice_sizes = {1, 1, 3},
                            .result = {2, 3}};
  const GatherDimensions dimensions{.offset_dims = {1},
                                    .collapsed_slice_dims = {0, 1},
                                    .start_index_map = {1, 0},
                                    .index_vector_dim = 1};
  EXPECT_EQ(numbers(gathered_slices(x, arrays, dimensions)), Doubles({57, 58, 59, 15, 16, 17}));
}

TEST(Gather, SlicesBeyondTheBorder) {
  const Elements x = counting(PrimitiveType::kS32, 5);
  const Elements indices = s32s({-7, 2, 9});
  const GatherArrays arrays{.operand = {5},
                            .indices = &indices,
                            .indices_extents = {3},
                            .slice_sizes = {2},
                            .result = {3, 2}};
  const GatherDimensions dimensions{
      .offset_dims = {1}, .start_index_map = {0}, .index_vector_dim = 1};
  EXPECT_EQ(numbers(gathered_slices(x, arrays, dimensions)), Doubles({0, 1, 2, 3, 3, 4}));

  Module module;
  Budget budget(1000);
  const ComputationId add = applied(module, Opcode::kAdd, PrimitiveType::kS32);
  const Applying applying = applying_in(module, budget);
  const Elements updates = s32s({10, 20, 30, 40, 50, 60});
  const Elements* operand = &x;
  const Elements* update = &updates;
  const auto sums =
      scattered(applying, add, std::span(&operand, 1), std::span(&update, 1), arrays, dimensions);
  EXPECT_EQ(numbers(sums.value()[0]), Doubles({0, 1, 32, 43, 4}));
}

TEST(Gather, BatchesTakeFromTheirOwn) {
  const Elements x = counting(PrimitiveType::kS32, 6);
  const Elements indices = s32s({2, 0});
  const GatherArrays arrays{.operand = {2, 3},
                            .indices = &indices,
                            .indices_extents = {2, 1},
                            .slice_sizes = {1, 1},
                            .result = {2}};
  const GatherDimensions dimensions{.collapsed_slice_dims = {1},
                                    .start_index_map = {1},
                                    .operand_batching_dims = {0},
                                    .indices_batching_dims = {0},
                                    .index_vector_dim = 1};
  EXPECT_EQ(numbers(gathered_slices(x, arrays, dimensions)), Doubles({2, 3}));
}

/// As layout normalization lists them.
TEST(Scatter, AWindowsDimensionsStandInAnyOrder) {
  const Elements x = counting(PrimitiveType::kS32, 6);
  const Elements indices = s32s({0});
  const GatherArrays arrays{
      .operand = {2, 3}, .indices = &indices, .indices_extents = {1}, .result = {3, 2}};
  const GatherDimensions dimensions{
      .offset_dims = {1, 0}, .start_index_map = {0}, .index_vector_dim = 0};
  Module module;
  Budget budget(1000);
  const ComputationId add = applied(module, Opcode::kAdd, PrimitiveType::kS32);
  const Applying applying = applying_in(module, budget);
  const Elements updates = s32s({10, 20, 30, 40, 50, 60});
  const Elements* operand = &x;
  const Elements* update = &updates;
  const auto sums =
      scattered(applying, add, std::span(&operand, 1), std::span(&update, 1), arrays, dimensions);
  EXPECT_EQ(numbers(sums.value()[0]), Doubles({10, 31, 52, 23, 44, 65}));
}

TEST(Scatter, EqualPlacesTakeTheirUpdatesInOrder) {
  Module module;
  Budget budget(1000);
  const ComputationId subtract = applied(module, Opcode::kSubtract, PrimitiveType::kS32);
  const Applying applying = applying_in(module, budget);
  const Elements x = s32s({100, 100});
  const Elements indices = s32s({1, 1, 0});
  const Elements updates = s32s({1, 2, 4});
  const Elements* operand = &x;
  const Elements* update = &updates;
  const auto result =
      scattered(applying, subtract, std::span(&operand, 1), std::span(&update, 1),
                {.operand = {2}, .indices = &indices, .indices_extents = {3, 1}, .result = {3}},
                {.collapsed_slice_dims = {0}, .start_index_map = {0}, .index_vector_dim = 1});
  EXPECT_EQ(numbers(result.value()[0]), Doubles({96, 97}));
}

}  // namespace
}  // namespace tileglot::hlo::run
