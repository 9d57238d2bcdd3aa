// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/inherited_attributes.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

namespace xla = notation::xla;

namespace {

/// Whether the attribute refers to the dimensions that users know, so it goes with the bitcast
/// back.
bool is_about_dimensions(AttributeKey key) { return key == AttributeKey::kSharding; }

bool says(const std::vector<Attribute>& attributes, AttributeKey key) {
  return std::ranges::any_of(attributes, [key](const Attribute& a) { return a.key == key; });
}

/// The instruction's attributes that an operation of another kind can have for the same dimensions.
std::vector<Attribute> attributes_of_any(const Instruction& replaced) {
  std::vector<Attribute> result = inherited_attributes(replaced);
  for (const Attribute& attribute : replaced.attributes) {
    if (attribute.key == AttributeKey::kControlPredecessors) result.push_back(attribute);
  }
  return result;
}

}  // namespace

bool is_row_major(const xla::Shape& shape) {
  return !xla::is_array(shape) || !shape.layout || xla::has_descending_layout(*shape.layout);
}

bool have_one_order(const xla::Shape& a, const xla::Shape& b) {
  return xla::layout_or_default(a).minor_to_major == xla::layout_or_default(b).minor_to_major;
}

core::Permutation order(const xla::Shape& array) {
  const auto& minor_to_major = xla::layout_or_default(array).minor_to_major;
  return {minor_to_major.rbegin(), minor_to_major.rend()};
}

core::Permutation places(const xla::Shape& array) { return core::inverse(order(array)); }

ShapeId LayoutNormalizer::normalized(ShapeId shape) {
  if (is_row_major(module_.shape(shape))) return shape;
  const auto found = normal_.find(shape);
  if (found != normal_.end()) return found->second;
  const ShapeId made = module_.keep(
      *xla::make_shape_with_descending_layout_and_same_physical_layout(module_.shape(shape)));
  normal_.emplace(shape, made);
  return made;
}

bool LayoutNormalizer::is_normal(ShapeId shape) const {
  const xla::Shape& whole = module_.shape(shape);
  return is_row_major(whole) && std::ranges::all_of(whole.elements, is_row_major);
}

InstructionId LayoutNormalizer::input(InstructionId id, std::size_t i) {
  const InstructionId operand = module_.operand(id, i);
  const ShapeId wanted = normalized_shape_of(operand);
  if (module_[operand].shape == wanted) return operand;
  const bool is_bitcast = module_[operand].opcode == Opcode::kBitcast;
  if (is_bitcast && module_[module_.operand(operand, 0)].shape == wanted) {
    return module_.operand(operand, 0);
  }
  const InstructionId made = bitcast(operand, wanted);
  settle(made);
  return made;
}

std::vector<InstructionId> LayoutNormalizer::inputs(InstructionId id) {
  std::vector<InstructionId> result;
  const std::size_t count = module_.operands(id).size();
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.push_back(input(id, i));
  return result;
}

std::vector<Attribute> LayoutNormalizer::kept_attributes(InstructionId id,
                                                         std::vector<Attribute> changed) const {
  for (const Attribute& attribute : module_[id].attributes) {
    if (is_about_dimensions(attribute.key) || says(changed, attribute.key)) continue;
    changed.push_back(attribute);
  }
  return changed;
}

InstructionId LayoutNormalizer::bitcast(InstructionId value, ShapeId shape,
                                        std::vector<Attribute> attributes) {
  return module_.add_after(value, {.opcode = Opcode::kBitcast,
                                   .shape = shape,
                                   .operands = {value},
                                   .attributes = std::move(attributes)});
}

ShapeId LayoutNormalizer::normalized_elements(ShapeId tuple) {
  xla::Shape shape = module_.shape(tuple);
  for (xla::Shape& element : shape.elements)
    element = module_.shape(normalized(module_.keep(element)));
  return module_.keep(shape);
}

/// Gives each element its old shape by a bitcast, even where the shape is the same, as in XLA.
InstructionId LayoutNormalizer::tuple_as_before(InstructionId made, InstructionId id) {
  std::vector<InstructionId> elements;
  const std::size_t count = shape(id).elements.size();
  elements.reserve(count);
  InstructionId last = made;
  for (std::size_t i = 0; i < count; ++i) {
    last = module_.add_after(
        last, {.opcode = Opcode::kGetTupleElement,
               .shape = module_.keep(xla::Shape(shape(made).elements[i])),
               .operands = {made},
               .attributes = {{AttributeKey::kIndex, static_cast<std::int64_t>(i)}}});
    last = bitcast(last, module_.keep(xla::Shape(shape(id).elements[i])));
    elements.push_back(last);
  }
  return module_.add_after(last, {.opcode = Opcode::kTuple,
                                  .shape = module_[id].shape,
                                  .operands = std::move(elements),
                                  .attributes = inherited_attributes(module_[id])});
}

/// `made` with the shape of `id`.
InstructionId LayoutNormalizer::seen_as_before(InstructionId made, InstructionId id) {
  if (!xla::is_array(shape(id))) return tuple_as_before(made, id);
  if (module_[made].shape == module_[id].shape) return made;
  return bitcast(made, module_[id].shape, inherited_attributes(module_[id]));
}

void LayoutNormalizer::stand_for(InstructionId id, InstructionId made, InstructionId seen) {
  module_.replace_uses(id, seen);
  module_.remove(id);
  replaced_.emplace(id, made);
  if (made != seen) settle(made);
}

InstructionId LayoutNormalizer::replace(InstructionId id, std::vector<InstructionId> operands,
                                        std::vector<Attribute> changed) {
  const ShapeId before = module_[id].shape;
  const ShapeId after = xla::is_array(shape(id)) ? normalized(before) : normalized_elements(before);
  const InstructionId made =
      module_.add_after(id, {.opcode = module_[id].opcode,
                             .shape = after,
                             .operands = std::move(operands),
                             .attributes = kept_attributes(id, std::move(changed))});
  stand_for(id, made, seen_as_before(made, id));
  return made;
}

void LayoutNormalizer::replace_by_namesake(InstructionId id, std::vector<InstructionId> operands,
                                           std::vector<Attribute> changed) {
  const std::string_view name = module_[id].name;
  const InstructionId made = replace(id, std::move(operands), std::move(changed));
  module_[made].name = name;
}

void LayoutNormalizer::replace_by_transpose(InstructionId id, InstructionId input,
                                            Ints dimensions) {
  std::vector<Attribute> attributes = attributes_of_any(module_[id]);
  std::erase_if(attributes, [](const Attribute& a) { return is_about_dimensions(a.key); });
  attributes.push_back({AttributeKey::kDimensions, std::move(dimensions)});
  const InstructionId made = module_.add_after(id, {.opcode = Opcode::kTranspose,
                                                    .shape = normalized_shape_of(id),
                                                    .operands = {input},
                                                    .attributes = std::move(attributes)});
  stand_for(id, made, seen_as_before(made, id));
}

void LayoutNormalizer::replace_by_bitcast(InstructionId id, InstructionId value) {
  const bool waits = says(module_[id].attributes, AttributeKey::kControlPredecessors);
  if (module_[value].shape == module_[id].shape && !waits) return stand_for(id, value, value);
  const InstructionId made = module_.add_after(id, {.opcode = Opcode::kBitcast,
                                                    .shape = module_[id].shape,
                                                    .operands = {value},
                                                    .attributes = attributes_of_any(module_[id])});
  stand_for(id, made, made);
}

bool LayoutNormalizer::pass_on_normal(InstructionId id) {
  if (is_row_major(shape(id)) || !module_.has_uses(id)) return false;
  const bool is_bitcast_back = index_of(id) >= first_made_;
  if (is_bitcast_back && !module_.is_root(id)) {
    put_pair_in_front(id);
  } else {
    put_pair_behind(id);
  }
  return true;
}

void LayoutNormalizer::put_pair_behind(InstructionId id) {
  std::vector<Use> uses;
  for (const Use use : module_.uses(id)) uses.push_back(use);
  const InstructionId there = bitcast(id, normalized_shape_of(id));
  const InstructionId back = bitcast(there, module_[id].shape);
  settle(there);
  for (const Use use : uses) module_.replace_operand(use.user, use.operand, back);
}

/// A new bitcast takes over the old one's shape; the old one becomes the bitcast back from the
/// pair's first.
void LayoutNormalizer::put_pair_in_front(InstructionId id) {
  const InstructionId was =
      bitcast(module_.operand(id, 0), module_[id].shape, std::move(module_[id].attributes));
  const InstructionId there = bitcast(was, normalized_shape_of(id));
  module_.replace_operand(id, 0, there);
  module_[id].attributes.clear();
  settle(was);
  settle(there);
  settled_[index_of(id)] = false;
  ++renewals_[id];
}

std::uint32_t LayoutNormalizer::renewals(InstructionId id) const {
  const auto found = renewals_.find(id);
  return found == renewals_.end() ? 0 : found->second;
}

bool LayoutNormalizer::is_settled(InstructionId id) const {
  return index_of(id) < settled_.size() && settled_[index_of(id)];
}

void LayoutNormalizer::settle(InstructionId id) {
  if (index_of(id) >= settled_.size()) settled_.resize(module_.instruction_bound(), false);
  settled_[index_of(id)] = true;
}

void LayoutNormalizer::relay_control() {
  if (replaced_.empty()) return;
  for (const ComputationId computation : module_.computations()) {
    for (const InstructionId id : module_.instructions(computation)) {
      const auto* const waited =
          attribute_of<Instructions>(module_[id], AttributeKey::kControlPredecessors);
      if (waited == nullptr) continue;
      Instructions now = *waited;
      for (InstructionId& before : now) {
        const auto found = replaced_.find(before);
        if (found != replaced_.end()) before = found->second;
      }
      set_attribute(module_[id], AttributeKey::kControlPredecessors, std::move(now));
    }
  }
}

}  // namespace tileglot::hlo::pass
