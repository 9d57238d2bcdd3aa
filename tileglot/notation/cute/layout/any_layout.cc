// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/any_layout.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {
namespace {

constexpr int kDeepest = 4;

using DrawLeaf = std::function<Integer()>;

bool one_in(int n) { return *rc::gen::inRange(0, n) == 0; }

Integer marked(std::int64_t value) { return Integer(value, *rc::gen::arbitrary<bool>()); }

/// A tree with leaves from `draw` and at most `room` slots; decrements `room`.
IntTuple any_tree(int depth, int& room, const DrawLeaf& draw) {
  if (depth == 0 || room <= 1 || one_in(depth == kDeepest ? 10 : 2)) {
    --room;
    return draw();
  }
  IntTuple tuple;
  const int modes = *rc::gen::element(0, 1, 2, 2, 3, 3, 4);
  if (modes == 0) --room;
  for (int i = 0; i < modes && room > 0; ++i)
    tuple = *append(tuple, any_tree(depth - 1, room, draw));
  return tuple;
}

/// Draws an extent that keeps the size at most 512.
Integer any_extent(std::int64_t& size_left) {
  const std::int64_t extent =
      one_in(40) ? 0 : *rc::gen::element<std::int64_t>(1, 2, 2, 3, 4, 5, 7, 8, 16);
  if (extent > size_left) return marked(1);
  if (extent > 1) size_left /= extent;
  return marked(extent);
}

Integer any_stride() {
  if (one_in(6)) return marked(0);
  return marked(*rc::gen::inRange<std::int64_t>(-8, 65));
}

/// Strides for a shape: column-major, row-major, or any.
IntTuple any_strides(const IntTuple& shape) {
  const int order = *rc::gen::inRange(0, 4);
  if (order == 0) return make_layout(shape)->stride;
  if (order == 1) return make_layout_right(shape)->stride;
  IntTuple stride = shape;
  for (int slot = 0; slot < shape.slots; ++slot) {
    if (!shape.is_empty(slot)) stride.set(slot, any_stride());
  }
  return stride;
}

/// Strides in a random order of the leaves, each a small multiple of where the previous one ends.
IntTuple any_nested_strides(const IntTuple& shape) {
  IntTuple stride = shape;
  std::vector<int> slots;
  for (int slot = 0; slot < shape.slots; ++slot) {
    if (!shape.is_empty(slot))
      slots.insert(slots.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(slots) + 1),
                   slot);
  }
  std::int64_t reach = 1;
  for (const int slot : slots) {
    const std::int64_t next = reach * *rc::gen::element<std::int64_t>(1, 1, 1, 2, 3);
    const bool moves = !one_in(8);
    stride.set(slot, marked(moves ? next : 0));
    if (moves) reach = std::max(next, next * shape.values[slot]);
  }
  return stride;
}

}  // namespace

rc::Gen<IntTuple> any_int_tuple() {
  return rc::gen::exec([] {
    int room = 8;
    return any_tree(kDeepest, room,
                    [] { return marked(*rc::gen::inRange<std::int64_t>(-100, 100)); });
  });
}

rc::Gen<Layout<>> any_nested_layout() {
  return rc::gen::exec([] {
    int room = 7;
    std::int64_t size_left = 512;
    const IntTuple shape = any_tree(kDeepest, room, [&size_left] { return any_extent(size_left); });
    return *make_layout(shape, any_nested_strides(shape));
  });
}

rc::Gen<Layout<>> any_layout() {
  return rc::gen::exec([] {
    int room = 7;
    std::int64_t size_left = 512;
    const IntTuple shape = any_tree(kDeepest, room, [&size_left] { return any_extent(size_left); });
    return *make_layout(shape, any_strides(shape));
  });
}

std::vector<std::int64_t> offsets_of(const Layout<>& layout) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t i = 0; i < size(layout)->value; ++i)
    offsets.push_back(crd2idx(i, layout)->value);
  return offsets;
}

rc::Gen<IntTuple> any_coordinate(const IntTuple& shape) {
  return rc::gen::exec([shape] {
    const std::int64_t elements = size(shape)->value;
    if (shape.is_scalar || one_in(3))
      return IntTuple(marked(*rc::gen::inRange<std::int64_t>(0, elements)));
    IntTuple coordinate;
    for (int i = 0; i < rank(shape); ++i) {
      coordinate = *append(coordinate, *any_coordinate(*mode(shape, i)));
    }
    return coordinate;
  });
}

}  // namespace tileglot::notation::cute
