// SPDX-License-Identifier: Apache-2.0
// structure.h: what instructions compute, as numbers that do not depend on names and layouts.
//
// What     structure_of(module) has four numbers for each instruction. `local` is of its operation,
//          its dimensions and its attributes; `own` of these and of all that it is computed from;
//          `value` the same, but a copy has that of what it copies, and so have tuples that are
//          taken apart and put together; `use` is of all that is computed from it.
//          Equal structure, equal number; different structure, different number as far as 64 bits
//          go.
// Why      Compilers renumber instructions. Two modules are compared by what they compute
//          (paired_instructions.h).
// Left out Names, layouts, metadata, what other passes note down (backend_config, shardings,
//          channels), and the order of instructions.
// Example  negate(p) has one number in two modules, whatever the names, the layout of p, and copies
//          between them; abs(p) and negate(negate(p)) have others.
//          [tests: hlo/pass/module/paired_instructions_test.cc, "what is computed alike has one
//          number"]
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

struct Structure {
  // By instruction.
  std::vector<std::uint64_t> local = {};
  std::vector<std::uint64_t> own = {};
  std::vector<std::uint64_t> value = {};
  std::vector<std::uint64_t> use = {};
  std::vector<InstructionId> source = {};  ///< what a copy copies, through other copies; or itself
  // By computation.
  std::vector<std::uint64_t> computations = {};
};

Structure structure_of(const Module& module);

/// One number of two.
std::uint64_t joined(std::uint64_t first, std::uint64_t second);

bool is_copy(const Module& module, InstructionId id);

}  // namespace tileglot::hlo::pass
