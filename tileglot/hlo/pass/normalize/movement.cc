// SPDX-License-Identifier: Apache-2.0
// Operations that move elements within the order of memory: transposes, copies and reshapes.
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_error.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/rules.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"

namespace tileglot::hlo::pass {
namespace {

/// The transpose that the normalized shapes have where the arrays have `dimensions`.
Ints between_normal_shapes(const LayoutNormalizer& normalizer, InstructionId id,
                           const Ints& dimensions) {
  const auto moved = core::compose(places(normalizer.operand_shape(id, 0)), dimensions);
  return core::compose(moved, order(normalizer.shape(id)));
}

}  // namespace

/// Makes no transpose if all elements stay; different tiles move them even so.
core::Result<bool> normalize_transpose(LayoutNormalizer& normalizer, InstructionId id) {
  const Ints& dimensions = integers_of(normalizer.module()[id], AttributeKey::kDimensions);
  Ints moved = between_normal_shapes(normalizer, id, dimensions);
  const InstructionId input = normalizer.input(id, 0);
  const bool stays = core::is_identity(moved) &&
                     normalizer.module()[input].shape == normalizer.normalized_shape_of(id);
  if (stays) {
    normalizer.replace_by_bitcast(id, input);
  } else {
    normalizer.replace_by_transpose(id, input, std::move(moved));
  }
  return true;
}

/// Makes a transpose even if all elements stay, as in XLA.
/// A tuple is copied element by element, so it stays.
core::Result<bool> normalize_copy(LayoutNormalizer& normalizer, InstructionId id) {
  if (!notation::xla::is_array(normalizer.shape(id))) return false;
  const auto rank_of = static_cast<std::int64_t>(rank(normalizer.shape(id)));
  Ints moved = between_normal_shapes(normalizer, id, core::identity_permutation(rank_of));
  normalizer.replace_by_transpose(id, normalizer.input(id, 0), std::move(moved));
  return true;
}

core::Result<bool> normalize_reshape(LayoutNormalizer& normalizer, InstructionId id) {
  TILEGLOT_TRY(stays, notation::xla::reshape_is_bitcast(normalizer.operand_shape(id, 0),
                                                        normalizer.shape(id)));
  if (!stays) {
    return core::fail(layout_error(normalizer.module()[id],
                                   "is a reshape that moves elements, which has no normal form",
                                   "run the pass `reshape-decomposer` first"));
  }
  normalizer.replace(id, normalizer.inputs(id));
  return true;
}

}  // namespace tileglot::hlo::pass
