// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/dimensions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

using notation::xla::Dimension;
using notation::xla::Shape;

bool same_extent(const Dimension& a, const Dimension& b) {
  return !a.bound || !b.bound || a.bound == b.bound;
}

bool same_dimensions(const Shape& a, const Shape& b) {
  return notation::xla::equal(a, b, {.layout = true, .element_type = true, .dynamic = true});
}

Dimension common(const Dimension& a, const Dimension& b) {
  if (!a.bound) return b;
  return {.bound = a.bound, .dynamic = b.bound ? a.dynamic || b.dynamic : a.dynamic};
}

core::Checked element_count(const Shape& shape) {
  core::Checked count = 1;
  for (const Dimension& dimension : shape.dimensions) {
    if (!dimension.bound || !count) return std::nullopt;
    count = core::checked_mul(*count, *dimension.bound);
  }
  return count;
}

bool contains(std::span<const std::int64_t> numbers, std::int64_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

bool contains(std::span<const std::int64_t> numbers, std::size_t number) {
  return contains(numbers, static_cast<std::int64_t>(number));
}

}  // namespace tileglot::hlo
