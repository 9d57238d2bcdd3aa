// SPDX-License-Identifier: Apache-2.0
// compact_stride.h: compact strides as types, static where the extents before them are.
//
// What     compact_stride(shape) is column-major, compact_stride(shape, LayoutRight{}) row-major: a
//          tuple of the shape's structure whose numbers are static where all extents that they
//          multiply are.
// Why      A tensor of a half-dynamic shape stores only the strides that need storing.
// Example  compact_stride(make_shape(_4{}, m, n)) is (_1, _4, 4 * m).
//          [tests: compact_stride_test.cc, "strides are static where the extents are"]
// Source   cute/stride.hpp: a static extent of 1 has stride _0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/tuple.h"

namespace tileglot::cute {

namespace compact {

/// The strides of the part of a shape that is done, and the stride of what follows it.
template <class Strides, class Next>
struct Progress {
  Strides strides;
  Next next;
};
template <class Strides, class Next>
Progress(Strides, Next) -> Progress<Strides, Next>;

template <bool IsRow, class T, class Next>
constexpr auto of(const T& extent, const Next& next) {
  if constexpr (is_constant_v<1, T>) {
    return Progress{_0{}, next};
  } else if constexpr (is_constant_type<T> && is_constant_type<Next>) {
    return Progress{next, constant<std::int64_t{Next::value} * T::value>()};
  } else {
    return Progress{next, static_cast<std::int64_t>(next) * static_cast<std::int64_t>(extent)};
  }
}

template <bool IsRow, class T, class... Done>
constexpr auto joined(const T& stride, const tuple<Done...>& done) {
  return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
    if constexpr (IsRow) {
      return make_tuple(stride, element::at<Is>(done)...);
    } else {
      return make_tuple(element::at<Is>(done)..., stride);
    }
  }(std::index_sequence_for<Done...>{});
}

template <bool IsRow, class... Ts, class Next>
constexpr auto of(const tuple<Ts...>& shape, const Next& next);

/// The modes in order, `Count` of them done.
template <bool IsRow, std::size_t Count, class... Ts, class P>
constexpr auto of_modes(const tuple<Ts...>& shape, const P& progress) {
  constexpr std::size_t kModes = sizeof...(Ts);
  if constexpr (Count == kModes) {
    return progress;
  } else {
    constexpr std::size_t kMode = IsRow ? kModes - 1 - Count : Count;
    const auto mode = of<IsRow>(element::at<kMode>(shape), progress.next);
    return of_modes<IsRow, Count + 1>(
        shape, Progress{joined<IsRow>(mode.strides, progress.strides), mode.next});
  }
}

template <bool IsRow, class... Ts, class Next>
constexpr auto of(const tuple<Ts...>& shape, const Next& next) {
  return of_modes<IsRow, 0>(shape, Progress{tuple<>{}, next});
}

}  // namespace compact

template <class S>
constexpr auto compact_stride(const S& shape, LayoutLeft = {}) {
  return compact::of<false>(shape, _1{}).strides;
}
template <class S>
constexpr auto compact_stride(const S& shape, LayoutRight) {
  return compact::of<true>(shape, _1{}).strides;
}

}  // namespace tileglot::cute
