// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/rank.h"

#include <cstdint>
#include <optional>

#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {
namespace {

core::F2Span image(const Layout& layout) {
  core::F2Span span;
  for (const std::uint64_t column : layout.columns()) span.insert(column);
  return span;
}

}  // namespace

int rank(const Layout& layout) { return image(layout).dimension(); }

bool is_surjective(const Layout& layout) { return rank(layout) == layout.out_bits(); }
bool is_injective(const Layout& layout) { return rank(layout) == layout.in_bits(); }

bool is_invertible(const Layout& layout) {
  return layout.in_bits() == layout.out_bits() && is_surjective(layout);
}

std::optional<std::uint64_t> first_unreached(const Layout& layout) {
  const core::F2Span reached = image(layout);
  for (int i = 0; i < layout.out_bits(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (!reached.contains(bit)) return bit;  // all below are reached, so all sums of them are
  }
  return std::nullopt;
}

}  // namespace tileglot::notation::linear
