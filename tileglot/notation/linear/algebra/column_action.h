// SPDX-License-Identifier: Apache-2.0
// column_action.h: a permutation of the basis vectors of one input, or a choice among them.
//
// What     ColumnAction{columns, in, n} takes n vectors of an input to the vectors columns[0],
//          columns[1] and so on, of which some may be left out. apply does it to a layout; inverse
//          and left_compose are those of permutations.
// Why      Registers may be renumbered for nothing; a lowering looks for the numbering it needs.
// Example  ColumnAction([1, 0], register, 2) of {register: [2,7], lane: [6]} has register [7,2].
//          [tests: column_action_test.cc, "vectors change places"]
// Errors   linear.no_dimension; linear.action: a number that is no vector, or is there twice, or
//          another number of vectors than the input has.
// Source   Triton's ColumnAction.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

struct ColumnAction {
  core::SmallVector<int, kMaxBits> columns;
  Name in = kRegister;
  int vectors = 0;  ///< that the input has before

  bool is_identity() const;
  friend bool operator==(const ColumnAction&, const ColumnAction&) = default;
};

/// Checked: each column is one of the vectors, at most once.
core::Result<ColumnAction> column_action(std::span<const std::int64_t> columns, const Name& in,
                                         std::int64_t vectors);

core::Result<Layout> apply(const ColumnAction& action, const Layout& layout);

/// linear.action unless every vector is kept.
core::Result<ColumnAction> inverse(const ColumnAction& action);

/// a after b: columns[i] = a.columns[b.columns[i]].
core::Result<ColumnAction> left_compose(const ColumnAction& a, const ColumnAction& b);

/// Keeps the register vectors that are not 0.
core::Result<ColumnAction> action_remove_broadcasted_regs(const Layout& layout);

/// ColumnAction([2, 0, 1], register, 3), as Triton prints it.
std::string print(const ColumnAction& action);

}  // namespace tileglot::notation::linear
