// SPDX-License-Identifier: Apache-2.0
// linear_role.h: a linear layout by its role: a thread-value layout or a memory layout.
//
// What     A layout with the inputs register, lane, warp or block and no others is distributed:
//          thread_value_map(L) maps (register, lane, warp, block), always these four, to the index
//          of the element. A layout with the input offset, alone or with block, describes memory:
//          memory_map(L) maps the element to its offset. For CuTe and XLA layouts memory_map is the
//          map itself.
// Why      Accesses are memory o thread_value: the elements that a lane holds, mapped to their
//          offsets. Both have to number the elements in the same order.
// Units    Elements are numbered row-major by dim0, dim1, .., in whatever order the layout lists
//          them. Offsets are within one block.
// Example  {offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2} puts (1,0) at offset 3 and (1,1) at 2.
//          [tests: linear_role_test.cc, "a shared layout is read from the element to its offset"]
// Errors   bridge.no_role for a linear layout that is neither; bridge.no_place where an element has
//          no offset, or several; those of to_map.
#pragma once

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

bool is_distributed(const notation::linear::Layout& layout);
bool is_distributed(const AnyLayout& layout);

/// The same layout with its outputs listed as dim0, dim1, ..
core::Result<notation::linear::Layout> with_outs_in_order(const notation::linear::Layout& layout);

core::Result<map::IndexMap> thread_value_map(const notation::linear::Layout& layout);

core::Result<map::IndexMap> memory_map(const notation::linear::Layout& layout);
core::Result<map::IndexMap> memory_map(const AnyLayout& layout);

}  // namespace tileglot::bridge
