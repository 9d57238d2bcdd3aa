// SPDX-License-Identifier: Apache-2.0
// renumber_dimensions.h: updates a layout after its array has lost, gained or moved dimensions.
//
// What     with_dimensions(layout, minor_to_major, renumbered) has the new order; each split stays
//          with its dimension or is removed with it; all else is kept. renumbered[d] is the new
//          number of dimension d, nullopt where it is removed.
// Why      A split names a physical position, which changes when other dimensions are added or
//          removed.
// Example  {2,1,0:SC(1:4)} splits dimension 1; without dimension 0 that is {1,0:SC(0:4)}.
//          [tests: renumber_dimensions_test.cc, "a split goes with its dimension"]
// Errors   None. Precondition: both orders are permutations, and splits name positions in the old
//          one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::notation::xla {

using Renumbering = std::vector<std::optional<std::int64_t>>;

Layout with_dimensions(const Layout& layout, std::vector<std::int64_t> minor_to_major,
                       const Renumbering& renumbered);

/// Maps minor_to_major by `renumbered`, without removed dimensions.
std::vector<std::int64_t> renumbered_order(std::span<const std::int64_t> minor_to_major,
                                           const Renumbering& renumbered);

}  // namespace tileglot::notation::xla
