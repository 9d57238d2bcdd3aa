// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/reduction_rewrite.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/inherited_attributes.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

namespace xla = notation::xla;

const xla::Shape& ReductionRewrite::result() const {
  const xla::Shape& shape = module_.shape_of(reduce_);
  return is_array(shape) ? shape : shape.elements.front();
}

const Ints& ReductionRewrite::dimensions() const {
  return integers_of(module_[reduce_], AttributeKey::kDimensions);
}

void ReductionRewrite::set_dimensions(Ints dimensions) {
  set_attribute(module_[reduce_], AttributeKey::kDimensions, std::move(dimensions));
  is_changed_ = true;
}

/// A copy has the dimensions of what it copies, so a sharding fits it too.
void ReductionRewrite::read(Opcode through, std::size_t i, const xla::Shape& shape) {
  const InstructionId operand = module_.operand(reduce_, i);
  const Instruction& own = module_[operand];
  std::vector<Attribute> attributes =
      through == Opcode::kCopy ? inherited_attributes(own) : metadata_of(own);
  const InstructionId made = put_behind(operand, {.opcode = through,
                                                  .shape = module_.keep(shape),
                                                  .operands = {operand},
                                                  .attributes = std::move(attributes)});
  module_.replace_operand(reduce_, i, made);
}

core::Status ReductionRewrite::give(const Change& change, Opcode through) {
  const ShapeId before = module_[reduce_].shape;
  xla::Shape shape = module_.shape(before);
  if (is_array(shape)) {
    TILEGLOT_TRY(changed, change(shape));
    shape = std::move(changed);
  }
  for (xla::Shape& one : shape.elements) {
    TILEGLOT_TRY(changed, change(one));
    one = std::move(changed);
  }
  const ShapeId after = module_.keep(shape);
  if (after != before) replace_result(before, after, through);
  return {};
}

void ReductionRewrite::replace_result(ShapeId before, ShapeId after, Opcode through) {
  is_changed_ = true;
  std::vector<Attribute> inherited = inherited_attributes(module_[reduce_]);
  module_[reduce_].shape = after;
  if (through == Opcode::kBitcast) remove_attribute(module_[reduce_], AttributeKey::kSharding);
  const InstructionId seen = is_array(module_.shape(before))
                                 ? put_behind(reduce_, {.opcode = through,
                                                        .shape = before,
                                                        .operands = {reduce_},
                                                        .attributes = std::move(inherited)})
                                 : tuple_as_before(before, through);
  module_.replace_uses(reduce_, seen);
  for (const InstructionId element : elements_) module_.replace_operand(element, 0, reduce_);
}

InstructionId ReductionRewrite::put_behind(InstructionId behind, NewInstruction made) {
  ++inserted_;
  return module_.add_after(behind, std::move(made));
}

InstructionId ReductionRewrite::element(InstructionId behind, std::size_t i) {
  const ShapeId shape = module_.keep(xla::Shape(module_.shape_of(reduce_).elements[i]));
  return put_behind(behind, {.opcode = Opcode::kGetTupleElement,
                             .shape = shape,
                             .operands = {reduce_},
                             .attributes = {{AttributeKey::kIndex, static_cast<std::int64_t>(i)}}});
}

InstructionId ReductionRewrite::tuple_as_before(ShapeId before, Opcode through) {
  std::vector<InstructionId> results;
  results.reserve(inputs_);
  InstructionId last = reduce_;
  for (std::size_t i = 0; i < inputs_; ++i) {
    elements_.push_back(element(last, i));
    last = put_behind(elements_.back(),
                      {.opcode = through,
                       .shape = module_.keep(xla::Shape(module_.shape(before).elements[i])),
                       .operands = {elements_.back()},
                       .attributes = metadata_of(module_[reduce_])});
    results.push_back(last);
  }
  return put_behind(last, {.opcode = Opcode::kTuple,
                           .shape = before,
                           .operands = std::move(results),
                           .attributes = inherited_attributes(module_[reduce_])});
}

}  // namespace tileglot::hlo::pass
