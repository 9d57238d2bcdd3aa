// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/reduction_row_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

std::vector<std::int64_t> kept_dimensions(std::size_t rank, std::span<const std::int64_t> reduced) {
  std::vector<std::int64_t> kept;
  for (std::int64_t d = 0; std::cmp_less(d, rank); ++d) {
    if (std::ranges::find(reduced, d) == reduced.end()) kept.push_back(d);
  }
  return kept;
}

}  // namespace

std::vector<std::int64_t> reduction_row_order(std::span<const std::int64_t> reduced,
                                              std::span<const std::int64_t> result_order,
                                              std::size_t rank) {
  const std::vector<std::int64_t> kept = kept_dimensions(rank, reduced);
  std::vector<std::int64_t> order(reduced.rbegin(), reduced.rend());
  order.reserve(rank);
  for (const std::int64_t d : result_order) order.push_back(kept[static_cast<std::size_t>(d)]);
  return order;
}

xla::Shape reduction_row_shape(const Module& module, InstructionId reduce, std::size_t number) {
  xla::Shape shape = module.shape_of(module.operand(reduce, number));
  const xla::Shape& whole = module.shape_of(reduce);
  const xla::Shape& result = is_array(whole) ? whole : whole.elements[number];
  xla::Layout layout = layout_or_default(shape);
  layout.minor_to_major =
      reduction_row_order(integers_of(module[reduce], AttributeKey::kDimensions),
                          layout_or_default(result).minor_to_major, rank(shape));
  shape.layout = std::move(layout);
  return shape;
}

}  // namespace tileglot::hlo::pass
