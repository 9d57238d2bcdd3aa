// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/flatten_call_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/clone_computation.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"

namespace tileglot::hlo::pass {
namespace {

/// Modules call some computations several times; clones that double at every call would not end.
constexpr std::size_t kMostGrowth = 16;
constexpr std::size_t kLeastLimit = 1 << 16;

/// Its computations are run as they are, one after the other; others are applied element by
/// element, or fused.
bool is_control_flow(Opcode opcode) {
  return opcode == Opcode::kCall || opcode == Opcode::kWhile || opcode == Opcode::kConditional;
}

bool is_loop_or_branch(Opcode opcode) {
  return opcode == Opcode::kWhile || opcode == Opcode::kConditional;
}

/// Which instructions get computations of their own.
using IsOwner = bool (*)(Opcode opcode);

/// By computation: whether an instruction that does not get one of its own runs or applies it.
std::vector<bool> shared_computations(const Module& module, IsOwner is_owner) {
  std::vector<bool> result(module.computation_count(), false);
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      if (is_owner(module[id].opcode)) continue;
      for (const ComputationId called : called_computations(module[id])) {
        result[index_of(called)] = true;
      }
    }
  }
  return result;
}

class Flattening {
 public:
  Flattening(Module& module, IsOwner is_owner)
      : module_(module),
        is_owner_(is_owner),
        is_taken_(shared_computations(module, is_owner)),
        limit_(std::max(kLeastLimit, kMostGrowth * module.instruction_count())) {
    for (const ComputationId c : module.computations()) names_.emplace(module[c].name);
  }

  core::Result<std::size_t> run() {
    for (const ComputationId computation : computation_post_order(module_)) {
      left_.push_front(computation);
    }
    while (!left_.empty()) {
      const ComputationId next = left_.front();
      left_.pop_front();
      TILEGLOT_TRY_STATUS(flatten(next));
    }
    return clones_;
  }

 private:
  core::Status flatten(ComputationId computation) {
    std::vector<InstructionId> calls;
    for (const InstructionId id : module_.instructions(computation)) {
      if (is_owner_(module_[id].opcode)) calls.push_back(id);
    }
    for (const InstructionId id : calls) TILEGLOT_TRY_STATUS(take_computations(id));
    return {};
  }

  core::Status take_computations(InstructionId id) {
    std::vector<Attribute> attributes = module_[id].attributes;
    for (Attribute& attribute : attributes) {
      if (auto* const one = std::get_if<ComputationId>(&attribute.value)) {
        TILEGLOT_TRY_STATUS(take(*one));
      } else if (auto* const many = std::get_if<Computations>(&attribute.value)) {
        for (ComputationId& called : *many) TILEGLOT_TRY_STATUS(take(called));
      }
    }
    module_[id].attributes = std::move(attributes);
    return {};
  }

  /// The computation itself if no instruction has it yet, else a clone.
  core::Status take(ComputationId& called) {
    if (!is_taken_[index_of(called)]) {
      is_taken_[index_of(called)] = true;
      return {};
    }
    if (module_.instruction_count() + module_[called].instruction_count > limit_) {
      return core::fail(too_large());
    }
    called = clone_computation(module_, called, fresh_name(module_[called].name));
    is_taken_.push_back(true);
    left_.push_back(called);
    ++clones_;
    return {};
  }

  std::string fresh_name(std::string_view of) {
    const std::string prefix = std::string(of) + ".clone";
    std::string name = prefix;
    for (std::size_t i = 1; !names_.emplace(name).second; ++i)
      name = fmt::format("{}.{}", prefix, i);
    return name;
  }

  core::Error too_large() const {
    return {{.code = "hlo.limit",
             .message = fmt::format("with a computation for each call the module would have more "
                                    "than {} instructions",
                                    limit_),
             .help = "computations that are called twice call others twice, and so on"}};
  }

  Module& module_;
  IsOwner is_owner_;
  std::vector<bool> is_taken_;
  std::size_t limit_;
  std::size_t clones_ = 0;
  std::deque<ComputationId> left_ = {};  ///< callers first, then clones as they are made
  std::unordered_set<std::string> names_ = {};
};

}  // namespace

core::Result<std::size_t> flatten_call_graph(Module& module) {
  return Flattening(module, is_control_flow).run();
}

core::Result<std::size_t> flatten_loops_and_branches(Module& module) {
  return Flattening(module, is_loop_or_branch).run();
}

core::Status check_call_graph_flat(const Module& module) {
  std::vector<bool> is_taken = shared_computations(module, is_control_flow);
  return check_instructions(module, module.computations(), "flatten-call-graph",
                            [&is_taken](const Module& all, InstructionId id) -> std::string_view {
                              if (!is_control_flow(all[id].opcode)) return {};
                              for (const ComputationId c : called_computations(all[id])) {
                                if (is_taken[index_of(c)]) return "runs what others run too";
                                is_taken[index_of(c)] = true;
                              }
                              return {};
                            });
}

}  // namespace tileglot::hlo::pass
