// SPDX-License-Identifier: Apache-2.0
// layout_call.h: calling a layout as CuTe does, with numbers or with underscores.
//
// What     l(m, n) is the offset at a coordinate; l(m, _) is the part that `_` keeps.
// Why      CuTe users read and slice a layout by calling it.
// Units    Offsets are in elements: an int where all coordinates are of 32 bits or fewer, as in
//          CuTe, and a std::int64_t otherwise.
// Example  With s2xd4 = (_2,4):(_1,_2), s2xd4(1, 3) is 7 and s2xd4(1, _) is its row, (4):(_2).
//          [tests: vocabulary_test.cc, "a call is an int for ints and a slice for underscores"]
// Errors   Refused (refused.h): a coordinate whose structure does not match the layout's, an offset
//          that does not fit.
// Source   CuTe 01_layout.md, "Using a Layout"; 03_tensor.md, "Slicing a Tensor".
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/modes.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/layout/coordinate.h"

namespace tileglot::cute {

/// True if an int holds every number of this type.
template <class T>
inline constexpr bool is_narrow = std::is_empty_v<T> || (std::is_integral_v<T> && sizeof(T) <= 4);
template <class... Ts>
inline constexpr bool is_narrow<tuple<Ts...>> = (is_narrow<Ts> && ...);

template <class T>
inline constexpr bool has_underscore_type = std::is_same_v<T, Underscore>;
template <class... Ts>
inline constexpr bool has_underscore_type<tuple<Ts...>> = (has_underscore_type<Ts> || ...);

/// An offset is an int where the coordinate fits one.
template <class Coordinate>
using OffsetOf = std::conditional_t<is_narrow<Coordinate>, int, std::int64_t>;

template <class Offset>
constexpr Offset narrowed(const core::Outcome<core::Integer>& outcome) {
  const std::int64_t offset = number(outcome).value;
  if (!std::in_range<Offset>(offset)) {
    refuse({core::Reason::kSumTooLarge, std::numeric_limits<Offset>::max(), 1});
  }
  return static_cast<Offset>(offset);
}

template <class Offset, class Coordinate>
constexpr Offset offset_at(const Layout<>& layout, const Coordinate& coordinate) {
  return narrowed<Offset>(notation::cute::crd2idx(value_of(coordinate), layout));
}

template <class Coordinate>
constexpr auto call(const Layout<>& layout, const Coordinate& coordinate) {
  if constexpr (has_underscore_type<Coordinate>) {
    return slice(coordinate, layout);
  } else {
    return offset_at<OffsetOf<Coordinate>>(layout, coordinate);
  }
}

}  // namespace tileglot::cute

namespace tileglot::notation::cute::structural {

template <class... Coordinates>
constexpr auto Layout<void, void>::operator()(const Coordinates&... coordinates) const {
  static_assert(sizeof...(Coordinates) > 0, "a coordinate has at least one number");
  if constexpr (sizeof...(Coordinates) == 1) {
    return tileglot::cute::call(*this, coordinates...);
  } else {
    return tileglot::cute::call(*this, tileglot::cute::make_coord(coordinates...));
  }
}

}  // namespace tileglot::notation::cute::structural
