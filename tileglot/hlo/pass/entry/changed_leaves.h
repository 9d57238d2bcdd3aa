// SPDX-License-Identifier: Apache-2.0
// changed_leaves.h: arrays of a value made others, the tuples around them rebuilt.
//
// What     with_changed_leaves(module, value, behind, changes) puts one instruction behind each leaf that
//          has a change, and behind those the tuples that hold what came out. Instructions are put in
//          behind `behind`; who uses the value stays as it is.
// Why      What a caller passes may be a tuple of tuples; a pass at its border has one array in mind.
// Units    Changes are one for each leaf, as border_leaves.h counts them.
// Example  (f32[2], f32[3,4]) with a copy of leaf 1: get-tuple-element 0, get-tuple-element 1, copy,
//          tuple.
//          [tests: hlo/pass/entry/changed_leaves_test.cc, "a leaf inside tuples is changed"]
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

/// The value itself where no leaf has a change.
InstructionId with_changed_leaves(Module& module, InstructionId value, InstructionId behind,
                                  LeafChanges changes);

}  // namespace tileglot::hlo::pass
