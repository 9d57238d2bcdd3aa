// SPDX-License-Identifier: Apache-2.0
// composition_error.h: why two layouts have no composition, with the offsets that show it.
//
// What     composition_error names the mode of B that is not strided in A, or the modes that carry
//          into one another, and the index where a layout would need another offset. For a tiler,
//          divide_error and product_error, it does so for the first tile without a result, in terms
//          of the caller's layouts.
// Why      "Stride Divisibility Condition" does not help users find the mode.
// Example  (6,4):(1,10) o 4:4: offsets 0, 4, 12, 20; at 3 it would have to be 16 and is 20.
//          [tests: composition_error_test.cc, "a refused composition shows the offsets"]
// Errors   None; this is where errors get their text.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::calculator {

/// The steps that divides and products consist of; any of them may be the one that is refused.
struct Algebra {
  using Step = core::Outcome<notation::cute::Layout<>> (*)(const notation::cute::Layout<>&,
                                                           const notation::cute::Layout<>&);
  Step composition;
  Step rest_for_tiles;   ///< from a layout and its tile: where the other tiles begin
  Step free_for_copies;  ///< from a block and the order of its copies: where they can begin
};

extern const Algebra kExactAlgebra;
extern const Algebra kCppAlgebra;

core::Error composition_error(const core::Refusal& refusal, const notation::cute::Layout<>& a,
                              const notation::cute::Layout<>& b);

core::Error composition_error(const core::Refusal& refusal, const notation::cute::Layout<>& a,
                              const notation::cute::Tiler& tiler,
                              const Algebra& algebra = kExactAlgebra);

/// For logical_divide and its variants: blames the composition of a tile and its complement, or the
/// complement itself.
core::Error divide_error(const core::Refusal& refusal, const notation::cute::Layout<>& a,
                         const notation::cute::Tiler& tiler,
                         const Algebra& algebra = kExactAlgebra);

/// For logical_product and its variants: blames the composition that places the copies, or the
/// complement that they are composed with.
core::Error product_error(const core::Refusal& refusal, const notation::cute::Layout<>& block,
                          const notation::cute::Tiler& tiler,
                          const Algebra& algebra = kExactAlgebra);

/// The same for one layout that orders all copies.
core::Error product_error(const core::Refusal& refusal, const notation::cute::Layout<>& block,
                          const notation::cute::Layout<>& order,
                          const Algebra& algebra = kExactAlgebra);

/// For tile_to_shape: blames the product with the copies that follow from shape and order.
core::Error tile_to_shape_error(const core::Refusal& refusal, const notation::cute::Layout<>& tile,
                                const core::IntTuple& shape, const core::IntTuple& order,
                                const Algebra& algebra = kExactAlgebra);

/// For make_layout_tv: blames the product, its inverse, or the first number that no element has.
core::Error layout_tv_error(const core::Refusal& refusal, const notation::cute::Layout<>& threads,
                            const notation::cute::Layout<>& values,
                            const Algebra& algebra = kExactAlgebra);

}  // namespace tileglot::calculator
