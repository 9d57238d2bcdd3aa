// SPDX-License-Identifier: Apache-2.0
// shard_layouts.h: gives the entry the layouts in which devices store their parts.
//
// What     shard_layouts(module, representation) asks how the caller stores each array of the
//          parameters and the result. A sharded array gets the layout of its stored tile; its
//          dimensions stay. Any other is stored as the representation says: where that has other
//          dimensions, the program takes or returns these, with a reshape in between.
// Why      A device's memory holds a tile, so the tile's layout is the useful one, and all
//          devices, and every reader of their memory, must see the same.
// Example  f32[128,128] over {devices=[1,2]<=[2]} has tiles f32[128,64]; where the smaller
//          dimension is to be major, they are {0,1}, and the array is f32[128,128]{0,1}.
//          [tests: hlo/pass/entry/shard_layouts_test.cc, "the layout is that of the tile"]
// Errors   Those of entry_leaves.h and entry_border.h, and those of the representation and of
//          layout_preference.h, which name the array, with the place of its parameter or the root.
// Source   XLA, RewriteLayoutWithShardedShape and ReshapeWithCorrectRepresentationAndSharding.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"

namespace tileglot::hlo::pass {

/// Returns how many reshapes were inserted. Runs before layouts are assigned.
core::Result<std::size_t> shard_layouts(Module& module,
                                        const notation::xla::Representation& representation);

}  // namespace tileglot::hlo::pass
