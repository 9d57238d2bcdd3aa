// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <iterator>

#include "tileglot/core/any_permutation.h"
#include "tileglot/core/law.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/notation/xla/bitcast/any_reshape.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// What is not about places is one and the same.
xla::Shape as_f32(xla::Shape shape) {
  shape.type = xla::PrimitiveType::kF32;
  if (!shape.layout) return shape;
  shape.layout->element_size_bits.reset();
  shape.layout->memory_space = 0;
  shape.layout->dynamic_shape_metadata_prefix_bytes = 0;
  return shape;
}

/// Without the parts, which are of physical dimensions.
xla::Shape reordered(xla::Shape shape) {
  xla::Layout layout = layout_or_default(shape);
  layout.split_configs.clear();
  layout.minor_to_major = *core::any_permutation(std::ssize(layout.minor_to_major));
  shape.layout = layout;
  return shape;
}

/// Nothing moves where every element, tried one by one, is where it was; else everything does.
void expect_moves_what_does_not_stay(const xla::Shape& from, const xla::Shape& to) {
  const MovedBytes moved = moved_between(from, to);
  MovedBytes expected;
  if (!same_addresses_by_trying(from, to)) expected = {*array_size(from), *array_size(to)};
  RC_LOG() << print(from) << " to " << print(to) << "\n";
  RC_ASSERT(moved.known);
  RC_ASSERT(moved.read == expected.read);
  RC_ASSERT(moved.written == expected.written);
}

TEST(LayoutCostLaw, NothingMovesWhereEveryElementStays) {
  core::check_law("cost_is_zero_iff_bitcast", 20000, [] {
    const xla::ReshapePair pair = *xla::any_reshape();
    const xla::Shape in = as_f32(pair.in);
    expect_moves_what_does_not_stay(in, as_f32(pair.out));
    expect_moves_what_does_not_stay(reordered(in), reordered(in));
  });
}

}  // namespace
}  // namespace tileglot::hlo::pass
