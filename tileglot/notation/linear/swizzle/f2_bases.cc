// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/f2_bases.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/core/f2_span.h"

namespace tileglot::notation::linear {
namespace {

/// Vectors whose lowest bits are each set in no other vector, and the mask of those bits.
struct Reduced {
  F2Bases rows;
  std::uint64_t pivots = 0;
};

Reduced reduced(F2BasesView vectors, int dimension) {
  Reduced result;
  F2Bases& rows = result.rows;
  for (const std::uint64_t v : vectors) rows.push_back(v);
  std::size_t done = 0;
  for (int c = 0; c < dimension && done < rows.size(); ++c) {
    const std::uint64_t bit = std::uint64_t{1} << c;
    auto* const with = std::find_if(rows.begin() + done, rows.end(),
                                    [&](std::uint64_t row) { return (row & bit) != 0; });
    if (with == rows.end()) continue;
    std::swap(rows[done], *with);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (i != done && (rows[i] & bit) != 0) rows[i] ^= rows[done];
    result.pivots |= bit;
    ++done;
  }
  while (rows.size() > done) rows.pop_back();
  return result;
}

bool single_bits(F2BasesView vectors) {
  return std::ranges::all_of(vectors, [](std::uint64_t v) { return std::has_single_bit(v); });
}

F2Bases common(F2BasesView a, F2BasesView b) {
  F2Bases result;
  for (const std::uint64_t v : a)
    if (contains(b, v) && !contains(view(result), v)) result.push_back(v);
  return result;
}

}  // namespace

F2Bases kernel(F2BasesView vectors, int dimension) {
  const Reduced r = reduced(vectors, dimension);
  F2Bases result;
  for (int c = 0; c < dimension; ++c) {
    const std::uint64_t bit = std::uint64_t{1} << c;
    if ((r.pivots & bit) != 0) continue;
    std::uint64_t v = bit;
    for (const std::uint64_t row : r.rows)
      if ((row & bit) != 0) v |= row & (~row + 1);
    result.push_back(v);
  }
  return result;
}

F2Bases intersection(F2BasesView a, F2BasesView b, int dimension) {
  if (single_bits(a) && single_bits(b)) return common(a, b);
  F2Bases orthogonal = kernel(a, dimension);
  for (const std::uint64_t v : kernel(b, dimension)) orthogonal.push_back(v);
  return kernel(view(orthogonal), dimension);
}

F2Bases complement(F2BasesView vectors, int dimension) {
  const std::uint64_t pivots = reduced(vectors, dimension).pivots;
  F2Bases result;
  for (int c = 0; c < dimension; ++c)
    if ((pivots >> c & 1) == 0) result.push_back(std::uint64_t{1} << c);
  return result;
}

bool contains(F2BasesView vectors, std::uint64_t v) {
  return std::ranges::find(vectors, v) != vectors.end();
}

}  // namespace tileglot::notation::linear
