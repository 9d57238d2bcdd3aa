// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/clone_computation.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

class Cloning {
 public:
  Cloning(Module& module, ComputationId from, ComputationId to)
      : module_(module), from_(from), to_(to) {}

  void run() {
    std::vector<InstructionId> originals;
    for (const InstructionId id : module_.instructions(from_)) originals.push_back(id);
    for (const InstructionId id : originals) clones_.emplace(id, clone(id));
    for (const InstructionId id : originals) wait_for_clones(clones_.at(id));
    module_.set_root(to_, clones_.at(*module_[from_].root));
  }

 private:
  InstructionId clone(InstructionId id) {
    const std::string_view name = module_.fresh_name(std::string(module_[id].name) + ".clone");
    const InstructionId made =
        module_[id].opcode == Opcode::kParameter ? parameter(id, name) : operation(id, name);
    module_[made].attributes = module_[id].attributes;
    module_[made].wrapped = module_[id].wrapped;
    module_[made].place = module_[id].place;
    return made;
  }

  InstructionId parameter(InstructionId id, std::string_view name) {
    const auto number = integer_of(module_[id], AttributeKey::kParameterNumber);
    return module_.add_parameter(to_, number, module_[id].shape, name);
  }

  InstructionId operation(InstructionId id, std::string_view name) {
    std::vector<InstructionId> operands;
    operands.reserve(module_[id].operand_count);
    for (const InstructionId operand : module_.operands(id)) {
      operands.push_back(clones_.at(operand));
    }
    return module_.add(to_, {.name = name,
                             .opcode = module_[id].opcode,
                             .shape = module_[id].shape,
                             .operands = operands});
  }

  /// Control predecessors are in the same computation, before or after the instruction.
  void wait_for_clones(InstructionId made) {
    const auto* const before =
        attribute_of<Instructions>(module_[made], AttributeKey::kControlPredecessors);
    if (before == nullptr) return;
    Instructions cloned;
    cloned.reserve(before->size());
    for (const InstructionId id : *before) cloned.push_back(clones_.at(id));
    set_attribute(module_[made], AttributeKey::kControlPredecessors, cloned);
  }

  Module& module_;
  ComputationId from_;
  ComputationId to_;
  std::unordered_map<InstructionId, InstructionId> clones_ = {};
};

}  // namespace

ComputationId clone_computation(Module& module, ComputationId computation, std::string_view name) {
  const ComputationId made = module.add_computation(name);
  module[made].execution_thread = module[computation].execution_thread;
  module[made].place = module[computation].place;
  Cloning(module, computation, made).run();
  return made;
}

}  // namespace tileglot::hlo
