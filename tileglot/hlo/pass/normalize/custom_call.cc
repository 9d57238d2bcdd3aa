// SPDX-License-Identifier: Apache-2.0
// Calls to cuDNN's convolutions, whose labels fully describe the order. Others are left as they
// are: their meaning is not known.
//
// Each number of the labels becomes the dimension's place in its array. Operands are read through
// bitcasts to their normalized shapes, and users read the result (or each element of a tuple) through
// one back. These bitcasts are kept where they change nothing, as in XLA, until the simplifier
// drops them. Window, group count, precision and backend_config are about roles, not numbers, and
// stay, and so does the name. Where labels and shape stay too, the call does.
//
// Example  __cudnn$convForward of f16[2,9,7,8]{3,2,1,0} and f16[3,3,8,16]{2,1,0,3},
//          b01f_01io->b01f, is of f16[2,9,7,8] and f16[16,3,3,8], b01f_o01i->b01f.
//          [tests: hlo/pass/normalize/custom_call_test.cc, "a kernel gets its places"]
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_error.h"
#include "tileglot/hlo/pass/normalize/convolution_labels.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/rules.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

enum class Kind : std::uint8_t { kForward, kBackwardInput, kBackwardFilter };

/// The kind of a cuDNN convolution; nothing for other calls, such as those that reorder a filter.
std::optional<Kind> kind_of(const Instruction& call) {
  static constexpr std::array<std::pair<std::string_view, Kind>, 5> kTargets{{
      {"__cudnn$convForward", Kind::kForward},
      {"__cudnn$convBiasActivationForward", Kind::kForward},
      {"__cudnn$convForwardGraph", Kind::kForward},
      {"__cudnn$convBackwardInput", Kind::kBackwardInput},
      {"__cudnn$convBackwardFilter", Kind::kBackwardFilter},
  }};
  const std::string target = unquoted_of(call, AttributeKey::kCustomCallTarget);
  for (const auto& [name, kind] : kTargets) {
    if (name == target) return kind;
  }
  return std::nullopt;
}

/// The result: alone, or the first of several arrays (an operation graph may have more); the last
/// is the workspace.
const xla::Shape* computed_array(const xla::Shape& shape) {
  if (is_array(shape)) return &shape;
  const bool has_arrays =
      !shape.elements.empty() && std::ranges::all_of(shape.elements, xla::is_array);
  return has_arrays ? &shape.elements.front() : nullptr;
}

core::Status check_room(const Module& module, InstructionId id) {
  const xla::Shape& shape = module.shape_of(id);
  if (is_array(shape) || rank(shape.elements.back()) == 1) return {};
  return core::fail(layout_error(module[id],
                                 "gives a tuple whose last array does not have one dimension",
                                 "the last is the room in which cuDNN works, such as u8[0]{0}"));
}

/// A gradient has the role that the labels call the input or the kernel.
LabelledArrays labelled(Kind kind, const xla::Shape& a, const xla::Shape& b,
                        const xla::Shape& result) {
  switch (kind) {
    case Kind::kBackwardInput: return {.input = result, .kernel = b, .output = a};
    case Kind::kBackwardFilter: return {.input = a, .kernel = result, .output = b};
    case Kind::kForward: break;
  }
  return {.input = a, .kernel = b, .output = result};
}

/// Labels cover only three arrays; any other with the result's dimensions must have its layout.
bool lies_with(const xla::Shape& other, const xla::Shape& result) {
  return is_array(other) && (rank(other) != rank(result) || have_one_order(other, result));
}

bool others_fit(const LayoutNormalizer& normalizer, InstructionId id, const xla::Shape& result) {
  for (std::size_t i = 0; i < normalizer.module().operands(id).size(); ++i) {
    const xla::Shape& operand = normalizer.operand_shape(id, i);
    if (!is_array(operand) || (i >= 2 && !lies_with(operand, result))) return false;
  }
  return std::ranges::all_of(normalizer.shape(id).elements,
                             [&](const xla::Shape& other) { return lies_with(other, result); });
}

std::vector<InstructionId> bitcasts_of_operands(LayoutNormalizer& normalizer, InstructionId id) {
  const auto all = normalizer.module().operands(id);
  std::vector<InstructionId> operands(all.begin(), all.end());
  for (InstructionId& operand : operands) {
    operand = normalizer.bitcast(operand, normalizer.normalized_shape_of(operand));
  }
  return operands;
}

/// The operand shapes that the call states become normal as the operands do.
void add_operand_shapes(LayoutNormalizer& normalizer, InstructionId id,
                        std::vector<Attribute>& changed) {
  const auto* const shapes =
      attribute_of<Shapes>(normalizer.module()[id], AttributeKey::kOperandLayoutConstraints);
  if (shapes == nullptr) return;
  Shapes normalized = *shapes;
  for (ShapeId& shape : normalized) shape = normalizer.normalized(shape);
  changed.push_back({AttributeKey::kOperandLayoutConstraints, std::move(normalized)});
}

}  // namespace

core::Result<bool> normalize_custom_call(LayoutNormalizer& normalizer, InstructionId id) {
  const Instruction& call = normalizer.module()[id];
  const ConvolutionDimensions* const labels = labels_of(call);
  const xla::Shape* const result = computed_array(normalizer.shape(id));
  const std::optional<Kind> kind = kind_of(call);
  if (!kind || call.operand_count < 2 || labels == nullptr || result == nullptr) return false;
  TILEGLOT_TRY_STATUS(check_room(normalizer.module(), id));
  const LabelledArrays arrays =
      labelled(*kind, normalizer.operand_shape(id, 0), normalizer.operand_shape(id, 1), *result);
  if (!fit(*labels, arrays) || !others_fit(normalizer, id, *result)) return false;
  ConvolutionDimensions moved = relabelled(*labels, arrays);
  const bool stays = moved == *labels && normalizer.is_normal(call.shape);
  if (stays) return false;
  std::vector<Attribute> changed{{AttributeKey::kDimLabels, Shared(std::move(moved))}};
  add_operand_shapes(normalizer, id, changed);
  std::vector<InstructionId> operands = bitcasts_of_operands(normalizer, id);
  normalizer.replace_by_namesake(id, std::move(operands), std::move(changed));
  return true;
}

}  // namespace tileglot::hlo::pass
