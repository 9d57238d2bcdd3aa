// SPDX-License-Identifier: Apache-2.0
// padded_offset.h: the position of an element in a padded memory.
//
// What     padded_offset(paddings, i) = i + sum over paddings of (i / interval) * padding.
// Why      Padding is an addition, which is not linear over F2: padded_shared lowers to the offset
//          i of an element, and this function maps i to its position.
// Units    Elements.
// Example  [16:+2]: element 39 is at 39 + 2 * 2 = 43.
//          [tests: padded_offset_test.cc, "padding comes after every interval"]
// Errors   triton.padding (an interval below 1, a padding or offset below 0), triton.too_large.
// Source   Triton 3.9.0, PaddedSharedEncodingAttr.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

core::Result<std::int64_t> padded_offset(std::span<const Padding> paddings, std::int64_t offset);

}  // namespace tileglot::notation::triton
