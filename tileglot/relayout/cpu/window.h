// SPDX-License-Identifier: Apache-2.0
// window.h: moves a part of one tensor into a part of another.
//
// What     relayout_window({f, a}, {g, b}, ..) moves the elements of window a of f to window b of
//          g, in the order of their coordinates.
// Why      Batches, halos, attention heads and cache pages are parts of larger tensors, with
//          layouts of their own; the memory around them stays unchanged.
// How      A window of a layout is a layout (map/subarray.h), so this is one more relayout. Padding
//          is not zeroed: everything around a window is padding. A window that begins within a tile
//          is moved in pieces, cut where the next tile begins.
// Units    A window is one slice per dimension; begins, extents and steps count elements.
// Example  Rows 8 to 15 of f32[16,128]{1,0}, backwards, into columns 0 to 127 of rows 0 to 7 of
//          f32[8,256]{1,0:T(8,128)}.
//          [tests: window_test.cc, "the target outside the window is not touched"]
// Errors   map.slice where a window leaves its tensor; map.domain_mismatch where the two have
//          different extents; those of relayout.h.
#pragma once

#include <cstddef>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/relayout.h"

namespace tileglot::relayout::cpu {

/// A tensor's layout and the selected part of it.
struct Window {
  const map::IndexMap& map;
  std::span<const map::Slice> slices;
};

/// The buffers are those of the whole tensors.
core::Status relayout_window(const Window& source_window, const Window& target_window,
                             int element_bits, std::span<const std::byte> source,
                             std::span<std::byte> target, const RelayoutOptions& options = {});

}  // namespace tileglot::relayout::cpu
