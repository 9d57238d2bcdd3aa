// SPDX-License-Identifier: Apache-2.0
// quotient.h: dimensions that a linear layout maps to themselves.
//
// What     is_trivial_over(L, names): each named dimension is input and output, goes to itself, and
//          nothing else goes in or out of it. quotient(L, names) is then L without them, and nothing
//          otherwise. square_sublayout_is_identity and is_identity_on_out_dim are parts of the
//          question.
// Why      A conversion that leaves warps and blocks where they are needs no shared memory.
// Example  {register: [[1,0],[2,0]], lane: [[0,1]]} -> {register: 4, lane: 2} over register leaves
//          {lane: [[1]]} -> {lane: 2}. [tests: quotient_test.cc, "what stays is left out"]
// Errors   linear.no_dimension: a name is no input, or no output; quotient has no answer where it is
//          no input.
#pragma once

#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<bool> is_trivial_over(const Layout& layout, std::span<const Name> names);
core::Result<std::optional<Layout>> quotient(const Layout& layout, std::span<const Name> names);

/// From these inputs to the outputs of the same names, whatever the rest does: the identity of the
/// flat index.
core::Result<bool> square_sublayout_is_identity(const Layout& layout, std::span<const Name> names);

/// The output is the input of the same name, whatever else that input does.
core::Result<bool> is_identity_on_out_dim(const Layout& layout, const Name& name);

}  // namespace tileglot::notation::linear
