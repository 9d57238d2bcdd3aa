// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/layout_invariant.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"
#include "tileglot/hlo/pass/module/layout_error.h"
#include "tileglot/hlo/pass/module/layout_freedom.h"
#include "tileglot/notation/xla/dimensions/copy_layout.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

bool lie_alike(const xla::Shape& a, const xla::Shape& b) {
  return xla::layouts_in_shapes_equal(a, b, xla::kMinorToMajorOnly);
}

/// Checks one instruction; each check returns what is wrong, as a text that follows its name.
class Invariant {
 public:
  Invariant(const Module& module, InstructionId id)
      : module_(module), id_(id), own_(module[id]), shape_(module.shape_of(id)) {}

  std::string_view fault() const {
    if (!xla::has_layout(shape_)) return "has no layout";
    switch (own_.opcode) {
      case Opcode::kGetTupleElement:
        return told(lie_alike(shape_, operand(0).elements[element()]),
                    "has a different layout from that in the tuple it is taken from");
      case Opcode::kTuple:
        return told(elements_lie_alike(),
                    "has an element with a different layout from its operand");
      case Opcode::kCall:
        return told(called_alike(0), "passes or gets arrays otherwise than its computation does");
      case Opcode::kConditional:
        return told(branches_alike(), "passes or gets arrays otherwise than a branch does");
      case Opcode::kWhile:
        return told(loops_alike(), "carries arrays otherwise than its body does");
      default: return told(reads_as_it_writes(), kReadsInAnotherOrder);
    }
  }

 private:
  static std::string_view told(bool holds, std::string_view fault) {
    return holds ? std::string_view() : fault;
  }
  const xla::Shape& operand(std::size_t i) const {
    return module_.shape_of(module_.operand(id_, i));
  }
  std::size_t element() const {
    return static_cast<std::size_t>(integer_of(own_, AttributeKey::kIndex));
  }
  const xla::Shape& parameter(ComputationId called, std::size_t i) const {
    return module_.shape_of(module_[called].parameters[i]);
  }
  const xla::Shape& result(ComputationId called) const {
    return module_.shape_of(*module_[called].root);
  }

  bool elements_lie_alike() const {
    for (std::size_t i = 0; i < shape_.elements.size(); ++i) {
      if (!lie_alike(shape_.elements[i], operand(i))) return false;
    }
    return true;
  }

  bool called_alike(std::size_t which) const {
    const ComputationId called = called_computations(own_)[which];
    for (std::size_t i = 0; i < module_[called].parameters.size(); ++i) {
      if (!lie_alike(parameter(called, i), operand(i))) return false;
    }
    return lie_alike(shape_, result(called));
  }

  bool branches_alike() const {
    const std::vector<ComputationId> branches = called_computations(own_);
    for (std::size_t i = 0; i < branches.size(); ++i) {
      if (!lie_alike(parameter(branches[i], 0), operand(i + 1)) ||
          !lie_alike(shape_, result(branches[i]))) {
        return false;
      }
    }
    return true;
  }

  bool loops_alike() const {
    const auto body = *attribute_of<ComputationId>(own_, AttributeKey::kBody);
    const auto condition = *attribute_of<ComputationId>(own_, AttributeKey::kCondition);
    return lie_alike(shape_, operand(0)) && lie_alike(shape_, parameter(body, 0)) &&
           lie_alike(shape_, result(body)) && lie_alike(shape_, parameter(condition, 0));
  }

  bool reads_as_it_writes() const {
    if (can_change_layout(own_) || !is_array(shape_)) return true;
    for (std::size_t i = 0; i < own_.operand_count; ++i) {
      const xla::Shape& read = operand(i);
      if (is_array(read) && rank(read) == rank(shape_) && !lie_alike_but_for_type(read))
        return false;
    }
    return true;
  }

  bool lie_alike_but_for_type(const xla::Shape& read) const {
    return read.layout && read.layout->minor_to_major == shape_.layout->minor_to_major;
  }

  const Module& module_;
  InstructionId id_;
  const Instruction& own_;
  const xla::Shape& shape_;
};

core::Status check_entry(const Module& module) {
  if (!module.header.entry_layout) return {};
  const auto& entry = module[module.entry()];
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    if (lie_alike(module.shape_of(entry.parameters[i]),
                  module.header.entry_layout->parameters[i])) {
      continue;
    }
    return core::fail(layout_error(module[entry.parameters[i]],
                                   "has another layout than the entry layout gives it"));
  }
  if (lie_alike(module.shape_of(*entry.root), module.header.entry_layout->result)) return {};
  return core::fail(layout_error(module[*entry.root], "is not the result of the entry layout"));
}

}  // namespace

core::Status check_layouts_written(const Module& module) {
  const std::vector<bool> is_fused = fused_computations(module);
  for (const ComputationId computation : module.computations()) {
    if (is_fused[index_of(computation)]) continue;
    for (const InstructionId id : module.instructions(computation)) {
      if (xla::has_layout(module.shape_of(id))) continue;
      return core::fail(layout_error(module[id], "has no layout"));
    }
  }
  return {};
}

core::Status check_layouts_assigned(const Module& module) {
  const std::vector<bool> is_fused = fused_computations(module);
  for (const ComputationId computation : module.computations()) {
    if (is_fused[index_of(computation)]) continue;
    for (const InstructionId id : module.instructions(computation)) {
      const std::string_view fault = Invariant(module, id).fault();
      if (!fault.empty()) return core::fail(layout_error(module[id], fault));
    }
  }
  return check_entry(module);
}

}  // namespace tileglot::hlo::pass
