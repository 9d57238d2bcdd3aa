// SPDX-License-Identifier: Apache-2.0
// device_view.h: what each device stores of an array that is sharded over several.
//
// What     device_view(leaf, devices) is the array that every device allocates, in the leaf's
//          layout, with its bytes, and the sizes of the parts that devices hold, with how many hold
//          each.
// Why      A layout is chosen for the memory in which it is used, and that is a device's: bytes,
//          padding, and which dimension is the fastest, are those of the part.
// Units    Bytes as stored in memory, padding included. A leaf without a layout counts as
//          row-major.
// Example  f32[10,6] over {devices=[4,1]<=[4]}: each allocates f32[3,6]{1,0}, 72 bytes; three
//          devices hold [3,6], one holds [1,6].
//          [tests: hlo/pass/entry/device_view_test.cc, "the last part is smaller"]
// Errors   Those of notation/xla/sharding/tile_shape.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

struct HeldPart {
  notation::xla::Shape shape = {};
  std::int64_t devices = 0;
};

struct DeviceView {
  notation::xla::Shape allocated = {};     ///< with a layout, where it is an array
  std::optional<std::int64_t> bytes = {};  ///< nothing: the size is unknown
  std::vector<HeldPart> held = {};         ///< largest first; at most kHeldSizes
  bool is_known = true;                    ///< false: only the program knows what a device holds
};

/// Sizes that are listed. A dimension's parts have up to three sizes: whole, remainder, empty.
inline constexpr std::size_t kHeldSizes = 16;

/// Precondition: the leaf's sharding fits it, as entry_leaves checks.
core::Result<DeviceView> device_view(const EntryLeaf& leaf, std::int64_t devices);

}  // namespace tileglot::hlo::pass
