// SPDX-License-Identifier: Apache-2.0
// device_view.h: what each device stores of an array that is spread over several.
//
// What     device_view(leaf, devices) is the array that every device makes room for, in the leaf's
//          layout, with its bytes, and the sizes that the devices hold of it, with how many hold each.
// Why      A layout serves the memory that it is used in, and that is a device's: its bytes, its
//          padding, and which dimension is the fastest, are those of the part.
// Units    Bytes as they lie in memory, padding included. Of a leaf without a layout: row-major.
// Example  f32[10,6] over {devices=[4,1]<=[4]}: room for f32[3,6]{1,0}, 72 bytes; three devices hold
//          [3,6], one holds [1,6].
//          [tests: hlo/pass/entry/device_view_test.cc, "the last part is smaller"]
// Errors   Those of notation/xla/sharding/tile_shape.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/entry/border_leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

struct HeldPart {
  notation::xla::Shape shape = {};
  std::int64_t devices = 0;
};

struct DeviceView {
  notation::xla::Shape room = {};          ///< with a layout, where it is an array
  std::optional<std::int64_t> bytes = {};  ///< nothing: no size can be told
  std::vector<HeldPart> held = {};         ///< largest first; at most kHeldSizes
  bool is_known = true;                    ///< false: what a device holds, only the program knows
};

/// Sizes that are listed. Each dimension can be cut into three: whole, rest, nothing.
inline constexpr std::size_t kHeldSizes = 16;

/// Precondition: the leaf's sharding fits it, as border_of has checked.
core::Result<DeviceView> device_view(const BorderLeaf& leaf, std::int64_t devices);

}  // namespace tileglot::hlo::pass
