// SPDX-License-Identifier: Apache-2.0
// padded_memory.h: a memory with padding after every interval of its offsets.
//
// What     with_padding(memory, paddings)(x) is padded_offset(paddings, memory(x)): Triton's
//          padded_shared after its linear part.
// Why      Padding adds, so it cannot be part of a linear layout; a map expresses it with floors.
// Example  With [4:+2, 8:+1] offset 11 becomes 11 + 2*2 + 1 = 16.
//          [tests: padded_memory_test.cc, "padding follows every interval"]
// Errors   triton.padding for an interval below 1 or a negative padding, triton.too_large; those of
//          the builder.
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {

/// Precondition: offsets are not negative.
core::Result<map::IndexMap> with_padding(const map::IndexMap& memory,
                                         std::span<const notation::triton::Padding> paddings);

}  // namespace tileglot::bridge
