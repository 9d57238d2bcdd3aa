// SPDX-License-Identifier: Apache-2.0
// layout_cost.h: the cost of a module's layouts, in bytes that are moved.
//
// What     moved_between(from, to) is what a copy reads and writes: nothing if every element stays
//          in its place. moved_by(module, id) is that of a copy, a reshape or a transpose, with the
//          layouts of its operand and its own; of every other instruction nothing. reduction_reread
//          is one more read of a reduction's input if its layout is not the one that the policy's
//          reductions read (reduction_row_order.h). cost_of adds them up over a module.
// Why      One number says which of two assignments is better. It is what an optimal assignment
//          minimizes, and it shows where the bytes go.
// Units    Bytes as stored in memory, padding of tiles and E(n) included; `<=5` counts as 5. Each
//          instruction counts once, also in a loop; values inside fusions are not stored and do not
//          count.
// Example  f32[4,6]{1,0} copied to {0,1} is 96 bytes read and 96 written; f32[4,1] is nothing,
//          since a dimension of size 1 may be anywhere in the order. A sum over the first dimension
//          of f32[64,8]{1,0} on a GPU, which reads {0,1}, is 2048 bytes read again.
//          [tests: hlo/pass/cost/layout_cost_test.cc, "a copy costs what it reads and writes",
//          "a reduction that reads another order costs one read"]
// Tuples   A copy of a tuple costs what its leaves cost, each by itself: leaves that layout
//          assignment passes on cost nothing. copy-start moves its operand, copy-done nothing.
//          Another memory space is another place.
// Errors   None: an array without a size (`?`, more than 2^63 bytes) that moves is 0 and is not
//          `known`; sums saturate at the largest value. cost_after_sinking: those of sink_copies.h.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

struct MovedBytes {
  std::int64_t read = 0;
  std::int64_t written = 0;
  bool known = true;  ///< false: something of unknown size moves

  std::int64_t total() const { return core::saturating_add(read, written); }
  bool is_none() const { return read == 0 && written == 0 && known; }
  friend bool operator==(const MovedBytes&, const MovedBytes&) = default;
};

/// Elements correspond by their row-major number: a copy, or a reshape. Shapes without a layout are
/// row-major.
MovedBytes moved_between(const notation::xla::Shape& from, const notation::xla::Shape& to);
/// What a copy-start makes: the first element of its tuple.
const notation::xla::Shape& started_copy(const Module& module, InstructionId id);

/// Precondition, here and below: verify(module).
MovedBytes moved_by(const Module& module, InstructionId id);

std::int64_t reduction_reread(const Module& module, InstructionId id, const LayoutPolicy& policy);

enum class CostKind : std::uint8_t { kCopy, kReshape, kTranspose, kReduction };

struct CostlyInstruction {
  InstructionId id = {};
  CostKind kind = CostKind::kCopy;
  MovedBytes moved = {};
};

/// The cost of the instructions of one kind that move something.
struct KindCost {
  std::int64_t count = 0;
  std::int64_t bytes = 0;  ///< read and written
  friend bool operator==(const KindCost&, const KindCost&) = default;
};

struct LayoutCost {
  KindCost copies = {};
  KindCost reshapes = {};
  KindCost transposes = {};
  KindCost reductions = {};
  std::int64_t unknown = 0;                          ///< instructions that are not `known`
  std::vector<CostlyInstruction> instructions = {};  ///< the largest first

  std::int64_t bytes() const;
};

LayoutCost cost_of(const Module& module, const LayoutPolicy& policy);

/// The cost of the module that sink_copies would make. Its instructions are others: the list is
/// empty.
core::Result<LayoutCost> cost_after_sinking(Module module, const LayoutPolicy& policy);

}  // namespace tileglot::hlo::pass
