// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/decomposition.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"
#include "tileglot/relayout/warp/register_choice.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;
using Vectors = std::vector<std::uint64_t>;

/// The vectors of register bits, then those of lane bits; 0 adds no new elements.
struct Bits {
  Vectors vectors;
  std::size_t registers = 0;
};

Vectors filled(linear::F2BasesView vectors, std::size_t size) {
  Vectors result(vectors.begin(), vectors.end());
  result.resize(std::max(size, result.size()), 0);
  return result;
}

Vectors without_repeats(linear::F2BasesView registers) {
  const RegisterChoice choice(registers);
  Vectors result;
  for (const int bit : choice.kept()) result.push_back(registers[static_cast<std::size_t>(bit)]);
  return result;
}

Bits bits_of(const Vectors& registers, linear::F2BasesView lanes, std::size_t register_bits,
             std::size_t lane_bits) {
  Bits result{filled(registers, register_bits), register_bits};
  for (const std::uint64_t v : filled(lanes, lane_bits)) result.vectors.push_back(v);
  return result;
}

/// The destination of each bit of the source, or std::nullopt if one has none. Bits that are equal
/// on both sides stay; then vectors are matched with equal ones, and zero vectors with zero
/// vectors, in order.
std::optional<std::vector<int>> permutation(const Vectors& src, const Vectors& dst) {
  std::vector<int> to(src.size(), -1);
  std::vector<bool> taken(dst.size(), false);
  const auto pair = [&](std::size_t i, std::size_t j) {
    to[i] = static_cast<int>(j);
    taken[j] = true;
  };
  for (std::size_t i = 0; i < src.size(); ++i)
    if (src[i] == dst[i]) pair(i, i);
  for (std::size_t i = 0; i < src.size(); ++i) {
    if (to[i] >= 0) continue;
    std::size_t j = 0;
    while (j < dst.size() && (taken[j] || dst[j] != src[i])) ++j;
    if (j == dst.size()) return std::nullopt;
    pair(i, j);
  }
  return to;
}

/// Follows lane bits from `lane` to the final register bit: (last lane bit, register bit).
Exchange end_of_run(const std::vector<int>& to, int registers, int lane) {
  int last = lane;
  while (to[static_cast<std::size_t>(last)] >= registers) last = to[static_cast<std::size_t>(last)];
  return {.register_bit = to[static_cast<std::size_t>(last)], .lane_bit = last};
}

Decomposition split(const std::vector<int>& to, int registers) {
  Decomposition result;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const bool is_register = static_cast<int>(i) < registers;
    if (is_register)
      result.registers.push_back(to[i]);
    else
      result.lanes.push_back(to[i] - registers);
  }
  for (int& next : result.registers) {
    if (next < registers) continue;
    const int first = next;
    const Exchange end = end_of_run(to, registers, first);
    next = end.register_bit;
    result.lanes[static_cast<std::size_t>(end.lane_bit - registers)] = first - registers;
    result.mixed.push_back({end.register_bit, first - registers});
  }
  return result;
}

}  // namespace

bool is_identity(const std::vector<int>& permutation) {
  for (std::size_t i = 0; i < permutation.size(); ++i)
    if (permutation[i] != static_cast<int>(i)) return false;
  return true;
}

Result<Decomposition> warp_decomposition(const linear::Layout& src, const linear::Layout& dst,
                                         int bits) {
  TILEGLOT_TRY_STATUS(linear::require_distributed(src));
  TILEGLOT_TRY_STATUS(linear::require_distributed(dst));
  TILEGLOT_TRY_STATUS(linear::require_same_tensor(src, dst));
  if (bits < 1 || bits > 128 || !std::has_single_bit(static_cast<unsigned>(bits)))
    return fail({.code = "linear.element_bits",
                 .message = fmt::format("an element of {} bits", bits),
                 .help = "a power of two up to 128"});
  const linear::HardwareBases a = linear::hardware_bases(src);
  const linear::HardwareBases b = linear::hardware_bases(dst);
  const Vectors from = without_repeats(a.registers);
  const Vectors into = without_repeats(b.registers);
  const std::size_t registers = std::max(from.size(), into.size());
  const std::size_t lanes = std::max(a.lanes.size(), b.lanes.size());
  const Bits s = bits_of(from, a.lanes, registers, lanes);
  const auto to = permutation(s.vectors, bits_of(into, b.lanes, registers, lanes).vectors);
  if (!to)
    return fail(
        {.code = "warp.not_a_permutation",
         .message = "no permutation of register and lane bits makes the one layout the other",
         .help = "data moves between warps, or the layouts mix bits: convert through shared "
                 "memory"});
  Decomposition result = split(*to, static_cast<int>(registers));
  const int fit = core::log2_floor(std::clamp(32 / bits, 1, 4));
  result.packed_bits =
      std::min(fit, static_cast<int>(registers) - static_cast<int>(result.mixed.size()));
  return result;
}

}  // namespace tileglot::relayout::warp
