// SPDX-License-Identifier: Apache-2.0
// swizzle.h: swizzles under CuTe's C++ names.
//
// What     Swizzle<B,M,S>{} names a swizzle; calling it with an offset returns the swizzled offset.
//          composition, upcast<N>, downcast<N>, make_swizzle<Y, Z> and both inverses return a
//          Swizzle<..> too, since a swizzle's type holds all of it.
// Why      CuTe users write them this way.
// Example  Swizzle<3, 0, 3>{}(8) is 9; make_swizzle<0x1c0, 0x38>() is Swizzle<3, 3, 3>.
//          [tests: composed_layout_test.cc, "a swizzle is a type and a function"]
// Errors   Anything that notation/cute/layout/swizzle.h and swizzle_algebra.h refuse does not
//          compile.
// Source   cute/swizzle.hpp.
#pragma once

#include <concepts>
#include <cstdint>

#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::cute {

template <int Bits, int Base, int Shift = Bits>
struct Swizzle {
  static constexpr notation::cute::Swizzle value =
      or_refuse(notation::cute::make_swizzle(Bits, Base, Shift));

  template <std::integral T>
  constexpr T operator()(T offset) const {
    return static_cast<T>(notation::cute::apply(value, static_cast<std::int64_t>(offset)));
  }
  template <auto Offset>
  constexpr auto operator()(C<Offset>) const {
    return C<Swizzle{}(Offset)>{};
  }
  friend constexpr bool operator==(Swizzle, Swizzle) { return true; }
};

template <class T>
inline constexpr bool is_swizzle_type = false;
template <int B, int M, int S>
inline constexpr bool is_swizzle_type<Swizzle<B, M, S>> = true;
template <class T>
concept SwizzleLike = is_swizzle_type<T>;

/// The swizzle that xors the bits of mask Y into those of mask Z.
template <std::int64_t Y, std::int64_t Z>
constexpr auto make_swizzle() {
  constexpr notation::cute::Swizzle kMade = or_refuse(notation::cute::swizzle_of_masks(Y, Z));
  return Swizzle<kMade.bits, kMade.base, kMade.shift>{};
}
/// x -> a(b(x)).
template <SwizzleLike A, SwizzleLike B>
constexpr auto composition(A, B) {
  constexpr notation::cute::Swizzle kMade =
      or_refuse(notation::cute::composition(A::value, B::value));
  return Swizzle<kMade.bits, kMade.base, kMade.shift>{};
}
template <int N, SwizzleLike S>
constexpr auto upcast(S) {
  constexpr notation::cute::Swizzle kMade = or_refuse(notation::cute::upcast(N, S::value));
  return Swizzle<kMade.bits, kMade.base, kMade.shift>{};
}
template <int N, SwizzleLike S>
constexpr auto downcast(S) {
  constexpr notation::cute::Swizzle kMade = or_refuse(notation::cute::downcast(N, S::value));
  return Swizzle<kMade.bits, kMade.base, kMade.shift>{};
}
template <SwizzleLike S>
constexpr S right_inverse(S swizzle) {
  return swizzle;
}
template <SwizzleLike S>
constexpr S left_inverse(S swizzle) {
  return swizzle;
}
/// Each aligned run of this many offsets stays contiguous.
template <SwizzleLike S>
constexpr Integer max_alignment(S) {
  return {notation::cute::max_alignment(S::value).value, true};
}

}  // namespace tileglot::cute
