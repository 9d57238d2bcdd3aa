// SPDX-License-Identifier: Apache-2.0
// part_of_thread.h: one thread's part of a layout or a tensor of any kind.
//
// What     part_of_thread<Which>(tiled, thread, layout) is the layout of the thread's elements and
//          the offset where they begin; partition<Which>(tiled, thread, tensor) is a tensor of
//          them. `Which` is an operand of a tiled MMA or an end of a tiled copy.
// Why      notation/cute/tiled divides plain layouts; tensors also have static, mixed, swizzled and
//          identity layouts.
// How      Static: all threads have the same part, a type; only its offset is a value. Composed:
//          the inner layout is divided. The thread's offset is added before the swizzle, so the
//          pointer does not move. Identity: the part begins at a coordinate.
// Example  [tests: tiled_mma_test.cc, "each thread holds the elements that ptx gives it", "a
//          swizzled matrix is read where its layout says", "a part of an identity is its
//          coordinates"]
// Errors   Refused (refused.h): what notation/cute/tiled/mma.h and copy.h refuse.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tileglot/core/integer.h"
#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/kernel/owned_tensor.h"
#include "tileglot/cute/kernel/tensor.h"
#include "tileglot/cute/layout/composed_algebra.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/mma.h"

namespace tileglot::cute {

template <class T>
concept AnyLayout = LayoutLike<T> || MixedLike<T> || ComposedLike<T>;

/// The layout that a tiling divides: the inner one of a composed layout; a mixed one as a type if
/// it is static, otherwise as a value.
template <AnyLayout L>
constexpr auto divided_of(const L& layout) {
  if constexpr (ComposedLike<L>) {
    return layout.layout_b();
  } else if constexpr (MixedLike<L> && !std::is_empty_v<L>) {
    return layout.value();
  } else {
    return static_layout_of(layout);
  }
}

/// The layout of a thread's elements without its offset; it is the same for every thread.
template <auto Which, class Tiled, LayoutLike L>
constexpr auto layout_of_part(const Tiled& tiled, const L& layout) {
  return result_of(
      [](const auto& t, const auto& l) {
        return or_refuse(notation::cute::partition(value_of(t), Which, 0, value_of(l))).layout;
      },
      tiled, layout);
}

/// Marks a layout as one of coordinates; one without strides does not show it.
template <LayoutLike L>
constexpr auto as_coordinates(const L& layout) {
  if constexpr (gives_coordinates<L>) {
    return layout;
  } else {
    return Layout<Coordinates, void>(value_of(layout));
  }
}

template <auto Which, class Tiled, AnyLayout L>
constexpr auto part_of_thread(const Tiled& tiled, std::int64_t thread, const L& layout) {
  if constexpr (ComposedLike<L>) {
    const notation::cute::ComposedLayout& whole = value_of(layout);
    const auto part = part_of_thread<Which>(tiled, thread, divided_of(layout));
    const core::Integer begin = or_refuse(core::add(whole.offset, core::Integer(part.begin)));
    return Part<ComposedLayout<>>{
        notation::cute::ComposedLayout{whole.outer, begin, value_of(part.layout)}, 0};
  } else if constexpr (MixedLike<L>) {
    return part_of_thread<Which>(tiled, thread, divided_of(layout));
  } else if constexpr (gives_coordinates<L>) {
    const auto part = coordinates_of_part<Which>(tiled, layout);
    const IntTuple begin = first_coordinate<Which>(tiled, thread, layout);
    return Part<std::remove_const_t<decltype(part)>, IntTuple>{part, begin};
  } else if constexpr (std::is_empty_v<Tiled> && std::is_empty_v<L>) {
    const auto part = layout_of_part<Which>(tiled, layout);
    const auto found =
        or_refuse(notation::cute::partition(value_of(tiled), Which, thread, value_of(layout)));
    return Part<std::remove_const_t<decltype(part)>>{part, found.offset.value};
  } else {
    const auto found =
        or_refuse(notation::cute::partition(value_of(tiled), Which, thread, value_of(layout)));
    return Part<Layout<>>{found.layout, found.offset.value};
  }
}

/// Applies a division of notation/cute to a layout of any kind or to a tensor.
template <class Divide, class Tiled, class X>
constexpr auto divided_by_threads(Divide divide, const Tiled& tiled, X& x) {
  if constexpr (AnyTensor<X>) {
    return make_tensor(x.data(), divided_by_threads(divide, tiled, x.layout()));
  } else if constexpr (ComposedLike<std::remove_const_t<X>>) {
    return result_of(
        [](const auto& t, const auto& c) {
          return on_inner(c, [&](const auto& inner) { return Divide{}(value_of(t), inner); });
        },
        tiled, x);
  } else {
    return result_of(
        [](const auto& t, const auto& l) { return Divide{}(value_of(t), value_of(l)); }, tiled,
        divided_of(x));
  }
}

template <auto Which, class Tiled, AnyTensor T>
constexpr auto partition(const Tiled& tiled, std::int64_t thread, T&& tensor) {
  const auto part = part_of_thread<Which>(tiled, thread, tensor.layout());
  return make_tensor(tensor.data() + part.begin, part.layout);
}
template <auto Which, class Tiled, AnyLayout L>
constexpr auto partition(const Tiled& tiled, std::int64_t thread, const L& layout) {
  return part_of_thread<Which>(tiled, thread, layout);
}

}  // namespace tileglot::cute
