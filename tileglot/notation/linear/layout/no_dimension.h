// SPDX-License-Identifier: Apache-2.0
// no_dimension.h: refusals of names that a layout has not.
//
// What     find_named looks a dimension up by the user's text; no_input and no_output are the errors
//          that say which names there are.
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

/// Nothing if there is none; a text of any length may be asked for.
const Dimension* find_named(std::span<const Dimension> dimensions, std::string_view name);

core::Error no_input(const Layout& layout, std::string_view name);
core::Error no_output(const Layout& layout, std::string_view name);

}  // namespace tileglot::notation::linear
