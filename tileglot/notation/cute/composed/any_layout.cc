// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/any_layout.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::notation::cute {
namespace {

bool one_in(int n) { return *rc::gen::inRange(0, n) == 0; }

Integer marked(std::int64_t value) { return Integer(value, *rc::gen::arbitrary<bool>()); }

/// The slots that hold an integer, in a random order.
std::vector<int> shuffled_leaves(const IntTuple& shape) {
  std::vector<int> slots;
  for (int slot = 0; slot < shape.slots; ++slot) {
    if (shape.is_empty(slot)) continue;
    slots.insert(slots.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(slots) + 1), slot);
  }
  return slots;
}

/// The smallest offset of a layout.
std::int64_t lowest_offset(const Layout<>& layout) {
  std::int64_t lowest = 0;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::int64_t last = std::max<std::int64_t>(layout.shape.values[slot] - 1, 0);
    lowest += last * std::min<std::int64_t>(layout.stride.values[slot], 0);
  }
  return lowest;
}

}  // namespace

rc::Gen<Swizzle> any_swizzle() {
  return rc::gen::exec([] {
    const int bits = *rc::gen::inRange(0, 5);
    const int distance = *rc::gen::inRange(bits, 7);
    return *make_swizzle(bits, *rc::gen::inRange(0, 5), one_in(2) ? -distance : distance);
  });
}

rc::Gen<Layout<>> any_bit_permutation() {
  return rc::gen::exec([] {
    IntTuple shape = (*any_layout()).shape;
    IntTuple stride = shape;
    int bits = 0;
    for (const int slot : shuffled_leaves(shape)) {
      const int more = *rc::gen::inRange(0, std::min(10 - bits, 4) + 1);
      shape.set(slot, marked(std::int64_t{1} << unsigned(more)));
      stride.set(slot, marked(std::int64_t{1} << unsigned(bits)));
      bits += more;
    }
    return *make_layout(shape, stride);
  });
}

rc::Gen<ComposedLayout> any_composed_layout() {
  return rc::gen::exec([] {
    const Layout<> inner = one_in(2) ? *any_bit_permutation() : *any_layout();
    const std::int64_t more = one_in(2) ? 0 : *rc::gen::inRange<std::int64_t>(0, 300);
    const Integer offset = marked(more - lowest_offset(inner));
    if (!one_in(5)) return ComposedLayout{*any_swizzle(), offset, inner};
    const Layout<> outer = *any_layout();
    const bool has_elements = !has_zero(outer.shape) && leaf_count(outer.shape) > 0;
    return ComposedLayout{has_elements ? outer : Layout<>{IntTuple(7), IntTuple(3)}, offset, inner};
  });
}

}  // namespace tileglot::notation::cute
