// SPDX-License-Identifier: Apache-2.0
// replace_leaves.h: replaces arrays of a value, and rebuilds the tuples around them.
//
// What     replace_leaves(module, value, after, changes) inserts one instruction for each
//          leaf that has a change, and then the tuples that hold the results. Instructions are
//          inserted after `after`; the value's users stay as they are.
// Why      The caller may pass a tuple of tuples, where a pass changes one array of it.
// Units    One change for each leaf, as entry_leaves.h counts them.
// Example  (f32[2], f32[3,4]) with a copy of leaf 1: get-tuple-element 0, get-tuple-element 1,
//          copy, tuple.
//          [tests: hlo/pass/entry/replace_leaves_test.cc, "a leaf inside tuples is changed"]
#pragma once

#include <optional>
#include <span>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo::pass {

struct LeafChange {
  Opcode opcode = Opcode::kCopy;
  ShapeId shape = {};
};
using LeafChanges = std::span<const std::optional<LeafChange>>;

/// Returns the value itself where no leaf has a change.
InstructionId replace_leaves(Module& module, InstructionId value, InstructionId after,
                             LeafChanges changes);

}  // namespace tileglot::hlo::pass
