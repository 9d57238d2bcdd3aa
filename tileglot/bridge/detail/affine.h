// SPDX-License-Identifier: Apache-2.0
// affine.h: which maps a strided notation can express.
//
// What     digits_of_all(map) returns each dimension's digits where the map is a plain sum of them:
//          no base, no parity, no inner value, divisors that nest. Otherwise the reason, with a
//          coordinate that shows it.
// Why      CuTe layouts, XLA tiles and strided arrays all reject maps for the same reasons.
// Example  f32[7,5,11]{2,1,0:T(*,2,3)}: x0 and x1 are joined; f(1,0,0) + f(0,1,0) - f(0,0,0) = 54,
//          f(1,1,0) = 72.
//          [tests: affine_test.cc, "joined dimensions are refused with a coordinate"]
// Errors   bridge.not_affine.
#pragma once

#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/index_map.h"

namespace tileglot::bridge {

/// Digits of dimension k at [k], least significant first; one of stride 0 where the map does not
/// depend on it.
core::Result<std::vector<std::vector<map::Digit>>> digits_of_all(const map::IndexMap& map);

}  // namespace tileglot::bridge
