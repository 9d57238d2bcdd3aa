// SPDX-License-Identifier: Apache-2.0
// index_gather.h: the elements of a grid that a layout of indices gathers.
//
// What     mark_gather(panels, gather) finds for each cell the shift under which the gather takes
//          it: that is its tile. The cells of shift 0, the gather itself, are selected.
// Why      Dividing a layout by a strided tile groups distant elements; colours show which.
// Units    The index of a cell counts the domain with its first dimension fastest, as CuTe does, or
//          row-major.
// Example  8 elements, gather 4:2, shifts 2:1: 0, 2, 4, 6 are tile 0, and 1, 3, 5, 7 tile 1.
//          [tests: index_gather_test.cc, "every shift of a gather is a tile"]
// Errors   show.gather with a witness for an index outside the domain, or reached twice.
// Source   CuTe 02_layout_algebra.md, "Division": A o (B, complement(B)).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

inline constexpr std::int64_t kMostGathered = 65536;

struct Gather {
  const map::IndexMap& indices;  ///< of the gather itself
  const map::IndexMap& shifts;   ///< added to them, one for each copy
};

/// Precondition: each of them has at most kMostGathered coordinates.
core::Status mark_gather(std::vector<Panel>& panels, std::span<const map::Dim> domain,
                         bool first_fastest, const Gather& gather);

/// Writes the number of its shift below the label of each cell: s0, s1, ..
void label_shifts(std::vector<Panel>& panels);

}  // namespace tileglot::render
