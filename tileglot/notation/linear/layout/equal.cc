// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/equal.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {
namespace {

bool same_entries(const Layout& a, std::uint64_t x, const Layout& b, std::uint64_t y) {
  for (std::size_t k = 0; k < a.outs().size(); ++k) {
    if (part_of(x, a.outs()[k]) != part_of(y, b.outs()[k])) return false;
  }
  return true;
}

bool same_name(const Dimension& a, const Dimension& b) { return a.name == b.name; }

/// True if flat outputs x of a and y of b have the same value for each name.
bool same_outputs(const Layout& a, std::uint64_t x, const Layout& b, std::uint64_t y) {
  return std::ranges::all_of(a.outs(), [&](const Dimension& out) {
    return part_of(x, out) == part_of(y, *b.find_out(out.name));
  });
}

bool same_outs(const Layout& a, const Layout& b) {
  const auto is_in_b = [&](const Dimension& out) {
    const Dimension* other = b.find_out(out.name);
    return other != nullptr && other->bits == out.bits;
  };
  return a.outs().size() == b.outs().size() && std::ranges::all_of(a.outs(), is_in_b);
}

}  // namespace

bool equal_ignoring_out_dim_sizes(const Layout& a, const Layout& b) {
  if (!std::ranges::equal(a.ins(), b.ins())) return false;
  if (!std::ranges::equal(a.outs(), b.outs(), same_name)) return false;
  for (int j = 0; j < a.in_bits(); ++j) {
    if (!same_entries(a, a.column(j), b, b.column(j))) return false;
  }
  return true;
}

bool equal_ignoring_order(const Layout& a, const Layout& b) {
  if (a.ins().size() != b.ins().size() || !same_outs(a, b)) return false;
  for (const Dimension& in : a.ins()) {
    const Dimension* other = b.find_in(in.name);
    if (other == nullptr || other->bits != in.bits) return false;
    for (int i = 0; i < in.bits; ++i) {
      if (!same_outputs(a, a.column(in.begin + i), b, b.column(other->begin + i))) return false;
    }
  }
  return true;
}

}  // namespace tileglot::notation::linear
