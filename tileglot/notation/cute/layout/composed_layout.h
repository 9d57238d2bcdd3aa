// SPDX-License-Identifier: Apache-2.0
// composed_layout.h: a layout, then an offset, then a swizzle or another layout.
//
// What     ComposedLayout {outer, offset, inner} is A o offset o B, the function c -> A(offset +
//          B(c)); outer and inner are each a layout or a swizzle.
// Why      A swizzled tile is not a shape:stride, nor is a part of it that begins elsewhere.
// Example  Sw<3,0,3> o _0 o (_8,_8):(_8,_1) is an 8x8 tile whose row r is xored with r.
//          [tests: composed_layout_test.cc, "a swizzled tile xors its rows"]
//          CuteLayout is either kind; compose combines the parts and drops a swizzle of no bits.
// Source   cute/layout_composed.hpp.
#pragma once

#include <variant>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::notation::cute {

/// A layout or a swizzle.
struct Stage {
  bool is_swizzle = false;
  Swizzle swizzle;
  Layout<> layout;

  constexpr Stage() = default;
  // NOLINTBEGIN(google-explicit-constructor): a stage is either.
  constexpr Stage(const Swizzle& s) : is_swizzle(true), swizzle(s) {}
  constexpr Stage(const Layout<>& l) : layout(l) {}
  // NOLINTEND(google-explicit-constructor)
  friend bool operator==(const Stage&, const Stage&) = default;
};

struct ComposedLayout {
  Stage outer;
  Integer offset = core::static_integer(0);
  Stage inner;

  friend bool operator==(const ComposedLayout&, const ComposedLayout&) = default;
};

/// Any CuTe layout: plain, with scaled bases as strides, or composed.
using CuteLayout = std::variant<Layout<>, ComposedLayout>;

/// outer o offset o inner; just inner if outer is a swizzle of no bits and the offset is a static
/// 0, as in CuTe.
constexpr CuteLayout compose(const Stage& outer, Integer offset, const Layout<>& inner) {
  const bool does_nothing =
      outer.is_swizzle && outer.swizzle.bits == 0 && core::is_static_zero(offset);
  if (does_nothing) return inner;
  return ComposedLayout{outer, offset, inner};
}

}  // namespace tileglot::notation::cute
