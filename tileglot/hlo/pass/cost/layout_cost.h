// SPDX-License-Identifier: Apache-2.0
// layout_cost.h: the cost of a module's layouts, in bytes that are moved.
//
// What     moved_between(from, to) is what a copy reads and writes: nothing if every element stays
//          in its place. moved_by(module, id) is that of a copy, a reshape or a transpose, with the
//          layouts of its operand and its own; of every other instruction nothing. cost_of adds
//          them up over a module, each as often as it runs (executions.h).
// Why      One number says which of two assignments is better. It is what an optimal assignment
//          minimizes, and it shows where the bytes go.
// Units    Bytes as stored in memory, padding of tiles and E(n) included; `<=5` counts as 5.
//          `bytes` are executed: what a copy in a loop of 100 trips moves counts 100 times;
//          `bytes_once` counts each instruction once. Values inside fusions are not stored and do
//          not count.
// Penalty  reduction_reread is an estimate, and apart from what moves: one more read of a
//          reduction's input where the policy's reductions prefer rows (reduction_row_order.h) and
//          the array has neither rows nor runs of 32 bytes. A run is what is contiguous of
//          dimensions that are all reduced, or all kept; 32 bytes are a sector, the least that an
//          NVIDIA GPU fetches. In runs of whole sectors a kernel reads every byte once, whether it
//          adds along the run or across it; of shorter runs neighbouring threads share sectors,
//          and how often one is fetched depends on caches.
// Example  f32[4,6]{1,0} copied to {0,1} is 96 bytes read and 96 written; f32[4,1] is nothing,
//          since a dimension of size 1 may be anywhere in the order. A sum over the first dimension
//          of f32[64,4]{1,0} on a GPU reads runs of 16 bytes, so its 1024 bytes count once more; of
//          f32[64,8]{1,0} it reads runs of 32, and nothing counts.
//          [tests: hlo/pass/cost/layout_cost_test.cc, "a copy costs what it reads and writes",
//          "a reduction in runs shorter than a sector costs one read"]
// Tuples   A copy of a tuple costs what its leaves cost, each by itself: leaves that layout
//          assignment passes on cost nothing. copy-start moves its operand, copy-done nothing.
//          Another memory space is another place.
// Errors   None: an array without a size (`?`, more than 2^63 bytes) that moves is 0 and is not
//          `known`; sums saturate at the largest value. cost_after_sinking: those of sink_copies.h.
// Source   Sectors: NVIDIA, Nsight Compute's documentation, "Memory Tables": a sector is an aligned
//          32-byte chunk of memory in a cache line, which has four.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"
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

/// The bytes that are fetched from memory together.
inline constexpr std::int64_t kSectorBytes = 32;

/// The bytes of the most minor dimensions that are all reduced, or all kept; nothing where they
/// have no size.
std::optional<std::int64_t> reduction_run(const notation::xla::Shape& operand,
                                          std::span<const std::int64_t> reduced);

/// What is read once more of an operand that is reduced; `rows` is the shape it would have in rows.
MovedBytes reread_of(const notation::xla::Shape& operand, const notation::xla::Shape& rows,
                     std::span<const std::int64_t> reduced);

/// Of one run.
std::int64_t reduction_reread(const Module& module, InstructionId id, const LayoutPolicy& policy);

/// kReduction is a penalty; the others move.
enum class CostKind : std::uint8_t { kCopy, kReshape, kTranspose, kReduction };

struct CostlyInstruction {
  InstructionId id = {};
  CostKind kind = CostKind::kCopy;
  MovedBytes moved = {};  ///< by one run
  std::int64_t runs = 1;  ///< how often it runs

  std::int64_t bytes() const { return core::saturating_mul(moved.total(), runs); }
};

/// The cost of the instructions of one kind that move something.
struct KindCost {
  std::int64_t count = 0;
  std::int64_t bytes = 0;       ///< read and written by all runs
  std::int64_t bytes_once = 0;  ///< by one run of each
  friend bool operator==(const KindCost&, const KindCost&) = default;
};

struct LayoutCost {
  KindCost copies = {};
  KindCost reshapes = {};
  KindCost transposes = {};
  KindCost reductions = {};                          ///< penalties: an estimate, nothing moves
  std::int64_t unknown = 0;                          ///< instructions that are not `known`
  std::vector<CostlyInstruction> instructions = {};  ///< the largest first
  Executions executions = {};

  /// What moves: copies, reshapes and transposes.
  std::int64_t bytes() const;
  std::int64_t bytes_once() const;
};

/// `guess` is how often a loop runs that does not say so.
LayoutCost cost_of(const Module& module, const LayoutPolicy& policy,
                   std::int64_t guess = kGuessedTrips);

/// The cost of the module that sink_copies would make. Its instructions are others: the list is
/// empty.
core::Result<LayoutCost> cost_after_sinking(Module module, const LayoutPolicy& policy,
                                            std::int64_t guess = kGuessedTrips);

}  // namespace tileglot::hlo::pass
