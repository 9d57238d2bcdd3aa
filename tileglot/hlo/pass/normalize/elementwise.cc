// SPDX-License-Identifier: Apache-2.0
// Operations whose result depends at each place only on the operands' elements there.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/rules.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

/// From rank n to n+1, or back, the extra dimension the most minor and the others in one order.
bool splits_the_most_minor(const notation::xla::Shape& shape, const notation::xla::Shape& split) {
  const auto order = notation::xla::layout_or_default(shape).minor_to_major;
  const auto longer = notation::xla::layout_or_default(split).minor_to_major;
  return longer.size() == order.size() + 1 && std::cmp_equal(longer[0], order.size()) &&
         std::equal(order.begin(), order.end(), longer.begin() + 1);
}

}  // namespace

core::Result<bool> normalize_elementwise(LayoutNormalizer& normalizer, InstructionId id) {
  const std::size_t count = normalizer.module().operands(id).size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool serves_every_place = rank(normalizer.operand_shape(id, i)) == 0;
    if (!serves_every_place) TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, i));
  }
  const std::vector<InstructionId> inputs = normalizer.inputs(id);
  const bool is_convert = normalizer.module()[id].opcode == Opcode::kConvert;
  if (is_convert && normalizer.module()[inputs[0]].shape == normalizer.normalized_shape_of(id)) {
    normalizer.replace_by_bitcast(id, inputs[0]);
    return true;
  }
  normalizer.replace(id, inputs);
  return true;
}

core::Result<bool> normalize_bitcast_convert(LayoutNormalizer& normalizer, InstructionId id) {
  const auto& from = normalizer.operand_shape(id, 0);
  const auto& to = normalizer.shape(id);
  if (rank(from) == rank(to)) return normalize_elementwise(normalizer, id);
  if (!splits_the_most_minor(from, to) && !splits_the_most_minor(to, from)) return false;
  normalizer.replace(id, normalizer.inputs(id));
  return true;
}

}  // namespace tileglot::hlo::pass
