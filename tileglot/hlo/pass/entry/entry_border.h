// SPDX-License-Identifier: Apache-2.0
// entry_border.h: converts between the arrays that a caller stores and those that the program has.
//
// What     set_border(module, wanted) gives the entry's parameters and its result the wanted
//          shapes: after a parameter, and before the result, an instruction converts each array to
//          or from the one that the program has. That is a copy where only the layout differs, and
//          a reshape where dimensions do. The entry layout is the wanted one afterwards.
// Why      A layout that a caller fixed holds whatever layouts the program chooses; tiles and other
//          memory spaces are the caller's business and stay outside the program.
// Units    Layouts are compared in everything but the memory space, which is only written down.
//          An array of `wanted` without a layout keeps the one that it has.
// Example  parameter f32[4,6]{1,0}, wanted {1,0:T(2,2)}: the parameter has tiles, and a copy to
//          {1,0} goes to its users.
//          [tests: hlo/pass/entry/entry_border_test.cc, "a parameter with tiles is copied at once"]
// Errors   hlo.border where the wanted shape has another type or number of elements;
//          hlo.entry_layout.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"

namespace tileglot::hlo::pass {

enum class BorderChanges : std::uint8_t {
  kLayouts,     ///< an array in another layout is copied
  kDimensions,  ///< layouts are only written down, for a module without assigned layouts
};

/// Returns how many instructions change an array. Precondition: `wanted` has the entry's tuples.
core::Result<std::size_t> set_border(Module& module, const EntryLayout& wanted,
                                     BorderChanges kind = BorderChanges::kLayouts);

}  // namespace tileglot::hlo::pass
