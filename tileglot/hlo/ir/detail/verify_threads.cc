// SPDX-License-Identifier: Apache-2.0
// Threads: what calls runs on the thread of what it calls, except for asynchronous operations.
#include <fmt/format.h>

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_module.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

using core::Status;

std::string_view thread_of(const Module& module, ComputationId c) {
  const std::string_view thread = module[c].execution_thread;
  return thread.empty() ? "main" : thread;
}

bool is_async(Opcode opcode) {
  return opcode == Opcode::kAsyncStart || opcode == Opcode::kAsyncUpdate ||
         opcode == Opcode::kAsyncDone;
}

}  // namespace

Status verify_threads(const Module& module) {
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      if (is_async(module[id].opcode)) continue;
      for (const ComputationId called : called_computations(module[id])) {
        if (thread_of(module, c) == thread_of(module, called)) continue;
        return wrong(
            module, id, "CheckCallableInstructionThreadName",
            fmt::format("it runs on thread '{}', and calls {} on '{}'", thread_of(module, c),
                        module[called].name, thread_of(module, called)));
      }
    }
  }
  return {};
}

}  // namespace tileglot::hlo
