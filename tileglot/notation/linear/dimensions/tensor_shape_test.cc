// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/tensor_shape.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(TensorShape, TheLastDimensionIsTheFastest) {
  const Layout layout = layout_of("{register: [[1,0]], lane: [[0,1]]} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(answer_text(reshape_layout(layout, Numbers{4})),
            "{register: [[2]], lane: [[1]]} -> {dim0: 4}");
  EXPECT_EQ(answer_text(reshape_layout(layout, Numbers{8})), "linear.product");
  EXPECT_EQ(answer_text(reshape_layout(layout, Numbers{3})), "linear.size");
  EXPECT_EQ(answer_text(reshape_layout(layout, Numbers(65, 1))), "linear.too_many_dimensions");
}

TEST(TensorShape, ATransposeTakesItsSizesFromTheVectors) {
  EXPECT_EQ(answer_text(transpose_linear_layout(
                layout_of("{register: [[0,1],[0,2]]} -> {dim0: 2, dim1: 4}, surjective: false"),
                Numbers{1, 0})),
            "{register: [[1,0],[2,0]]} -> {dim0: 4, dim1: 1}");
  const Layout layout = layout_of(
      "{register: [[1,0]], lane: [[0,2]]} -> {dim0: 2, dim1: 4}, "
      "surjective: false");
  EXPECT_EQ(answer_text(transpose_linear_layout(layout, Numbers{1, 0})), "linear.not_surjective");
  EXPECT_EQ(answer_text(transpose_linear_layout(layout, Numbers{0})), "linear.order");
  EXPECT_EQ(answer_text(transpose_linear_layout(layout, Numbers{0, 0})), "linear.order");
}

TEST(TensorShape, ADimensionIsLeftOut) {
  const Layout layout = layout_of("{lane: [[1,0],[0,1]]} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(answer_text(remove_standard_dim(layout, 0)), "{lane: [[0],[1]]} -> {dim0: 2}");
  EXPECT_EQ(answer_text(remove_standard_dim(layout, 2)), "linear.no_dimension");
  EXPECT_EQ(answer_text(remove_standard_dim(layout, -1)), "linear.no_dimension");
}

std::uint64_t row_major(const Layout& layout, std::uint64_t flat) {
  std::uint64_t index = 0;
  for (const Dimension& out : layout.outs()) index = (index << out.bits) | part_of(flat, out);
  return index;
}

TEST(TensorShape, TheRowMajorIndexStays) {
  core::check_law("linear_reshape_layout", 10000, [] {
    const Layout layout = *any_layout();
    Numbers shape;
    int left = layout.out_bits();
    if (uniform(0, 2) == 1) shape.push_back(1);
    for (int bits = 0; left > 0; left -= bits) {
      bits = uniform(1, left + 1);
      shape.push_back(std::int64_t{1} << bits);
    }
    const Layout reshaped = reshape_layout(layout, shape).value();
    ASSERT_EQ(reshaped.outs().size(), shape.size());
    for (std::size_t k = 0; k < shape.size(); ++k) {
      EXPECT_EQ(reshaped.outs()[k].size(), shape[k]);
      EXPECT_EQ(reshaped.outs()[k].name, standard_out(k));
    }
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x)
      EXPECT_EQ(row_major(reshaped, apply_flat(reshaped, x)),
                row_major(layout, apply_flat(layout, x)));
  });
}

TEST(TensorShape, DimensionsChangePlaces) {
  core::check_law("linear_transpose_linear_layout", 10000, [] {
    const Layout layout = *any_layout({.surjective = true});
    Numbers order(layout.outs().size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[uniform<std::size_t>(0, i)]);
    const Layout turned = transpose_linear_layout(layout, order).value();
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Dimension& from = layout.outs()[static_cast<std::size_t>(order[k])];
      EXPECT_EQ(turned.outs()[k].name, standard_out(k));
      EXPECT_EQ(turned.outs()[k].size(), from.size());
      for (int j = 0; j < layout.in_bits(); ++j)
        EXPECT_EQ(part_of(turned.column(j), turned.outs()[k]), part_of(layout.column(j), from));
    }
  });
}

TEST(TensorShape, TheOtherDimensionsStay) {
  core::check_law("linear_remove_standard_dim", 10000, [] {
    const Layout layout = *any_layout();
    const auto gone = uniform<std::size_t>(0, layout.outs().size());
    const Layout less = remove_standard_dim(layout, static_cast<std::int64_t>(gone)).value();
    ASSERT_EQ(less.outs().size() + 1, layout.outs().size());
    for (std::size_t k = 0; k < less.outs().size(); ++k) {
      const Dimension& from = layout.outs()[k < gone ? k : k + 1];
      EXPECT_EQ(less.outs()[k].name, standard_out(k));
      EXPECT_EQ(less.outs()[k].size(), from.size());
      for (int j = 0; j < layout.in_bits(); ++j)
        EXPECT_EQ(part_of(less.column(j), less.outs()[k]), part_of(layout.column(j), from));
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
