// SPDX-License-Identifier: Apache-2.0
// quotient.h: dimensions that a linear layout maps to themselves.
//
// What     is_trivial_over(L, names): each named dimension is an input and an output, is mapped to
//          itself, and shares no bit with other dimensions. quotient(L, names) is then L without
//          them, and nullopt otherwise. square_sublayout_is_identity and is_identity_on_out_dim
//          check parts of this condition.
// Why      A conversion that leaves warps and blocks where they are needs no shared memory.
// Example  {register: [[1,0],[2,0]], lane: [[0,1]]} -> {register: 4, lane: 2} over register leaves
//          {lane: [[1]]} -> {lane: 2}. [tests: quotient_test.cc, "what stays is left out"]
// Errors   linear.no_dimension: a name is not an input, or not an output; quotient returns nullopt
//          where it is not an input.
#pragma once

#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<bool> is_trivial_over(const Layout& layout, std::span<const Name> names);
core::Result<std::optional<Layout>> quotient(const Layout& layout, std::span<const Name> names);

/// True if the sublayout from these inputs to the outputs of the same names is the identity of the
/// flat index; other dimensions do not matter.
core::Result<bool> square_sublayout_is_identity(const Layout& layout, std::span<const Name> names);

/// True if the output equals the input of the same name; other outputs of that input do not matter.
core::Result<bool> is_identity_on_out_dim(const Layout& layout, const Name& name);

}  // namespace tileglot::notation::linear
