// SPDX-License-Identifier: Apache-2.0
// as_cpp/swizzle.h: pushes swizzles through layouts as C++ CuTe does.
//
// What     composition(L, s) is s' o 0 o L, where s' has the images of the masks of s; whether this
//          is L(s(i)) is not checked. The inverses of composed layouts use it.
// Example  (8,64):(64,1) o Sw<3,4,3> = Sw<3,1,3> o 0 o (8,64):(64,1), though row 1 moves.
//          [tests: as_cpp/swizzle_test.cc, "the images of the masks make the swizzle"]
// Errors   kSwizzleMasks if the images are not the masks of a swizzle; those of the inverses.
// Source   CUTLASS 7107b055, cute/swizzle_layout.hpp, as observed.
#pragma once

#include "tileglot/notation/cute/as_cpp/composition.h"
#include "tileglot/notation/cute/as_cpp/inverse.h"
#include "tileglot/notation/cute/as_cpp/recast.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/inverse.h"
#include "tileglot/notation/cute/composed/recast.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::notation::cute::cute_cpp {

constexpr Outcome<Swizzle> swizzle_behind(const Layout<>& layout, const Swizzle& s) {
  if (has_basis(layout.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  TILEGLOT_TRY_VALUE(source, image_of_mask(layout, source_mask(s)));
  TILEGLOT_TRY_VALUE(target, image_of_mask(layout, target_mask(s)));
  return swizzle_of_masks(source.value, target.value);
}

constexpr Outcome<CuteLayout> composition(const Layout<>& layout, const Swizzle& s) {
  TILEGLOT_TRY_VALUE(behind, swizzle_behind(layout, s));
  return compose(behind, core::static_integer(0), layout);
}

constexpr Outcome<CuteLayout> composition(const Layout<>& a, const ComposedLayout& b) {
  if (!core::is_static_zero(b.offset)) return Refusal{Reason::kOffsetNotZero, b.offset.value, 0};
  TILEGLOT_TRY_VALUE(inner, inner_layout(b));
  if (!b.outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(outer, cute_cpp::composition(a, b.outer.layout));
    TILEGLOT_TRY_VALUE(both, cute_cpp::composition(outer, inner));
    return CuteLayout(both);
  }
  TILEGLOT_TRY_VALUE(behind, swizzle_behind(a, b.outer.swizzle));
  TILEGLOT_TRY_VALUE(both, cute_cpp::composition(a, inner));
  return compose(behind, core::static_integer(0), both);
}

using Inverse = Outcome<Layout<>> (*)(const Layout<>&);

/// The inverse of A o offset o B, from an inverse for plain layouts.
constexpr Outcome<CuteLayout> inverse_by(Inverse invert, const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(behind, invert(inner));
  if (!composed.outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(before, invert(composed.outer.layout));
    return undone(composed, behind, before);
  }
  if (!core::is_static_zero(composed.offset)) return undone(composed, behind, composed.outer);
  return cute_cpp::composition(behind, composed.outer.swizzle);
}

constexpr Outcome<CuteLayout> right_inverse(const ComposedLayout& composed) {
  return inverse_by(static_cast<Inverse>(cute_cpp::right_inverse), composed);
}

constexpr Outcome<CuteLayout> left_inverse(const ComposedLayout& composed) {
  return inverse_by(static_cast<Inverse>(cute_cpp::left_inverse), composed);
}

/// Recasts a swizzle as in the exact algebra, a plain layout as in C++.
template <class Cast>
constexpr Outcome<Stage> cast_stage(const Stage& stage, const Cast& cast) {
  if (stage.is_swizzle) {
    TILEGLOT_TRY_VALUE(s, cast(stage.swizzle));
    return Stage(s);
  }
  TILEGLOT_TRY_VALUE(layout, cast(stage.layout));
  return Stage(layout);
}

constexpr Outcome<Swizzle> upcast(std::int64_t n, const Swizzle& s) { return cute::upcast(n, s); }
constexpr Outcome<Swizzle> downcast(std::int64_t n, const Swizzle& s) {
  return cute::downcast(n, s);
}

constexpr Outcome<ComposedLayout> upcast(std::int64_t n, const ComposedLayout& composed) {
  const auto cast = [n](const auto& part) { return cute_cpp::upcast(n, part); };
  TILEGLOT_TRY_VALUE(inner, cast_stage(composed.inner, cast));
  TILEGLOT_TRY_VALUE(outer, cast_stage(composed.outer, cast));
  TILEGLOT_TRY_VALUE(offset, safe_div(composed.offset, core::static_integer(n)));
  return ComposedLayout{outer, offset, inner};
}

constexpr Outcome<ComposedLayout> downcast(std::int64_t n, const ComposedLayout& composed) {
  const auto cast = [n](const auto& part) { return cute_cpp::downcast(n, part); };
  TILEGLOT_TRY_VALUE(inner, cast_stage(composed.inner, cast));
  TILEGLOT_TRY_VALUE(outer, cast_stage(composed.outer, cast));
  TILEGLOT_TRY_VALUE(offset, multiply(composed.offset, core::static_integer(n)));
  return ComposedLayout{outer, offset, inner};
}

/// For a plain or composed layout, or a swizzle.
template <class Any>
constexpr Outcome<Any> recast_layout(std::int64_t old_bits, std::int64_t new_bits,
                                     const Any& layout) {
  if (old_bits < 1 || new_bits < 1)
    return Refusal{Reason::kNoFactor, old_bits < new_bits ? old_bits : new_bits, 0};
  const std::int64_t common = shared_divisor(old_bits, new_bits);
  Outcome<Any> recast = layout;
  if (new_bits != common) recast = cute_cpp::upcast(new_bits / common, recast.value);
  if (recast.ok() && old_bits != common)
    recast = cute_cpp::downcast(old_bits / common, recast.value);
  return recast;
}

constexpr Outcome<Integer> max_alignment(const Swizzle& s) { return cute::max_alignment(s); }

/// That of the inner layouts; if the fronts differ, at most what each front keeps contiguous.
constexpr Outcome<Integer> max_common_vector(const CuteLayout& a, const CuteLayout& b) {
  TILEGLOT_TRY_VALUE(back_a, back_of(a));
  TILEGLOT_TRY_VALUE(back_b, back_of(b));
  TILEGLOT_TRY_VALUE(common, cute_cpp::max_common_vector(back_a, back_b));
  if (front_of(a) == front_of(b)) return common;
  Integer least = common;
  for (const CuteLayout* layout : {&a, &b}) {
    TILEGLOT_TRY_VALUE(kept, kept_together(front_of(*layout)));
    if (kept.value != 0 && kept.value < least.value) least = kept;
  }
  return least;
}

/// For a composed layout: the common divisor of its parts' alignments and its offset.
constexpr Outcome<Integer> max_alignment(const ComposedLayout& composed) {
  if (!composed.outer.is_swizzle) return Refusal{Reason::kSwizzleHasNoShape, 0, 0};
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(within, cute_cpp::max_alignment(inner));
  const std::int64_t outer = cute::max_alignment(composed.outer.swizzle).value;
  const std::int64_t known = composed.offset.is_static ? composed.offset.value : 0;
  return core::static_integer(shared_divisor(shared_divisor(within.value, outer), known));
}

}  // namespace tileglot::notation::cute::cute_cpp
