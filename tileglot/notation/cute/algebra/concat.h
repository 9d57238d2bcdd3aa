// SPDX-License-Identifier: Apache-2.0
// concat.h: concatenates layouts as the modes of one layout.
//
// What     make_layout(A, B, ..) has A, B, .. as its modes. It is checked like every make_layout.
// Example  make_layout(4:1, (2,3):(3,1)) = (4,(2,3)):(1,(3,1)).
//          [tests: concat_test.cc, "layouts become modes"]
// Errors   Refused: more than 64 leaves, nesting beyond 16, a negative extent, a size or an offset
//          beyond int64.
// Source   CuTe, cute/layout.hpp, make_layout.
#pragma once

#include <array>
#include <concepts>
#include <span>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/layout_writer.h"

namespace tileglot::notation::cute {

/// Writes a layout as the next mode, after the `before` slots of those before it.
constexpr Refusal write_mode(const Layout<>& mode, int before, LayoutWriter& writer) {
  const IntTuple& shape = mode.shape;
  const int slots = before + (shape.slots == 0 ? 1 : shape.slots);
  if (slots > core::kMaxLeaves) return {Reason::kTooManyLeaves, slots, core::kMaxLeaves};
  const int levels = depth(shape);
  if (levels >= core::kMaxDepth) return {Reason::kTooDeep, levels + 1, core::kMaxDepth};
  if (const Refusal apart = core::first_difference(shape, mode.stride); apart != Refusal{})
    return {apart.reason, before + apart.first, before + apart.second};
  if (!shape.is_scalar) writer.open();
  writer.modes(mode, 0, shape.slots, 0);
  if (!shape.is_scalar) writer.close();
  return {};
}

constexpr Refusal needs_no_negative(const IntTuple& shape) {
  for (int slot = 0; slot < shape.slots; ++slot) {
    if (shape.values[slot] < 0) return {Reason::kNegativeExtent, slot, shape.values[slot]};
  }
  return {};
}

/// One layout with these as its modes: a tuple even for one, ():() for none.
constexpr Outcome<Layout<>> make_layout(std::span<const Layout<>* const> modes) {
  Outcome<Layout<>> r;
  LayoutWriter writer(r.value);
  for (const Layout<>* mode : modes) {
    if (r.ok()) r.refusal = write_mode(*mode, r.value.shape.slots, writer);
  }
  if (r.ok()) r.refusal = needs_no_negative(r.value.shape);
  if (r.ok()) r.refusal = writer.finish(false);
  if (!r.ok()) r.value = {};
  return r;
}

template <class... Layouts>
constexpr Outcome<Layout<>> make_layout(const Layout<>& first, const Layouts&... others)
  requires(std::same_as<Layouts, Layout<>> && ...)
{
  return make_layout(std::array<const Layout<>*, 1 + sizeof...(others)>{&first, &others...});
}

}  // namespace tileglot::notation::cute
