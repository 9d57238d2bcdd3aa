// SPDX-License-Identifier: Apache-2.0
// column_action.h: a permutation or selection of the basis vectors of one input.
//
// What     ColumnAction{columns, in, n} replaces the n vectors of an input by the vectors
//          columns[0], columns[1] and so on; some may be dropped. apply does this to a layout;
//          inverse and left_compose are those of permutations.
// Why      Renumbering registers is free; a lowering searches for the numbering it needs.
// Example  ColumnAction([1, 0], register, 2) of {register: [2,7], lane: [6]} has register [7,2].
//          [tests: column_action_test.cc, "vectors change places"]
// Errors   linear.no_dimension; linear.action: a number that is not a vector or is listed twice, or
//          a vector count that differs from the input's.
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
  int vectors = 0;  ///< of the input before the action

  bool is_identity() const;
  friend bool operator==(const ColumnAction&, const ColumnAction&) = default;
};

/// Checks that each column is one of the vectors and is listed at most once.
core::Result<ColumnAction> column_action(std::span<const std::int64_t> columns, const Name& in,
                                         std::int64_t vectors);

core::Result<Layout> apply(const ColumnAction& action, const Layout& layout);

/// Fails with linear.action unless every vector is kept.
core::Result<ColumnAction> inverse(const ColumnAction& action);

/// The action that applies a to a layout, then b: columns[i] = a.columns[b.columns[i]].
core::Result<ColumnAction> left_compose(const ColumnAction& a, const ColumnAction& b);

/// Keeps the register vectors that are not 0.
core::Result<ColumnAction> action_remove_broadcasted_regs(const Layout& layout);

/// The text that Triton prints: ColumnAction([2, 0, 1], register, 3).
std::string print(const ColumnAction& action);

}  // namespace tileglot::notation::linear
