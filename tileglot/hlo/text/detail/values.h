// SPDX-License-Identifier: Apache-2.0
// values.h: reads the values of attributes that depend only on their own text.
//
// What     Lists of numbers and truth values, pairs, paths into tuples, aliases, windows, paddings,
//          slices, dimension labels and groups of devices; one function each.
// Example  {size=3x3 pad=1_1x1_1} is a window, 0_0x1_1_2 a padding, {[0:1], [1:3:2]} slices,
//          b01f_01io->b01f labels.
//          [tests: hlo/text/values_test.cc, "a window is read", "labels say which dimension is
//          which"]
// Errors   hlo.syntax, hlo.window, hlo.dim_labels; those of tile_assignment.h for groups.
// Source   XLA, hlo_parser.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/replica_groups.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/text/detail/cursor.h"

namespace tileglot::hlo {

/// `{1,0}`
core::Result<Ints> read_integers(Cursor& cursor);
/// `{{1,0},{2}}`
core::Result<IntLists> read_integer_lists(Cursor& cursor);
/// `{true,false}`
core::Result<Bools> read_booleans(Cursor& cursor);
/// `{{0,1},{1,0}}`
core::Result<Pairs> read_pairs(Cursor& cursor);
/// `{{0}: (1, {}), {1}: (2, {0})}`; a kind after the index, such as `may-alias`, is skipped.
core::Result<OperandAliases> read_operand_aliases(Cursor& cursor);

core::Result<Window> read_window(Cursor& cursor);
core::Result<Padding> read_padding(Cursor& cursor);
core::Result<SliceRanges> read_slices(Cursor& cursor);
core::Result<ConvolutionDimensions> read_dim_labels(Cursor& cursor);
core::Result<ReplicaGroups> read_replica_groups(Cursor& cursor);

}  // namespace tileglot::hlo
