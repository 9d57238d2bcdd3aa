// SPDX-License-Identifier: Apache-2.0
// no_dimension.h: errors for dimension names that a layout does not have.
//
// What     find_named looks a dimension up by the user's text; no_input and no_output make the
//          errors, which list the existing names.
// Example  no_input(L, "regster") of a layout with register and lane: "there is no input regster;
//          the layout has register, lane", and the help asks whether register was meant.
//          [tests: no_dimension_test.cc, "a misspelt dimension is told with those there are"]
// Errors   linear.no_dimension is what it makes.
#pragma once

#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

/// nullptr if there is none; `name` may have any length.
const Dimension* find_named(std::span<const Dimension> dimensions, std::string_view name);

core::Error no_input(const Layout& layout, std::string_view name);
core::Error no_output(const Layout& layout, std::string_view name);

}  // namespace tileglot::notation::linear
