// SPDX-License-Identifier: Apache-2.0
// swizzle_algebra.h: makes swizzles from masks, merges, inverts and rescales them.
//
// What     swizzle_of_masks(y, z) is the swizzle that xors the bits of y into those of z.
//          composition(a, b) is the swizzle x -> a(b(x)). upcast(n, s) counts in units of n,
//          downcast(n, s) in n-ths. A swizzle is its own right_inverse and left_inverse.
//          max_alignment(s) is the largest unit that it keeps intact.
// Why      A kernel's swizzle is specified in bytes and used in elements; two successive tilings
//          swizzle twice.
// Example  swizzle_of_masks(0x1c0, 0x38) = Sw<3,3,3>; Sw<1,0,3> after Sw<1,1,3> is Sw<2,0,3>;
//          upcast(16, Sw<3,4,3>) = Sw<3,0,3>.
//          [tests: swizzle_algebra_test.cc, "swizzles merge, rescale and come from masks"]
// Errors   cute.bad_swizzle: masks that are not two runs of one length, different shifts, an outer
//          swizzle that reads what the inner one changes; cute.power_of_two.
// Source   cute/swizzle.hpp, cute/swizzle_layout.hpp. As in CuTe, upcast by more than 2^base drops
//          the lowest pairs of bits; where the shift is negative they carried information.
#pragma once

#include <bit>
#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/core/integer.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::notation::cute {

/// The swizzle that reads the bits of `source` and changes those of `target`.
constexpr core::Outcome<Swizzle> swizzle_of_masks(std::int64_t source, std::int64_t target) {
  const core::Refusal refused{core::Reason::kSwizzleMasks, source, target};
  if (source == 0 && target == 0) return Swizzle{};
  if (source <= 0 || target <= 0) return refused;
  const int from = std::countr_zero(static_cast<std::uint64_t>(source));
  const int to = std::countr_zero(static_cast<std::uint64_t>(target));
  const int bits = std::popcount(static_cast<std::uint64_t>(source));
  const auto made = make_swizzle(bits, from < to ? from : to, from - to);
  if (!made || source_mask(*made) != source || target_mask(*made) != target) return refused;
  return made;
}

/// x -> outer(inner(x)).
constexpr core::Outcome<Swizzle> composition(const Swizzle& outer, const Swizzle& inner) {
  if (outer.bits == 0) return inner;
  if (inner.bits == 0) return outer;
  if (outer.shift != inner.shift) {
    return core::Refusal{core::Reason::kSwizzleShifts, outer.shift, inner.shift};
  }
  if (const std::int64_t common = source_mask(outer) & target_mask(inner); common != 0) {
    return core::Refusal{core::Reason::kSwizzleReadsOwn, common, 0};
  }
  return swizzle_of_masks(source_mask(outer) ^ source_mask(inner),
                          target_mask(outer) ^ target_mask(inner));
}

constexpr Swizzle right_inverse(const Swizzle& s) { return s; }
constexpr Swizzle left_inverse(const Swizzle& s) { return s; }

/// The swizzle of addresses that count n elements each.
constexpr core::Outcome<Swizzle> upcast(std::int64_t n, const Swizzle& s) {
  if (!core::is_power_of_two(n)) return core::Refusal{core::Reason::kNoPowerOfTwo, n, 0};
  const int base = s.base - core::log2_floor(n);
  if (base >= 0) return make_swizzle(s.bits, base, s.shift);
  return make_swizzle(s.bits + base > 0 ? s.bits + base : 0, 0, s.shift);
}

/// The swizzle of addresses that count n-ths of an element.
constexpr core::Outcome<Swizzle> downcast(std::int64_t n, const Swizzle& s) {
  if (!core::is_power_of_two(n)) return core::Refusal{core::Reason::kNoPowerOfTwo, n, 0};
  return make_swizzle(s.bits, s.base + core::log2_floor(n), s.shift);
}

/// Each aligned run of this many offsets stays contiguous.
constexpr core::Integer max_alignment(const Swizzle& s) {
  return core::static_integer(std::int64_t{1} << unsigned(s.base));
}

}  // namespace tileglot::notation::cute
