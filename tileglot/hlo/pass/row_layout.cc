// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/row_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/layout.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

std::vector<std::int64_t> kept_dimensions(std::size_t rank, const Ints& reduced) {
  std::vector<std::int64_t> kept;
  for (std::int64_t d = 0; std::cmp_less(d, rank); ++d) {
    if (std::ranges::find(reduced, d) == reduced.end()) kept.push_back(d);
  }
  return kept;
}

}  // namespace

xla::Shape row_shape(const Module& module, InstructionId reduce, std::size_t number) {
  xla::Shape shape = module.shape_of(module.operand(reduce, number));
  const xla::Shape& whole = module.shape_of(reduce);
  const xla::Shape& result = is_array(whole) ? whole : whole.elements[number];
  const Ints& reduced = integers_of(module[reduce], AttributeKey::kDimensions);
  const std::vector<std::int64_t> kept = kept_dimensions(rank(shape), reduced);
  xla::Layout layout = layout_or_default(shape);
  layout.minor_to_major.assign(reduced.rbegin(), reduced.rend());
  for (const std::int64_t d : layout_or_default(result).minor_to_major) {
    layout.minor_to_major.push_back(kept[static_cast<std::size_t>(d)]);
  }
  shape.layout = std::move(layout);
  return shape;
}

}  // namespace tileglot::hlo::pass
