// SPDX-License-Identifier: Apache-2.0
// image.h: which offsets a map reaches: how many, whether all of a range, and the first that is
// padding.
//
// What     image_size(f) is the number of different offsets; is_onto(f, n) is true if each offset
//          in [0, n) is reached; first_unreached(f, n) is the smallest that is not.
// Why      codomain size - image size is the padding; a map onto its codomain needs no zero fill.
// Example  f32[3,5]{1,0:T(2,2)} reaches 15 of its 24 positions; the first padding is 9.
//          [tests: image_test.cc, "fifteen of twenty-four positions are used and 9 is the first
//          padding"]
// Errors   map.too_large_to_decide where no rule answers and the domain is too large to enumerate.
// How      An injective map has as many offsets as coordinates. Digits with stride 0 are left out
//          and the choices of the others counted, if the sum determines those digits. Digits that
//          together fill a stretch without gaps (each stride a step that the smaller ones have
//          filled: windows of a convolution) count as its length. Xors of bits whose weights
//          dominate: 2^rank. Otherwise all offsets are enumerated.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"

namespace tileglot::map {

core::Result<std::int64_t> image_size(const IndexMap& f, const Effort& effort = {});

core::Result<bool> is_onto(const IndexMap& f, std::int64_t size);

/// The smallest offset in [0, size) without a preimage; std::nullopt if there is none.
core::Result<std::optional<std::int64_t>> first_unreached(const IndexMap& f, std::int64_t size);

}  // namespace tileglot::map
