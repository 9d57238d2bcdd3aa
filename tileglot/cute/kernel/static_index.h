// SPDX-License-Identifier: Apache-2.0
// static_index.h: the offset of a coordinate in a layout that is a template argument.
//
// What     offset<L>(c..) is L(c..) for a static Layout<>, a name of one or a swizzled layout, with
//          the numbers of the layout folded into the code: one integer for the whole, one for each
//          mode, or nested.
// Why      In a kernel's inner loop the index must cost no more than hand-written shifts and masks.
// Units    Offsets are in elements, of the coordinates' widest type; of 64 bits if the layout's
//          cosize needs them.
// Example  offset<"((2,2),2):((4,1),2)"_layout>(3, 1) = 7.
//          [tests: static_index_test.cc, "every form of coordinate has the offset that a call has"]
//          A row-major matrix, a nested tile and a swizzled tile compile to as many instructions as
//          by hand. [tests: tests/static_index_cost_test.py]
// Errors   Precondition: coordinates are inside the shape, so their signs are ignored. Does not
//          compile: an extent of 0, a scaled basis, a composed layout that is not a swizzle of a
//          layout.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

namespace index {

// NOLINTBEGIN(readability-identifier-naming): a trait's answer is called `type`.
/// The widest type of the numbers of a coordinate; static ones do not count.
template <class T>
struct WidestOf {
  using type = std::conditional_t<is_constant_type<T>, std::int32_t, T>;
};
template <class... Ts>
struct WidestOf<tuple<Ts...>> {
  using type = std::common_type_t<std::int32_t, typename WidestOf<Ts>::type...>;
};
// NOLINTEND(readability-identifier-naming)

/// The offset of index i in the leaves of a coalesced layout from Slot on.
template <Layout<> Flat, int Slot, class U>
constexpr U from_leaf(U i) {
  constexpr auto kExtent = static_cast<U>(Flat.numbers.shape.values[Slot]);
  constexpr auto kStride = static_cast<U>(Flat.numbers.stride.values[Slot]);
  if constexpr (Slot + 1 == Flat.numbers.shape.slots) {
    return i * kStride;
  } else {
    return (i % kExtent) * kStride + from_leaf<Flat, Slot + 1>(i / kExtent);
  }
}

/// U is unsigned: division by a power of two is a shift, and negative strides wrap correctly.
template <Layout<> L, class U, class Coordinate>
constexpr U of_coordinate(const Coordinate& c) {
  if constexpr (is_tuple_type<Coordinate>) {
    static_assert(Coordinate::kRank == notation::cute::rank(L) && !L.numbers.shape.is_scalar,
                  "the coordinate has another rank than the layout");
    return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
      return (U{0} + ... + of_coordinate<layout<int(Is)>(L), U>(element::at<Is>(c)));
    }(std::make_index_sequence<std::size_t(Coordinate::kRank)>{});
  } else {
    return from_leaf<coalesce(L), 0>(static_cast<U>(c));
  }
}

template <Layout<> L>
inline constexpr bool is_wide = cosize(L) > std::numeric_limits<std::int32_t>::max();

template <Layout<> L, class Coordinate>
constexpr auto of_layout(const Coordinate& c) {
  static_assert(!core::has_zero(L.numbers.shape), "the layout has no elements");
  static_assert(!core::has_basis(L.numbers.stride), "the strides are scaled bases, not offsets");
  using Widest = std::common_type_t<std::int32_t, typename WidestOf<Coordinate>::type>;
  using Offset = std::conditional_t<is_wide<L>, std::common_type_t<Widest, std::int64_t>, Widest>;
  return static_cast<Offset>(of_coordinate<L, std::make_unsigned_t<Offset>>(c));
}

template <notation::cute::Swizzle S, class Offset>
constexpr Offset swizzled(Offset offset) {
  using U = std::make_unsigned_t<Offset>;
  const U from = static_cast<U>(offset) & static_cast<U>(source_mask(S));
  const U moved = S.shift < 0 ? from << -S.shift : from >> S.shift;
  return static_cast<Offset>(static_cast<U>(offset) ^ moved);
}

template <auto L, class Coordinate>
constexpr auto of(const Coordinate& c) {
  if constexpr (ComposedLike<std::remove_cv_t<decltype(L)>>) {
    constexpr notation::cute::ComposedLayout kComposed = value_of(L);
    static_assert(kComposed.outer.is_swizzle && !kComposed.inner.is_swizzle,
                  "not a swizzle of a layout");
    const auto inner = of_layout<Layout<>(kComposed.inner.layout)>(c);
    return swizzled<kComposed.outer.swizzle>(
        static_cast<decltype(inner + 0)>(inner + kComposed.offset.value));
  } else {
    return of_layout<Layout<>(value_of(L))>(c);
  }
}

}  // namespace index

template <auto L, class... Coordinates>
constexpr auto offset(const Coordinates&... coordinates) {
  static_assert(sizeof...(Coordinates) > 0, "a coordinate has at least one number");
  if constexpr (sizeof...(Coordinates) == 1) {
    return index::of<L>(coordinates...);
  } else {
    return index::of<L>(make_coord(coordinates...));
  }
}

}  // namespace tileglot::cute
