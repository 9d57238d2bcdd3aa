// SPDX-License-Identifier: Apache-2.0
// apply.h: evaluates a linear layout.
//
// What     apply_flat(L, x) xors the basis vectors at the set bits of a flat input; apply(L,
//          values) takes a value for each named input dimension. table(L) lists all outputs.
// Units    As in layout.h: the first dimension has the low bits. Values of an output are in the
//          order of the layout's outputs.
// Example  Of {register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}, register 1 and lane 3
//          give (3,1). [tests: apply_test.cc, "values are given by name in any order"]
// Errors   linear.no_dimension (an unknown name, or a dimension without a value), linear.duplicate,
//          linear.negative; linear.too_many_values for a table of more than 2^20 numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

namespace detail {

/// For each 4-bit number, one word per bit: all ones where the bit is 1, else 0.
inline constexpr auto kMasks = [] {
  std::array<std::array<std::uint64_t, 4>, 16> masks{};
  for (std::size_t x = 0; x < 16; ++x) {
    for (std::size_t i = 0; i < 4; ++i) masks[x][i] = ((x >> i) & 1U) != 0 ? ~std::uint64_t{0} : 0;
  }
  return masks;
}();

}  // namespace detail

/// Bits of x beyond in_bits() are ignored. Every column is used, masked to 0 where its bit is
/// clear: a loop over the set bits would have an unpredictable exit branch.
inline std::uint64_t apply_flat(const Layout& layout, std::uint64_t x) {
  const std::uint64_t* c = layout.columns().data();
  const std::uint64_t* const end = c + layout.in_bits();
  std::array<std::uint64_t, 4> sums{};  // four independent chains
  for (; end - c >= 4; c += 4, x >>= 4) {
    const auto& masks = detail::kMasks[x & 15U];
    for (std::size_t i = 0; i < 4; ++i) sums[i] ^= c[i] & masks[i];
  }
  for (; c != end; ++c, x >>= 1) sums[0] ^= *c & (0 - (x & 1));
  return sums[0] ^ sums[1] ^ sums[2] ^ sums[3];
}

/// apply_flat for an x with few bits set and none beyond in_bits(), such as a column of another
/// layout.
inline std::uint64_t apply_to_few_bits(const Layout& layout, std::uint64_t x) {
  std::uint64_t result = 0;
  for (; x != 0; x &= x - 1) result ^= layout.column(std::countr_zero(x));
  return result;
}

/// One number for each output dimension.
std::vector<std::int64_t> unpacked(const Layout& layout, std::uint64_t flat_output);

struct NamedValue {
  std::string name;
  std::int64_t value = 0;
  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

/// Bits of a value beyond its dimension's size are ignored, as in Triton.
core::Result<std::vector<NamedValue>> apply(const Layout& layout,
                                            std::span<const NamedValue> inputs);

/// The outputs of all flat inputs, in order.
core::Result<std::vector<std::vector<std::int64_t>>> table(const Layout& layout);

}  // namespace tileglot::notation::linear
