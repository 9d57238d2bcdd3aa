// SPDX-License-Identifier: Apache-2.0
// Buffers, b(f32[4]): memory with a name. A custom call makes one (Pin, CreateBuffer), writes into
// one that it aliases, or gives its array back (Unpin); tuples and loops carry it; nothing else
// may touch it, and each state of it is written once.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_module.h"
#include "tileglot/hlo/ir/frontend_attributes.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

using Path = std::vector<std::int64_t>;

bool is_buffer(const Shape& shape) { return shape.type == PrimitiveType::kBuffer; }

bool has_buffer(const Shape& shape) {
  return is_buffer(shape) || std::ranges::any_of(shape.elements, has_buffer);
}

/// Calls visit(path) for each buffer; stops at the first error.
template <class Visit>
Status for_each_buffer(const Shape& shape, Path& path, const Visit& visit) {
  if (is_buffer(shape)) return visit(std::as_const(path));
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    path.push_back(static_cast<std::int64_t>(i));
    TILEGLOT_TRY_STATUS(for_each_buffer(shape.elements[i], path, visit));
    path.pop_back();
  }
  return {};
}

/// Follows buffers through tuples to what writes into them.
class Writers {
 public:
  Writers(const Module& module, const Callers& callers)
      : module_(module), callers_(callers), steps_left_(16 * module.instruction_count() + 1024) {}

  /// Refuses a buffer at `path` of what `id` gives if it is written more than once.
  Status expect_at_most_one(InstructionId id, const Path& path) {
    count_ = 0;
    visit_users(id, path);
    if (steps_left_ == 0) {
      return core::fail({.code = "hlo.limit",
                         .message = fmt::format("the buffer of {} goes through too many tuples",
                                                module_[id].name)});
    }
    if (count_ <= 1) return {};
    return wrong(module_, id, "CheckBufferHasUniqueWriter", "its buffer is written more than once");
  }

  Status expect_all_at_most_one(InstructionId id) {
    Path path;
    return for_each_buffer(module_.shape_of(id), path,
                           [&](const Path& at) { return expect_at_most_one(id, at); });
  }

 private:
  struct Place {
    InstructionId id = {};
    Path path = {};
  };

  void visit_users(InstructionId id, const Path& path) {
    std::vector<Place> open{{id, path}};
    while (!open.empty() && count_ <= 1 && steps_left_ > 0) {
      --steps_left_;
      const Place at = std::move(open.back());
      open.pop_back();
      std::set<InstructionId> seen;
      for (const Use use : module_.uses(at.id)) {
        if (seen.insert(use.user).second) visit_user(at, use, open);
      }
    }
  }

  void visit_user(const Place& at, const Use& use, std::vector<Place>& open) {
    switch (module_[use.user].opcode) {
      case Opcode::kFusion:
      case Opcode::kCall:
      case Opcode::kCustomCall:
      case Opcode::kAsyncStart:
      case Opcode::kWhile:
      case Opcode::kConditional:
      case Opcode::kDynamicUpdateSlice: ++count_; break;
      case Opcode::kGetTupleElement: visit_element(at, use.user, open); break;
      case Opcode::kTuple: visit_tuple(at, use, open); break;
      default: break;
    }
  }

  void visit_element(const Place& at, InstructionId user, std::vector<Place>& open) {
    const std::int64_t index = integer_of(module_[user], AttributeKey::kIndex);
    if (at.path.empty() || at.path[0] != index) return;
    open.push_back({user, Path(at.path.begin() + 1, at.path.end())});
  }

  /// A loop writes what its body gives back.
  void visit_tuple(const Place& at, const Use& use, std::vector<Place>& open) {
    if (module_.is_root(use.user)) {
      const auto& by = callers_[index_of(module_[use.user].computation)];
      const bool loops = std::ranges::any_of(
          by, [&](InstructionId caller) { return module_[caller].opcode == Opcode::kWhile; });
      count_ += loops ? 1 : 0;
      return;
    }
    Path path{static_cast<std::int64_t>(use.operand)};
    path.insert(path.end(), at.path.begin(), at.path.end());
    open.push_back({use.user, std::move(path)});
  }

  const Module& module_;
  const Callers& callers_;
  std::size_t steps_left_ = 0;
  std::size_t count_ = 0;
};

Status expect_none(const Module& module, InstructionId id, const Shape& shape) {
  if (!has_buffer(shape)) return {};
  return wrong(module, id, "VerifyNoBuffers",
               fmt::format("{} of {}: buffers are not allowed here", name_of(module[id].opcode),
                           print(shape)));
}

Status expect_none_around(const Module& module, InstructionId id) {
  TILEGLOT_TRY_STATUS(expect_none(module, id, module.shape_of(id)));
  for (const InstructionId operand : module.operands(id)) {
    TILEGLOT_TRY_STATUS(expect_none(module, id, module.shape_of(operand)));
  }
  return {};
}

const OperandAliases& aliases_of(const Instruction& instruction) {
  static const OperandAliases none;
  const auto* const found =
      attribute_of<OperandAliases>(instruction, AttributeKey::kOutputToOperandAliasing);
  return found == nullptr ? none : *found;
}

/// Pin and Unpin: the same array on both sides, which share memory.
Status verify_pin(const Module& module, InstructionId id, bool pins) {
  const std::string_view check = pins ? "VerifyPin" : "VerifyUnpin";
  const Shape& to = module.shape_of(id);
  const bool one = module.operands(id).size() == 1;
  const Shape none{.type = PrimitiveType::kTuple};
  const Shape& from = one ? module.shape_of(module.operand(id, 0)) : none;
  const Shape& buffer = pins ? to : from;
  const Shape& array = pins ? from : to;
  const bool fits = is_buffer(buffer) && is_array(array) && !buffer.elements.empty() &&
                    compatible(buffer.elements[0], array);
  if (!fits) {
    return wrong(module, id, check,
                 fmt::format("{} is not {} of {}", print(to), pins ? "the buffer" : "the array",
                             print(from)));
  }
  if (aliases_of(module[id]).size() == 1) return {};
  return wrong(module, id, check, "output_to_operand_aliasing does not pair its one operand");
}

Status verify_create(const Module& module, InstructionId id) {
  if (module.operands(id).empty() && is_buffer(module.shape_of(id))) return {};
  return wrong(module, id, "VerifyCreateBuffer",
               fmt::format("CreateBuffer with {} operands gives {}", module.operands(id).size(),
                           print(module.shape_of(id))));
}

/// Each buffer that goes in comes out once.
Status verify_buffer_operands(const Module& module, InstructionId id) {
  const OperandAliases& aliases = aliases_of(module[id]);
  for (std::size_t i = 0; i < module.operands(id).size(); ++i) {
    Path path;
    TILEGLOT_TRY_STATUS(
        for_each_buffer(module.shape_of(module.operand(id, i)), path, [&](const Path& at) {
          const auto count = std::ranges::count_if(aliases, [&](const OperandAlias& alias) {
            return alias.operand == static_cast<std::int64_t>(i) && alias.index == at;
          });
          if (count == 1) return Status{};
          return Status(wrong(module, id, "VerifyBuffersInOperands",
                              fmt::format("the buffer in operand {} has {} results", i, count)));
        }));
  }
  return {};
}

Status verify_buffer_results(const Module& module, InstructionId id, Writers& writers) {
  const OperandAliases& aliases = aliases_of(module[id]);
  Path path;
  return for_each_buffer(module.shape_of(id), path, [&](const Path& at) {
    const auto count = std::ranges::count_if(
        aliases, [&](const OperandAlias& alias) { return alias.output == at; });
    if (count == 1) return writers.expect_at_most_one(id, at);
    return Status(wrong(module, id, "VerifyBuffersInResults",
                        fmt::format("a buffer of its result has {} operands", count)));
  });
}

Status verify_custom_call_buffers(const Module& module, InstructionId id, Writers& writers) {
  const std::string target = unquoted_of(module[id], AttributeKey::kCustomCallTarget);
  if (target == "Unpin") return verify_pin(module, id, false);
  if (target == "Pin" || target == "CreateBuffer") {
    TILEGLOT_TRY_STATUS(target == "Pin" ? verify_pin(module, id, true) : verify_create(module, id));
    return writers.expect_at_most_one(id, {});
  }
  TILEGLOT_TRY_STATUS(verify_buffer_operands(module, id));
  return verify_buffer_results(module, id, writers);
}

Status verify_update(const Module& module, InstructionId id, Writers& writers) {
  if (!is_buffer(module.shape_of(module.operand(id, 0)))) return expect_none_around(module, id);
  TILEGLOT_TRY_STATUS(writers.expect_all_at_most_one(id));
  for (const InstructionId operand : module.operands(id).subspan(1)) {
    TILEGLOT_TRY_STATUS(expect_none(module, id, module.shape_of(operand)));
  }
  if (is_buffer(module.shape_of(id))) return {};
  return wrong(module, id, "VerifyBuffers", "it updates a buffer, and does not give one");
}

/// Asynchronous operations are checked by what they wrap; so are calls on a stream of their own.
bool is_checked_elsewhere(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate:
    case Opcode::kAsyncDone: return true;
    case Opcode::kCall:
      return frontend_value(text_of(instruction, AttributeKey::kFrontendAttributes),
                            "_xla_stream_annotation")
          .has_value();
    default: return false;
  }
}

Status verify_use(const Module& module, InstructionId id, Writers& writers) {
  if (is_checked_elsewhere(module[id])) return {};
  switch (module[id].opcode) {
    case Opcode::kCustomCall: return verify_custom_call_buffers(module, id, writers);
    case Opcode::kWhile: return writers.expect_all_at_most_one(id);
    case Opcode::kParameter:
      if (module[id].computation == module.entry()) {
        TILEGLOT_TRY_STATUS(expect_none_around(module, id));
      }
      return writers.expect_all_at_most_one(id);
    case Opcode::kDynamicUpdateSlice: return verify_update(module, id, writers);
    case Opcode::kGetTupleElement:
    case Opcode::kTuple: return {};
    default: return expect_none_around(module, id);
  }
}

bool any_buffer(const Module& module) {
  for (std::size_t i = 0; i < module.shapes().size(); ++i) {
    if (has_buffer(module.shape(ShapeId{static_cast<std::uint32_t>(i)}))) return true;
  }
  return false;
}

}  // namespace

Status verify_buffers(const Module& module, const Callers& callers) {
  if (!any_buffer(module)) return {};
  Writers writers(module, callers);
  for (const ComputationId c : module.computations()) {
    if (is_async_computation(module, callers, c)) {
      const InstructionId root = *module[c].root;
      if (module[root].opcode != Opcode::kCustomCall) continue;
      TILEGLOT_TRY_STATUS(verify_custom_call_buffers(module, root, writers));
      continue;
    }
    for (const InstructionId id : module.instructions(c)) {
      TILEGLOT_TRY_STATUS(verify_use(module, id, writers));
    }
  }
  return {};
}

}  // namespace tileglot::hlo
