// SPDX-License-Identifier: Apache-2.0
// swizzle_push.h: a swizzle applied after or before a layout.
//
// What     composition(s, L) is s o 0 o L. composition(L, s), which swizzles the index first, is
//          s' o 0 o L with another swizzle s' applied after L, if there is one: L maps the bits
//          that s reads and changes to those of s'.
// Why      Only a swizzle at the outer end is a form that kernels understand, and the inverse of a
//          swizzled layout has it at the inner end.
// Example  (8,8):(8,1) after Sw<3,0,3> is Sw<3,0,-3> o 0 o (8,8):(8,1): the columns, at stride 1,
//          are read and the rows change. (8,64):(64,1) after Sw<3,4,3> is Sw<2,1,3> o 0 o ..: no
//          index below 512 has bit 9.
//          [tests: swizzle_push_test.cc, "a swizzle is pushed through a layout"]
// Errors   cute.swizzle_not_pushed with an index that shows it; those of crd2idx.
// Source   cute/swizzle_layout.hpp. Differs from CuTe: the result is checked on all indices, or
//          only on powers of two if the layout maps bits to bits; bits that no index has are left
//          out if that makes it right.
#pragma once

#include "tileglot/core/checked.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"

namespace tileglot::notation::cute {

/// s o 0 o L, or L itself if s does nothing.
constexpr CuteLayout composition(const Swizzle& s, const Layout<>& layout) {
  return compose(s, core::static_integer(0), layout);
}

/// How many indices are tried if a layout does not map bits to bits.
inline constexpr std::int64_t kMaxTriedIndices = 4096;

/// True if the offsets of 2^0, 2^1, .., 2^(bits-1) are nonnegative and share no bit, and the offset
/// of every other index is their sum. Then layout(x xor y) = layout(x) xor layout(y).
constexpr bool carries_bits(const Layout<>& layout, int bits) {
  std::int64_t seen = 0;
  for (int slot = 0; slot + 1 < layout.shape.slots; ++slot) {
    if (!layout.shape.is_empty(slot) && !core::is_power_of_two(layout.shape.values[slot])) {
      return false;
    }
  }
  for (int bit = 0; bit < bits; ++bit) {
    const auto image = crd2idx(Integer(std::int64_t{1} << unsigned(bit)), layout);
    if (!image || image->value < 0 || !image->path.is_empty() || (image->value & seen) != 0) {
      return false;
    }
    seen |= image->value;
  }
  return true;
}

/// The least x, among those tried, at which outer(layout(x)) and layout(inner(x)) differ, or
/// nothing.
struct Comparison {
  bool is_decided = false;
  core::Checked difference = {};
};

constexpr bool commutes_at(const Swizzle& outer, const Layout<>& layout, const Swizzle& inner,
                           std::int64_t x) {
  const auto behind = crd2idx(Integer(x), layout);
  const auto before = crd2idx(Integer(apply(inner, x)), layout);
  return behind && before && apply(outer, behind->value) == before->value;
}

constexpr Comparison compare(const Swizzle& outer, const Layout<>& layout, const Swizzle& inner,
                             std::int64_t elements) {
  const std::int64_t largest = largest_after(inner, elements > 0 ? elements - 1 : 0);
  const bool by_bits = carries_bits(layout, largest == 0 ? 0 : core::log2_floor(largest) + 1);
  if (!by_bits && elements > kMaxTriedIndices) return {};
  for (std::int64_t x = by_bits ? 1 : 0; x < elements; by_bits ? x *= 2 : ++x) {
    if (!commutes_at(outer, layout, inner, x)) return {true, x};
    if (by_bits && x > elements / 2) break;
  }
  return {true, {}};
}

/// The sum of the images of a mask's bits.
constexpr Outcome<Integer> image_of_mask(const Layout<>& layout, std::int64_t mask) {
  return crd2idx(Integer(mask), layout);
}

/// The part of a swizzle that affects indices below `elements`.
constexpr Swizzle felt_below(const Swizzle& s, std::int64_t elements) {
  const int lowest_read = s.base + (s.shift > 0 ? s.shift : 0);
  const int width = elements > 1 ? core::log2_floor(elements - 1) + 1 : 0;
  const int kept = width > lowest_read ? width - lowest_read : 0;
  return kept < s.bits ? *make_swizzle(kept, s.base, s.shift) : s;
}

/// The swizzle after the layout whose masks are the images of s's masks, if it is right.
constexpr Outcome<Swizzle> pushed(const Layout<>& layout, const Swizzle& s, const Swizzle& before,
                                  std::int64_t elements) {
  TILEGLOT_TRY_VALUE(source, image_of_mask(layout, source_mask(s)));
  TILEGLOT_TRY_VALUE(target, image_of_mask(layout, target_mask(s)));
  if (!source.path.is_empty() || !target.path.is_empty()) {
    return Refusal{Reason::kBasisArithmetic, 0, 0};
  }
  TILEGLOT_TRY_VALUE(behind, swizzle_of_masks(source.value, target.value));
  const Comparison found = compare(behind, layout, before, elements);
  if (!found.is_decided) return Refusal{Reason::kSwizzleNotPushed, elements - 1, 0};
  if (found.difference) return Refusal{Reason::kSwizzleNotPushed, *found.difference, 0};
  return behind;
}

/// x -> layout(s(x)) for every index x of the layout.
constexpr Outcome<CuteLayout> composition(const Layout<>& layout, const Swizzle& s) {
  if (has_basis(layout.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  TILEGLOT_TRY_VALUE(elements, size(layout));
  const auto whole = pushed(layout, s, s, elements.value);
  if (whole) return composition(*whole, layout);
  const Swizzle felt = felt_below(s, elements.value);
  const auto part = felt == s ? whole : pushed(layout, felt, s, elements.value);
  if (!part) return whole.refusal;
  return composition(*part, layout);
}

}  // namespace tileglot::notation::cute
