// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/simplify_copies.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/control_order.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/hlo/pass/normalize/normalized_computations.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// Whether the operation only passes on values that it is given.
bool hands_on(Opcode opcode) {
  switch (opcode) {
    case Opcode::kBitcast:
    case Opcode::kCopy:
    case Opcode::kGetTupleElement:
    case Opcode::kTranspose:
    case Opcode::kTuple: return true;
    default: return false;
  }
}

std::int8_t memory_space(const Module& module, InstructionId id) {
  const auto& layout = module.shape_of(id).layout;
  return layout ? layout->memory_space : std::int8_t{0};
}

/// The order of the dimensions whose size is not 1.
std::vector<std::int64_t> order_that_counts(const xla::Shape& array) {
  std::vector<std::int64_t> result = array.layout->minor_to_major;
  std::erase_if(result, [&](std::int64_t d) {
    const xla::Dimension& dimension = array.dimensions[static_cast<std::size_t>(d)];
    return dimension.bound == 1 && !dimension.dynamic;
  });
  return result;
}

/// A copy between two orders that differ only in dimensions of size 1.
bool moves_nothing(const Module& module, InstructionId copy) {
  const xla::Shape& from = module.shape_of(module.operand(copy, 0));
  const xla::Shape& to = module.shape_of(copy);
  if (!is_array(to) || !to.layout->tiles.empty() || !to.layout->split_configs.empty()) return false;
  xla::Layout in_order_of_from = *to.layout;
  in_order_of_from.minor_to_major = from.layout->minor_to_major;
  return in_order_of_from == *from.layout && order_that_counts(from) == order_that_counts(to);
}

/// Whether a module can be simplified at an instruction, and how.
class Opportunities {
 public:
  explicit Opportunities(const Module& module)
      : module_(module), is_ordered_(instructions_under_control(module)) {}

  /// The instruction has no control dependencies in either direction.
  bool is_free(InstructionId id) const { return !is_ordered_[index_of(id)]; }

  bool is_unread(InstructionId id) const {
    return is_free(id) && hands_on(module_[id].opcode) && !module_.has_uses(id) &&
           !module_.is_root(id);
  }

  /// A bitcast of a bitcast, or a copy of a copy, that could read what the inner one reads.
  bool reads_its_like(InstructionId id) const {
    const Opcode opcode = module_[id].opcode;
    if (!is_free(id) || (opcode != Opcode::kBitcast && opcode != Opcode::kCopy)) return false;
    const InstructionId inner = module_.operand(id, 0);
    if (module_[inner].opcode != opcode || !is_free(inner)) return false;
    const std::int8_t space = memory_space(module_, inner);
    return space == memory_space(module_, module_.operand(inner, 0)) ||
           space == memory_space(module_, id);
  }

  bool is_copy_that_moves_nothing(InstructionId id) const {
    return module_[id].opcode == Opcode::kCopy && is_free(id) && moves_nothing(module_, id) &&
           has_no_sharding_of_its_own(id, module_.operand(id, 0));
  }

  /// Its operand is the same value.
  bool changes_nothing(InstructionId id) const {
    return is_free(id) && leaves_dimensions(id) &&
           module_[id].shape == module_[module_.operand(id, 0)].shape &&
           has_no_sharding_of_its_own(id, module_.operand(id, 0));
  }

  bool takes_from_tuple(InstructionId id) const {
    if (module_[id].opcode != Opcode::kGetTupleElement || !is_free(id)) return false;
    const InstructionId tuple = module_.operand(id, 0);
    return module_[tuple].opcode == Opcode::kTuple && is_free(tuple) &&
           module_[id].shape == module_[taken(id)].shape &&
           has_no_sharding_of_its_own(id, taken(id));
  }

  InstructionId taken(InstructionId element) const {
    const auto index = static_cast<std::size_t>(integer_of(module_[element], AttributeKey::kIndex));
    return module_.operand(module_.operand(element, 0), index);
  }

 private:
  bool leaves_dimensions(InstructionId id) const {
    switch (module_[id].opcode) {
      case Opcode::kBitcast:
      case Opcode::kCopy: return true;
      case Opcode::kTranspose:
        return core::is_identity(integers_of(module_[id], AttributeKey::kDimensions));
      default: return false;
    }
  }

  bool has_no_sharding_of_its_own(InstructionId id, InstructionId like) const {
    using Sharding = Shared<xla::Sharding>;
    const auto* const own = attribute_of<Sharding>(module_[id], AttributeKey::kSharding);
    const auto* const other = attribute_of<Sharding>(module_[like], AttributeKey::kSharding);
    return own == nullptr || (other != nullptr && *own == *other);
  }

  const Module& module_;
  std::vector<bool> is_ordered_;
};

class Simplification {
 public:
  explicit Simplification(Module& module) : module_(module), found_(module) {}

  std::size_t run() {
    for (const ComputationId computation : normalized_computations(module_)) {
      for (const InstructionId id : module_.instructions(computation)) simplify(id);
    }
    return changes_;
  }

 private:
  void simplify(InstructionId id) {
    if (found_.is_unread(id)) return remove_unread(id);
    if (found_.reads_its_like(id)) read_behind(id);
    if (found_.changes_nothing(id)) return stand_for(id, module_.operand(id, 0));
    if (found_.takes_from_tuple(id)) return stand_for(id, found_.taken(id));
    if (found_.is_copy_that_moves_nothing(id)) {
      module_[id].opcode = Opcode::kBitcast;
      ++changes_;
      if (found_.reads_its_like(id)) read_behind(id);
      if (found_.changes_nothing(id)) stand_for(id, module_.operand(id, 0));
    }
  }

  void read_behind(InstructionId id) {
    const InstructionId inner = module_.operand(id, 0);
    module_.replace_operand(id, 0, module_.operand(inner, 0));
    ++changes_;
    remove_unread(inner);
  }

  void stand_for(InstructionId id, InstructionId value) {
    module_.replace_uses(id, value);
    remove_unread(id);
  }

  /// Removes the instruction if it has no uses, and operands that only it used.
  void remove_unread(InstructionId first) {
    std::vector<InstructionId> left{first};
    while (!left.empty()) {
      const InstructionId id = left.back();
      left.pop_back();
      if (module_[id].removed || !found_.is_unread(id)) continue;
      const auto operands = module_.operands(id);
      left.insert(left.end(), operands.begin(), operands.end());
      module_.remove(id);
      ++changes_;
    }
  }

  Module& module_;
  Opportunities found_;
  std::size_t changes_ = 0;
};

std::string_view fault_of(const Opportunities& found, InstructionId id) {
  if (found.is_unread(id)) return "hands on a value that nobody reads";
  if (found.reads_its_like(id)) return "is a copy of a copy, or a bitcast of a bitcast";
  if (found.changes_nothing(id)) return "changes nothing";
  if (found.takes_from_tuple(id)) return "takes what was put into a tuple";
  return found.is_copy_that_moves_nothing(id) ? "is a copy that moves nothing" : "";
}

}  // namespace

core::Result<std::size_t> simplify_copies(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return Simplification(module).run();
}

core::Status check_copies_simplified(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  const Opportunities found(module);
  return check_instructions(
      module, normalized_computations(module), "algsimp",
      [&found](const Module& /*module*/, InstructionId id) { return fault_of(found, id); });
}

}  // namespace tileglot::hlo::pass
