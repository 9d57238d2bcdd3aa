// SPDX-License-Identifier: Apache-2.0
// entry_leaves.h: the arrays in the entry's parameters and results, one by one.
//
// What     entry_leaves(module) lists the leaves of the entry's parameters and of its result,
//          tuples taken apart: each with its shape, the layout that the entry has for it, and its
//          sharding. In a partitioned module (hlo/ir/partitioning.h) the shapes are parts already:
//          no leaf has a sharding then, and `written` is the history that the text has.
// Why      Callers choose layouts, and devices store parts, of arrays and not of tuples.
// Units    Leaves of the parameters are numbered from 0, and those of the result from 0 again, as
//          layout modes count them. Tokens are leaves too.
// Example  (p f32[2], q (s32[3], pred[])) -> f32[2] has the arguments p, q {0}, q {1} and one
//          result.
//          [tests: hlo/pass/entry/entry_leaves_test.cc, "tuples are taken apart"]
//          A sharding that is not a tuple applies to every leaf of its parameter. A leaf without one
//          has that of the leaf with which it shares memory.
//          [tests: hlo/pass/entry/entry_leaves_test.cc, "leaves that share memory share a sharding"]
// Errors   hlo.entry_layout; those of sharding/validate.h, which name the leaf, its shape and the
//          sharding, with the place of the parameter or the root.
// Source   XLA counts leaves this way in pjrt/utils.h, where a tuple is the only argument or the
//          result; elsewhere it rejects tuples. HloSharding::NormalizeTupleSharding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/partitioning.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo::pass {

struct EntryLeaf {
  std::optional<std::size_t> parameter = {};  ///< its number; nothing: the result
  notation::xla::TuplePath path = {};         ///< in the parameter or the result
  InstructionId instruction = {};             ///< the parameter, or the root
  notation::xla::Shape shape = {};
  std::optional<notation::xla::Sharding> sharding = {};  ///< of the shape; never a tuple's
  std::optional<notation::xla::Sharding> written = {};   ///< likewise, as the text has it
};

struct EntryLeaves {
  std::vector<EntryLeaf> arguments = {};
  std::vector<EntryLeaf> results = {};
  std::int64_t devices = 1;  ///< from the header, the shardings or the collectives
  Partitioning partitioning = {};
};

/// `is_partitioned`: the caller's decision; nothing: the evidence decides.
core::Result<EntryLeaves> entry_leaves(const Module& module,
                                       std::optional<bool> is_partitioned = {});

/// An argument and a result that share memory, by their numbers.
struct AliasedLeaves {
  std::size_t argument = 0;
  std::size_t result = 0;
};

/// In the order of the header; those that name leaves which do not exist are left out.
std::vector<AliasedLeaves> aliased_leaves(const Module& module, const EntryLeaves& leaves);

/// The entry layout whose leaves are these. Precondition: as many as entry_leaves lists.
EntryLayout entry_of_leaves(const Module& module, std::span<const notation::xla::Shape> arguments,
                            std::span<const notation::xla::Shape> results);

/// The error, prefixed with the leaf's name, shape and sharding, with the place of its instruction.
core::Error about_leaf(const Module& module, const EntryLeaf& leaf, core::Error error);

/// `parameter p`, `parameter q {0}`, `result`, `result {1}`.
std::string title_of(const Module& module, const EntryLeaf& leaf);

}  // namespace tileglot::hlo::pass
