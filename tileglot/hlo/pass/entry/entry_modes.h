// SPDX-License-Identifier: Apache-2.0
// entry_modes.h: who chooses each argument's and result's layout, and the resulting entry layout.
//
// What     entry_modes_of(module, leaves) are the modes that the module states: the attributes of
//          its header arg_layout_modes and out_layout_modes, with arg_memory_spaces and
//          out_memory_spaces; on a side without modes the layouts of the entry layout, where a leaf
//          without one is open, and row-major, which XLA writes where nothing was chosen, is
//          default. entry_layout_by_modes turns modes into the entry layout: `default` into the
//          layout in which the caller stores the array's tile, a layout into itself, `auto` into
//          none.
// Why      One caller needs its weights in the layout of a file, another does not care: layout
//          assignment has to know which.
// Units    One mode for each leaf. A user's layout is that of the part that each device stores.
// Example  {arg_layout_modes="default;{0,1};auto"} of three arguments f32[2,3]: {1,0}, {0,1}, open.
//          [tests: hlo/pass/entry/entry_modes_test.cc, "the header says who chooses"]
// Aliases  Where a result uses a parameter's memory and one of the two is open, it gets the other's
//          layout.
// Errors   xla.mode_count, xla.memory_space and those of parse_layout, with the attribute and the
//          place in the header's frontend attributes; hlo.alias where a parameter and the result
//          that uses its memory should have different layouts; those of layout_modes_to_shapes.h
//          and of the representation, with the leaf.
// Source   XLA, pjrt/layout_mode.h and pjrt/utils.h. There a side without modes is all default,
//          whatever the entry layout says; here a module that was written with its layouts keeps
//          them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"

namespace tileglot::hlo::pass {

enum class ModeSource : std::uint8_t {
  kNobody,       ///< not specified: default
  kEntryLayout,  ///< entry_computation_layout, completed by parameters and root
  kAttribute,    ///< arg_layout_modes, out_layout_modes
  kCaller,       ///< the caller of the compilation
};

/// "nobody", "the module", "attribute", "option"
std::string_view name_of(ModeSource source);

struct EntryMode {
  notation::xla::LayoutMode mode = {};
  ModeSource source = ModeSource::kNobody;
  std::int64_t memory_space = 0;
};

struct EntryModes {
  std::vector<EntryMode> arguments = {};
  std::vector<EntryMode> results = {};
};

core::Result<EntryModes> entry_modes_of(const Module& module, const EntryLeaves& leaves);

/// Checks that a user's layout fits the leaf and the part of it that a device stores.
core::Status check_mode(const notation::xla::LayoutMode& mode, const EntryLeaf& leaf);

core::Result<EntryLayout> entry_layout_by_modes(
    const Module& module, const EntryLeaves& leaves, const EntryModes& modes,
    const notation::xla::Representation& representation);

}  // namespace tileglot::hlo::pass
