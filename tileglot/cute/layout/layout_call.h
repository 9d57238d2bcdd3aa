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

#include "tileglot/cute/layout/algebra.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/modes.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/tuple/coordinate_conversion.h"

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
  const std::int64_t offset = or_refuse(outcome).value;
  if (!std::in_range<Offset>(offset)) {
    refuse({core::Reason::kSumTooLarge, std::numeric_limits<Offset>::max(), 1});
  }
  return static_cast<Offset>(offset);
}

template <class Offset, class Coordinate>
constexpr Offset offset_at(const notation::cute::Layout<>& layout, const Coordinate& coordinate) {
  return narrowed<Offset>(notation::cute::crd2idx(value_of(coordinate), layout));
}

template <LayoutLike L, class Coordinate>
constexpr auto call(const L& layout, const Coordinate& coordinate) {
  if constexpr (has_underscore_type<Coordinate>) {
    return slice(coordinate, layout);
  } else if constexpr (gives_coordinates<L>) {
    return result_of(
        [](const auto& k, const auto& l) {
          return notation::cute::coordinate_of(value_of(k), value_of(l));
        },
        coordinate, layout);
  } else if constexpr (std::is_empty_v<L> && std::is_empty_v<Coordinate>) {
    return result_of(
        [](const auto& k, const auto& l) {
          return notation::cute::crd2idx(value_of(k), value_of(l));
        },
        coordinate, layout);
  } else {
    return offset_at<OffsetOf<Coordinate>>(value_of(layout), coordinate);
  }
}

/// The only one of several, or all as a tuple.
template <class T>
constexpr const T& one_or_all(const T& one) {
  return one;  // NOLINT(bugprone-return-const-ref-from-parameter): used within one expression.
}
template <class... Ts>
  requires(sizeof...(Ts) > 1)
constexpr tuple<Ts...> one_or_all(const Ts&... all) {
  return make_tuple(all...);
}

template <class Self>
template <class... Ks>
constexpr auto LayoutWords<Self>::operator()(const Ks&... coordinates) const {
  static_assert(sizeof...(Ks) > 0, "a coordinate has at least one number");
  return call(self(), one_or_all(coordinates...));
}
template <class Self>
template <int... Path>
constexpr auto LayoutWords<Self>::shape() const {
  return cute::shape<Path...>(self());
}
template <class Self>
template <int... Path>
constexpr auto LayoutWords<Self>::stride() const {
  return cute::stride<Path...>(self());
}
template <class Self>
template <int... Path>
constexpr auto LayoutWords<Self>::layout() const {
  return cute::layout<Path...>(self());
}
template <class Self>
template <class... Others>
constexpr auto LayoutWords<Self>::compose(const Others&... others) const {
  return composition(self(), one_or_all(others...));
}
template <class Self>
template <class... Extents>
constexpr auto LayoutWords<Self>::with_shape(const Extents&... extents) const {
  return cute::with_shape(self(), one_or_all(extents...));
}
template <class Self>
template <class... Others>
constexpr auto LayoutWords<Self>::tile(const Others&... others) const {
  return tiled_divide(self(), one_or_all(others...));
}
template <class Self>
template <class I>
constexpr auto LayoutWords<Self>::get_hier_coord(const I& offset) const {
  return idx2crd(offset, cute::shape(self()), cute::stride(self()));
}
template <class Self>
template <class I>
constexpr auto LayoutWords<Self>::get_flat_coord(const I& offset) const {
  return result_of(
      [](const auto& i, const auto& l) {
        const notation::cute::Layout<>& numbers = value_of(l);
        const auto nested =
            or_refuse(notation::cute::idx2crd(value_of(i), numbers.shape, numbers.stride));
        const auto ones =
            or_refuse(notation::cute::repeat(notation::cute::rank(numbers), value_of(_1{})));
        return notation::cute::crd2crd(nested, numbers.shape, ones);
      },
      offset, self());
}
template <class Self>
template <class I>
constexpr auto LayoutWords<Self>::get_1d_coord(const I& offset) const {
  return crd2idx(get_hier_coord(offset), cute::shape(self()));
}

}  // namespace tileglot::cute
