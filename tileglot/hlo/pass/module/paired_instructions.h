// SPDX-License-Identifier: Apache-2.0
// paired_instructions.h: which instruction of one module is which of another.
//
// What     paired_instructions(before, after) pairs instructions that compute the same: from the
//          parameters upward by all that they are computed from, from the root downward by what is
//          computed from them, and by name only what is left. Computations are paired with them,
//          from the entry on. No instruction is in two pairs.
// Why      A second compilation numbers everything anew; a difference of names says nothing.
//
// How      1. Instructions of one structure (structure.h), copies looked through: first those that
//             are also used alike, then those of one name, then those of one layout, then in order.
//          2. Below what differs: one operation and dimensions on operands that are paired.
//          3. Above what differs: operands with one place in instructions that are paired.
//          4. One name and one operation. Then 2 to 4 again, while they find something.
//          Each step is linear in the modules' operands.
// Copies   are paired only with copies of the same value.
// Example  p, q = f32[4]; a = negate(p); b = negate(q); and the same with a and b renamed to b and
//          a: a is paired with b.
//          [tests: hlo/pass/module/paired_instructions_test.cc, "names do not count where structure
//          tells"]
#pragma once

#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

struct PairedInstructions {
  std::vector<std::optional<InstructionId>> before_of = {};  ///< by instructions of `after`
  std::vector<std::optional<InstructionId>> after_of = {};   ///< by instructions of `before`
};

PairedInstructions paired_instructions(const Module& before, const Module& after);

}  // namespace tileglot::hlo::pass
