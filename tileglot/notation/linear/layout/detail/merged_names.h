// SPDX-License-Identifier: Apache-2.0
// merged_names.h: merges two lists of dimension names into one.
//
// What     merged_names(a, b) has every name of both. It keeps the order of each where the two
//          agree; where they do not, the order is that of Triton's supremum.
// Example  (a,b) and (c,a) merge into (c,a,b); (a,b) and (b,a) into (a,b).
//          [tests: algebra/product_test.cc, "contradictory orders are merged as in triton"]
// Errors   None.
#pragma once

#include <span>

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::notation::linear::detail {

using Names = core::SmallVector<Name, 16>;

Names merged_names(std::span<const Dimension> a, std::span<const Dimension> b);
Names merged_names(std::span<const Name> x, std::span<const Name> y);

}  // namespace tileglot::notation::linear::detail
