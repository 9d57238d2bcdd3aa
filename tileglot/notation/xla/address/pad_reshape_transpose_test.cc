// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/pad_reshape_transpose.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t kPad = -1;

/// An array as a compiler has it: dimensions, and data in row-major order.
struct Array {
  Numbers dims;
  Numbers data;
};

std::int64_t product(const Numbers& dims) {
  return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t row_major(const Numbers& dims, const Numbers& x) {
  std::int64_t linear = 0;
  for (std::size_t i = 0; i < dims.size(); ++i) linear = linear * dims[i] + x[i];
  return linear;
}

Array reshape(Array array, const Numbers& dims) {
  EXPECT_EQ(product(array.dims), product(dims));
  array.dims = dims;
  return array;
}

Array pad(const Array& array, const Numbers& dims) {
  Array result{dims, Numbers(static_cast<std::size_t>(product(dims)), kPad)};
  for (const Numbers& x : every_coordinate(array.dims)) {
    result.data[static_cast<std::size_t>(row_major(dims, x))] =
        array.data[static_cast<std::size_t>(row_major(array.dims, x))];
  }
  return result;
}

Array transpose(const Array& array, const core::Permutation& order) {
  Array result{core::permute(array.dims, order), Numbers(array.data.size())};
  for (const Numbers& x : every_coordinate(array.dims)) {
    result.data[static_cast<std::size_t>(row_major(result.dims, core::permute(x, order)))] =
        array.data[static_cast<std::size_t>(row_major(array.dims, x))];
  }
  return result;
}

/// The memory that the steps make of the numbers 0, 1, .. in the array's logical order.
Array memory_of(const PadReshapeTranspose& steps, const Numbers& extents) {
  Array array{extents, Numbers(static_cast<std::size_t>(product(extents)))};
  std::iota(array.data.begin(), array.data.end(), 0);
  array = transpose(array, steps.physical_order);
  EXPECT_EQ(array.dims, steps.physical_dims);
  for (const TilingStep& step : steps.tiles) {
    array = reshape(pad(reshape(array, step.merged), step.padded), step.reshaped);
    array = transpose(array, step.transposed);
    EXPECT_EQ(array.dims, step.result);
  }
  EXPECT_EQ(array.dims, steps.final_dims);
  return array;
}

PadReshapeTranspose steps_of(std::string_view text) {
  return *pad_reshape_transpose(*parse_valid_shape(text));
}

TEST(PadReshapeTranspose, TheWorkedExample) {
  const PadReshapeTranspose steps = steps_of("f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(steps.physical_order, (Numbers{0, 1}));
  ASSERT_EQ(steps.tiles.size(), 1U);
  EXPECT_EQ(steps.tiles[0].padded, (Numbers{4, 6}));
  EXPECT_EQ(steps.tiles[0].reshaped, (Numbers{2, 2, 3, 2}));
  EXPECT_EQ(steps.tiles[0].transposed, (Numbers{0, 2, 1, 3}));
  EXPECT_EQ(steps.final_dims, (Numbers{2, 3, 2, 2}));
}

TEST(PadReshapeTranspose, CombinedDimensionsAreMergedFirst) {
  const PadReshapeTranspose steps = steps_of("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}");
  EXPECT_EQ(steps.tiles[0].merged, (Numbers{112, 110}));
  EXPECT_EQ(steps.tiles[0].padded, (Numbers{112, 111}));
  EXPECT_EQ(steps.tiles[0].reshaped, (Numbers{56, 2, 37, 3}));
  EXPECT_EQ(steps.final_dims, (Numbers{56, 37, 2, 3}));
  EXPECT_EQ(product(steps.final_dims), 12432);
}

TEST(PadReshapeTranspose, ALongTileSeesOnesInFront) {
  EXPECT_EQ(steps_of("s32[5]{0:T(8,128)}").tiles[0].merged, (Numbers{1, 5}));
  EXPECT_EQ(steps_of("s32[5]{0:T(8,128)}").tiles[0].padded, (Numbers{8, 128}));
}

TEST(PadReshapeTranspose, SizesThatDoNotFitAreRefused) {
  const Numbers half{std::int64_t{1} << 62, 3};
  EXPECT_EQ(tiling_step({{kCombine, 2}}, half).error()->code, "xla.too_large");
  EXPECT_EQ(tiling_step({{INT64_MAX - 1}}, Numbers{INT64_MAX}).error()->code, "xla.too_large");
  EXPECT_EQ(tiling_step({}, Numbers{3}).error()->code, "xla.tile");
}

TEST(PadReshapeTranspose, DoneOnDataTheStepsLandWhereTheIndexSays) {
  core::check_law("xla_pad_reshape_transpose", 10000, [] {
    Shape shape = *any_shape({.max_elements = 1024, .empty_arrays = true});
    shape.layout->tail_padding_alignment = 1;  // no step makes the tail
    const auto evaluator = *Evaluator::of(shape);
    const Numbers extents(evaluator.extents().begin(), evaluator.extents().end());
    Numbers expected(static_cast<std::size_t>(evaluator.physical_size()), kPad);
    for (const Numbers& x : every_coordinate(extents))
      expected[static_cast<std::size_t>(evaluator.offset(x))] = row_major(extents, x);
    ASSERT_EQ(memory_of(*pad_reshape_transpose(shape), extents).data, expected) << print(shape);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
