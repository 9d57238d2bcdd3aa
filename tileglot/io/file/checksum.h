// SPDX-License-Identifier: Apache-2.0
// checksum.h: a 64-bit checksum.
//
// What     checksum(bytes) is a 64-bit number: four sums of words, each multiplied and folded word
//          by word, then mixed with the length.
// Why      Output written before a kill is kept only if it is unchanged. The checksum guards
//          against accidents, not against deliberately crafted bytes.
// Units    About as fast as memory.
// Example  checksum of no bytes and of one byte 0 differ: the length counts.
//          [tests: checksum_test.cc, "every bit counts"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileglot::io {

std::uint64_t checksum(std::span<const std::byte> bytes);

/// Spreads the bits of a number over all bits.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 32U)) * 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 29U)) * 0xD1B54A32D192ED03U;
  return x ^ (x >> 32U);
}

}  // namespace tileglot::io
