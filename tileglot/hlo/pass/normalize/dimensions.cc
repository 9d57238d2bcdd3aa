// SPDX-License-Identifier: Apache-2.0
// Operations with a value for each dimension, or that name dimensions.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/rules.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

/// Permutes an attribute with a value for each dimension to the result's memory order.
template <class PerDimension>
Attribute reordered(const LayoutNormalizer& normalizer, InstructionId id, AttributeKey key) {
  const auto& values = *attribute_of<PerDimension>(normalizer.module()[id], key);
  return {key, core::permute(values, order(normalizer.shape(id)))};
}

std::int64_t place_of(std::int64_t dimension, const core::Permutation& places) {
  return places[static_cast<std::size_t>(dimension)];
}

/// The scalar operands from `first` on, one for each dimension, in the result's memory order.
void reorder_starts(const LayoutNormalizer& normalizer, InstructionId id, std::size_t first,
                    std::vector<InstructionId>& operands) {
  const auto all = normalizer.module().operands(id);
  const std::vector<InstructionId> starts(all.begin() + static_cast<std::ptrdiff_t>(first),
                                          all.end());
  for (const InstructionId start : core::permute(starts, order(normalizer.shape(id)))) {
    operands.push_back(start);
  }
}

/// Old texts have all starts in one array.
bool has_a_start_for_each(const LayoutNormalizer& normalizer, InstructionId id, std::size_t first) {
  return normalizer.module().operands(id).size() == first + rank(normalizer.shape(id));
}

}  // namespace

core::Result<bool> normalize_slice(LayoutNormalizer& normalizer, InstructionId id) {
  TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, 0));
  normalizer.replace(id, normalizer.inputs(id),
                     {reordered<SliceRanges>(normalizer, id, AttributeKey::kSlice)});
  return true;
}

core::Result<bool> normalize_dynamic_slice(LayoutNormalizer& normalizer, InstructionId id) {
  if (!has_a_start_for_each(normalizer, id, 1)) return false;
  TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, 0));
  std::vector<InstructionId> operands{normalizer.input(id, 0)};
  reorder_starts(normalizer, id, 1, operands);
  normalizer.replace(id, std::move(operands),
                     {reordered<Ints>(normalizer, id, AttributeKey::kDynamicSliceSizes)});
  return true;
}

core::Result<bool> normalize_dynamic_update_slice(LayoutNormalizer& normalizer, InstructionId id) {
  if (!has_a_start_for_each(normalizer, id, 2)) return false;
  TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, 0));
  TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, 1));
  std::vector<InstructionId> operands{normalizer.input(id, 0), normalizer.input(id, 1)};
  reorder_starts(normalizer, id, 2, operands);
  normalizer.replace(id, std::move(operands));
  return true;
}

core::Result<bool> normalize_pad(LayoutNormalizer& normalizer, InstructionId id) {
  TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, 0));
  normalizer.replace(id, normalizer.inputs(id),
                     {reordered<Padding>(normalizer, id, AttributeKey::kPadding)});
  return true;
}

core::Result<bool> normalize_reverse(LayoutNormalizer& normalizer, InstructionId id) {
  TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, 0));
  const core::Permutation to = places(normalizer.shape(id));
  Ints dimensions = integers_of(normalizer.module()[id], AttributeKey::kDimensions);
  for (std::int64_t& dimension : dimensions) dimension = place_of(dimension, to);
  std::ranges::sort(dimensions);
  normalizer.replace(id, normalizer.inputs(id), {{AttributeKey::kDimensions, dimensions}});
  return true;
}

core::Result<bool> normalize_concatenate(LayoutNormalizer& normalizer, InstructionId id) {
  const std::size_t count = normalizer.module().operands(id).size();
  for (std::size_t i = 0; i < count; ++i) {
    TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, i));
  }
  const Ints& along = integers_of(normalizer.module()[id], AttributeKey::kDimensions);
  const Ints moved{place_of(along[0], places(normalizer.shape(id)))};
  normalizer.replace(id, normalizer.inputs(id), {{AttributeKey::kDimensions, moved}});
  return true;
}

core::Result<bool> normalize_iota(LayoutNormalizer& normalizer, InstructionId id) {
  const auto along = integer_of(normalizer.module()[id], AttributeKey::kIotaDimension);
  const std::int64_t moved = place_of(along, places(normalizer.shape(id)));
  normalizer.replace(id, {}, {{AttributeKey::kIotaDimension, moved}});
  return true;
}

core::Result<bool> normalize_broadcast(LayoutNormalizer& normalizer, InstructionId id) {
  const Ints& dimensions = integers_of(normalizer.module()[id], AttributeKey::kDimensions);
  const core::Permutation to = places(normalizer.shape(id));
  Ints moved = core::compose(dimensions, order(normalizer.operand_shape(id, 0)));
  for (std::int64_t& dimension : moved) dimension = place_of(dimension, to);
  normalizer.replace(id, normalizer.inputs(id), {{AttributeKey::kDimensions, moved}});
  return true;
}

}  // namespace tileglot::hlo::pass
