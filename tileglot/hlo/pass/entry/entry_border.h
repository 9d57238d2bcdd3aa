// SPDX-License-Identifier: Apache-2.0
// entry_border.h: what a program's caller passes and gets, stored otherwise than the program has it.
//
// What     set_border(module, wanted) lets the entry's parameters come, and its result leave, in the
//          wanted shapes: behind a parameter, and before the result, an instruction makes of each array
//          the one that the program has. That is a copy where only the layout differs, and a reshape
//          where dimensions do. The entry layout is the wanted one afterwards.
// Why      A layout that a caller fixed holds whatever the program would like; tiles and other
//          memories are the caller's business and stay outside the program.
// Units    Layouts are compared in all that they say but the memory space, which is only written down.
//          An array of `wanted` without a layout keeps the one that it has.
// Example  parameter f32[4,6]{1,0}, wanted {1,0:T(2,2)}: the parameter has tiles, and a copy to {1,0} goes
//          to its users.
//          [tests: hlo/pass/entry/entry_border_test.cc, "a parameter with tiles is copied at once"]
// Errors   hlo.border where the wanted shape holds another type or number of elements; hlo.entry_layout.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"

namespace tileglot::hlo::pass {

enum class BorderChanges : std::uint8_t {
  kLayouts,     ///< an array that lies otherwise is copied
  kDimensions,  ///< layouts are only written down, for a module to which none were assigned
};

/// How many instructions change an array. Precondition: `wanted` has the tuples of the entry.
core::Result<std::size_t> set_border(Module& module, const EntryLayout& wanted,
                                     BorderChanges kind = BorderChanges::kLayouts);

}  // namespace tileglot::hlo::pass
