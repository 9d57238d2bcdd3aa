// SPDX-License-Identifier: Apache-2.0
// renumber_dimensions.h: a layout after its array has lost, gained or moved dimensions.
//
// What     with_dimensions(layout, minor_to_major, renumbered) has the new order; each split goes
//          with its dimension, or with it away; all else stays. renumbered[d] says what dimension d
//          is called now, nothing where it is gone.
// Why      A split names a physical place, which changes when others come and go.
// Example  {2,1,0:SC(1:4)} splits dimension 1; without dimension 0 that is {1,0:SC(0:4)}.
//          [tests: renumber_dimensions_test.cc, "a split goes with its dimension"]
// Errors   None. Precondition: both orders are permutations, and splits name places in the old one.
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

/// The numbers of minor_to_major by `renumbered`, without those that are gone.
std::vector<std::int64_t> renumbered_order(std::span<const std::int64_t> minor_to_major,
                                           const Renumbering& renumbered);

}  // namespace tileglot::notation::xla
