// SPDX-License-Identifier: Apache-2.0
// leaves.h: the extents and strides of a mode, and the layout built from them.
//
// What     leaves_of(mode) lists the leaves of a mode, first fastest; layout_of(modes) is the
//          layout whose mode k has the leaves modes[k].
// Why      A map is built from a layout, and a layout from a map, leaf by leaf.
// Example  Leaves {(2:2),(3:1)} and {(5:6)} make ((2,3),5):((2,1),6).
//          [tests: leaves_test.cc, "modes come apart and go together"]
// Errors   cute.too_many_leaves and the errors of make_layout.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::bridge {

struct Leaf {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};

std::vector<Leaf> leaves_of(const notation::cute::Layout<>& mode);

/// A mode of one leaf is an integer, of several a tuple; one mode of one leaf is a scalar layout.
core::Result<notation::cute::Layout<>> layout_of(const std::vector<std::vector<Leaf>>& modes);

}  // namespace tileglot::bridge
