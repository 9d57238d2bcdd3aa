// SPDX-License-Identifier: Apache-2.0
// Operations that move a window over an array.
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/pass/normalize/convolution_labels.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/rules.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

/// A reduce-window of several arrays is left as it is.
core::Result<bool> normalize_reduce_window(LayoutNormalizer& normalizer, InstructionId id) {
  const auto* const window = attribute_of<Window>(normalizer.module()[id], AttributeKey::kWindow);
  const notation::xla::Shape& shape = normalizer.shape(id);
  if (!is_array(shape) || window == nullptr || window->size() != rank(shape)) return false;
  TILEGLOT_TRY_STATUS(check_same_order(normalizer, id, 0));
  Attribute moved{AttributeKey::kWindow, core::permute(*window, order(shape))};
  normalizer.replace(id, normalizer.inputs(id), {std::move(moved)});
  return true;
}

core::Result<bool> normalize_convolution(LayoutNormalizer& normalizer, InstructionId id) {
  const ConvolutionDimensions* const labels = labels_of(normalizer.module()[id]);
  const LabelledArrays arrays{.input = normalizer.operand_shape(id, 0),
                              .kernel = normalizer.operand_shape(id, 1),
                              .output = normalizer.shape(id)};
  if (labels == nullptr || !fit(*labels, arrays)) return false;
  Attribute moved{AttributeKey::kDimLabels, Shared(relabelled(*labels, arrays))};
  normalizer.replace(id, normalizer.inputs(id), {std::move(moved)});
  return true;
}

}  // namespace tileglot::hlo::pass
