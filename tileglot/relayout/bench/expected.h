// SPDX-License-Identifier: Apache-2.0
// expected.h: computes the expected content of the target.
//
// What     move_by_definition(source layout, target layout, bits, from, to) moves one element after
//          another. Positions of `to` that no element goes to become zero.
// Why      Every output is compared with this one.
// Units    Bits of an element: 1 to 128, a power of two. Below 8 they are packed, low bits of a
//          byte first.
// Example  u4[2,3]{1,0} holds 1..6 in the bytes 21 43 65; as {0,1}: 41 52 63.
//          [tests: expected_test.cc, "nibbles are moved one by one"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/relayout/bench/offsets.h"

namespace tileglot::relayout::bench {

/// Precondition: the buffers are as large as the layouts' reach.
void move_by_definition(const Offsets& source, const Offsets& target, int element_bits,
                        std::span<const std::byte> from, std::span<std::byte> to);

/// Bytes that are not a special value in any floating-point type, so that a library which computes
/// x * 1 preserves them.
void fill_with_numbers(std::span<std::byte> bytes, std::uint64_t seed);

}  // namespace tileglot::relayout::bench
