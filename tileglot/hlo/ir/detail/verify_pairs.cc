// SPDX-License-Identifier: Apache-2.0
// Operations that start and end apart: each start has one end, and ends belong to starts.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_module.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

using core::Status;

constexpr std::string_view kCheck = "VerifyAsynchronousInstructionPairs";

bool is_one_of(Opcode opcode, std::initializer_list<Opcode> list) {
  return std::ranges::find(list, opcode) != list.end();
}

/// What an unfinished operation may pass through on the way to its end.
bool carries(Opcode opcode) {
  return is_one_of(opcode, {Opcode::kTuple, Opcode::kGetTupleElement, Opcode::kWhile, Opcode::kCall,
                            Opcode::kConditional, Opcode::kOptBarrier, Opcode::kDomain});
}

/// Users except the custom calls that only order instructions.
std::set<InstructionId> users_of(const Module& module, InstructionId id) {
  std::set<InstructionId> users;
  for (const Use use : module.uses(id)) {
    const Instruction& user = module[use.user];
    const bool orders = user.opcode == Opcode::kCustomCall &&
                        unquoted_of(user, AttributeKey::kCustomCallTarget) == "control_dep";
    if (!orders) users.insert(use.user);
  }
  return users;
}

Status expect_user(const Module& module, InstructionId id, std::initializer_list<Opcode> wanted) {
  const auto users = users_of(module, id);
  const std::string_view name = name_of(module[id].opcode);
  if (users.size() != 1) {
    return wrong(module, id, kCheck,
                 fmt::format("{} needs one user, and has {}", name, users.size()));
  }
  const Instruction& user = module[*users.begin()];
  if (is_one_of(user.opcode, wanted) || carries(user.opcode)) return {};
  return wrong(module, id, kCheck,
               fmt::format("{} is used by {} {}, which does not end it", name, name_of(user.opcode),
                           user.name));
}

Status expect_operand(const Module& module, InstructionId id,
                      std::initializer_list<Opcode> wanted) {
  const Opcode operand = module[module.operand(id, 0)].opcode;
  if (is_one_of(operand, wanted) || carries(operand) || operand == Opcode::kParameter) return {};
  return wrong(
      module, id, kCheck,
      fmt::format("{} of {}, which starts nothing", name_of(module[id].opcode), name_of(operand)));
}

/// A send or receive that is all of an asynchronous computation ends outside of it.
bool is_wrapped(const Module& module, const Callers& callers, InstructionId id) {
  return module.is_root(id) && is_async_computation(module, callers, module[id].computation);
}

Status verify_one(const Module& module, const Callers& callers, InstructionId id) {
  switch (module[id].opcode) {
    case Opcode::kAllReduceStart: return expect_user(module, id, {Opcode::kAllReduceDone});
    case Opcode::kAllGatherStart: return expect_user(module, id, {Opcode::kAllGatherDone});
    case Opcode::kCopyStart: return expect_user(module, id, {Opcode::kCopyDone});
    case Opcode::kCollectivePermuteStart:
      return expect_user(module, id, {Opcode::kCollectivePermuteDone});
    case Opcode::kAllReduceDone: return expect_operand(module, id, {Opcode::kAllReduceStart});
    case Opcode::kAllGatherDone: return expect_operand(module, id, {Opcode::kAllGatherStart});
    case Opcode::kCopyDone: return expect_operand(module, id, {Opcode::kCopyStart});
    case Opcode::kCollectivePermuteDone:
      return expect_operand(module, id, {Opcode::kCollectivePermuteStart});
    case Opcode::kSend:
      if (is_wrapped(module, callers, id)) return {};
      return expect_user(module, id, {Opcode::kSendDone});
    case Opcode::kRecv:
      if (is_wrapped(module, callers, id)) return {};
      return expect_user(module, id, {Opcode::kRecvDone});
    case Opcode::kSendDone:
      return expect_operand(module, id, {Opcode::kSend, Opcode::kGetTupleElement});
    case Opcode::kRecvDone:
      return expect_operand(module, id, {Opcode::kRecv, Opcode::kGetTupleElement});
    default: return {};
  }
}

bool is_unfinished(Opcode opcode) {
  return opcode == Opcode::kAsyncStart || opcode == Opcode::kAsyncUpdate;
}

bool continues(Opcode opcode) {
  return opcode == Opcode::kAsyncUpdate || opcode == Opcode::kAsyncDone;
}

/// What async-start and -update give is read by what goes on with them, and by nothing else.
Status verify_async_use(const Module& module, InstructionId id, std::size_t operand) {
  const InstructionId by = module.operand(id, operand);
  if (!is_unfinished(module[by].opcode)) return {};
  const Opcode user = module[id].opcode;
  if (continues(user) ? operand == 0 : carries(user)) return {};
  return wrong(module, id, kCheck,
               fmt::format("{} reads {} {}, which only async-update and async-done may",
                           name_of(user), name_of(module[by].opcode), module[by].name));
}

/// The number of updates and ends that directly take what `id` gives, and whether it goes elsewhere.
struct Continuations {
  std::size_t direct = 0;
  bool elsewhere = false;
};

Continuations continuations_of(const Module& module, InstructionId id) {
  Continuations result;
  for (const Use use : module.uses(id)) {
    if (continues(module[use.user].opcode)) {
      ++result.direct;
    } else {
      result.elsewhere = true;
    }
  }
  result.elsewhere |= module.is_root(id);
  return result;
}

Status verify_async_end(const Module& module, InstructionId id) {
  const Continuations found = continuations_of(module, id);
  const std::string_view name = name_of(module[id].opcode);
  if (found.direct > 1) {
    return wrong(module, id, kCheck, fmt::format("{} is continued {} times", name, found.direct));
  }
  if (found.direct == 1 || found.elsewhere) return {};
  return wrong(module, id, kCheck, fmt::format("{} has no async-done", name));
}

/// Whether an async-done or -update reads what an asynchronous operation gives, as far as it shows.
Status verify_async_source(const Module& module, InstructionId id) {
  const Opcode operand = module[module.operand(id, 0)].opcode;
  if (is_unfinished(operand) || carries(operand) || operand == Opcode::kParameter) return {};
  return wrong(module, id, "ShapeVerifier::CheckAsyncOpOperands",
               fmt::format("{} of {}, which does not start anything", name_of(module[id].opcode),
                           name_of(operand)));
}

Status verify_async_pair(const Module& module, InstructionId id) {
  for (std::size_t i = 0; i < module.operands(id).size(); ++i) {
    TILEGLOT_TRY_STATUS(verify_async_use(module, id, i));
  }
  if (continues(module[id].opcode)) TILEGLOT_TRY_STATUS(verify_async_source(module, id));
  return is_unfinished(module[id].opcode) ? verify_async_end(module, id) : Status{};
}

}  // namespace

Callers callers_of(const Module& module) {
  Callers result(module.computation_count());
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      for (const ComputationId called : called_computations(module[id])) {
        result[index_of(called)].push_back(id);
      }
    }
  }
  return result;
}

bool is_async_computation(const Module& module, const Callers& callers, ComputationId c) {
  const auto& by = callers[index_of(c)];
  if (by.empty()) return false;
  const Instruction& first = module[by[0]];
  return first.opcode == Opcode::kAsyncStart && !first.wrapped;
}

Status verify_pairs(const Module& module, const Callers& callers) {
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      TILEGLOT_TRY_STATUS(verify_one(module, callers, id));
      TILEGLOT_TRY_STATUS(verify_async_pair(module, id));
    }
  }
  return {};
}

}  // namespace tileglot::hlo
