// SPDX-License-Identifier: Apache-2.0
// composed/recast.h: composed layouts in other units, and how many elements they keep contiguous.
//
// What     upcast(n, C) and downcast(n, C) recast all three parts; recast_layout converts from one
//          number of bits to another. max_alignment(C) divides that of each part. max_common_vector
//          is that of the inner layouts, limited by the elements that each swizzle keeps
//          contiguous; two equal swizzles do not limit it.
// Why      Swizzles are specified in bytes and loads are 128 bits wide.
// Example  upcast(16, Sw<2,3,3> o 0 o (64,64):(64,1)) = Sw<1,0,3> o 0 o (64,4):(4,1).
//          [tests: composed/recast_test.cc, "all three parts count in the new unit"]
// Errors   Those of recast.h and swizzle_algebra.h; cute.offset if the offset is not a multiple of
//          the unit.
// Source   cute/swizzle_layout.hpp, cute/layout_composed.hpp.
#pragma once

#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/inverse/max_common.h"
#include "tileglot/notation/cute/inverse/recast.h"

namespace tileglot::notation::cute {

constexpr Outcome<Stage> upcast(std::int64_t n, const Stage& stage) {
  if (stage.is_swizzle) {
    TILEGLOT_TRY_VALUE(s, upcast(n, stage.swizzle));
    return Stage(s);
  }
  TILEGLOT_TRY_VALUE(layout, upcast(n, stage.layout));
  return Stage(layout);
}

constexpr Outcome<Stage> downcast(std::int64_t n, const Stage& stage) {
  if (stage.is_swizzle) {
    TILEGLOT_TRY_VALUE(s, downcast(n, stage.swizzle));
    return Stage(s);
  }
  TILEGLOT_TRY_VALUE(layout, downcast(n, stage.layout));
  return Stage(layout);
}

constexpr Outcome<ComposedLayout> upcast(std::int64_t n, const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, upcast(n, composed.inner));
  TILEGLOT_TRY_VALUE(outer, upcast(n, composed.outer));
  if (composed.offset.value % n != 0) {
    return Refusal{Reason::kOffsetNotDivisible, composed.offset.value, n};
  }
  TILEGLOT_TRY_VALUE(offset, divide(composed.offset, core::static_integer(n)));
  return ComposedLayout{outer, offset, inner};
}

constexpr Outcome<ComposedLayout> downcast(std::int64_t n, const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, downcast(n, composed.inner));
  TILEGLOT_TRY_VALUE(outer, downcast(n, composed.outer));
  TILEGLOT_TRY_VALUE(offset, multiply(composed.offset, core::static_integer(n)));
  return ComposedLayout{outer, offset, inner};
}

constexpr Outcome<ComposedLayout> recast_layout(std::int64_t old_bits, std::int64_t new_bits,
                                                const ComposedLayout& composed) {
  if (old_bits < 1 || new_bits < 1) {
    return Refusal{Reason::kNoFactor, old_bits < new_bits ? old_bits : new_bits, 0};
  }
  const std::int64_t common = shared_divisor(old_bits, new_bits);
  Outcome<ComposedLayout> recast = composed;
  if (new_bits != common) recast = upcast(new_bits / common, recast.value);
  if (recast.ok() && old_bits != common) recast = downcast(old_bits / common, recast.value);
  return recast;
}

constexpr Outcome<Integer> max_alignment(const Stage& stage) {
  if (stage.is_swizzle) return max_alignment(stage.swizzle);
  return max_alignment(stage.layout);
}

constexpr Outcome<Integer> max_alignment(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, max_alignment(composed.inner));
  TILEGLOT_TRY_VALUE(outer, max_alignment(composed.outer));
  TILEGLOT_TRY_VALUE(offset, magnitude(composed.offset));
  return core::static_integer(
      shared_divisor(shared_divisor(outer.value, inner.value), offset.value));
}

/// The part of a composed layout applied after its inner layout; the default for a plain layout.
struct Front {
  Stage outer = Swizzle{};
  Integer offset = core::static_integer(0);
  friend bool operator==(const Front&, const Front&) = default;
};

constexpr Front front_of(const CuteLayout& layout) {
  if (std::holds_alternative<Layout<>>(layout)) return {};
  const auto& composed = std::get<ComposedLayout>(layout);
  return {composed.outer, composed.offset};
}

constexpr Outcome<Layout<>> back_of(const CuteLayout& layout) {
  if (std::holds_alternative<Layout<>>(layout)) return std::get<Layout<>>(layout);
  return inner_layout(std::get<ComposedLayout>(layout));
}

/// How many contiguous elements the front keeps contiguous.
constexpr Outcome<Integer> kept_together(const Front& front) {
  TILEGLOT_TRY_VALUE(outer, max_alignment(front.outer));
  const bool keeps_all = front.outer == Stage(Swizzle{}) && front.offset.value == 0;
  if (keeps_all) return core::static_integer(0);
  TILEGLOT_TRY_VALUE(offset, magnitude(front.offset));
  return core::static_integer(shared_divisor(outer.value, offset.value));
}

constexpr Outcome<Integer> max_common_vector(const CuteLayout& a, const CuteLayout& b) {
  TILEGLOT_TRY_VALUE(back_a, back_of(a));
  TILEGLOT_TRY_VALUE(back_b, back_of(b));
  TILEGLOT_TRY_VALUE(common, max_common_vector(back_a, back_b));
  if (front_of(a) == front_of(b)) return common;
  Integer least = common;
  for (const CuteLayout* layout : {&a, &b}) {
    TILEGLOT_TRY_VALUE(kept, kept_together(front_of(*layout)));
    if (kept.value != 0 && kept.value < least.value) least = kept;
  }
  return least;
}

}  // namespace tileglot::notation::cute
