// SPDX-License-Identifier: Apache-2.0
// tensor.h: a pointer and a layout: elements and slices of memory that it does not own.
//
// What     make_tensor(p, l)(c..) is the element p[l(c..)]; with `_` it is the part that `_` keeps.
// Why      Kernels work on parts of a tensor, and a part is itself a tensor.
// Units    Layouts count in elements.
// Example  A row-major 8x8 t: t(3, _)(2) is the element (3, 2).
//          [tests: tensor_test.cc, "a slice is a tensor"]
// Errors   Those of the layout. Memory is not owned and bounds are not checked.
// Source   CuTe 03_tensor.md. Differs from CuTe: only views; a MixedLayout keeps its static numbers
//          in the type, a Layout<> and a ComposedLayout are values.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

/// The part that a coordinate keeps, and the offset of its first element.
template <class L>
struct Part {
  L layout;
  std::int64_t begin = 0;
};

template <class Coordinate>
constexpr Part<Layout<>> part_of(const Layout<>& layout, const Coordinate& c) {
  return {slice(c, layout), offset_at<std::int64_t>(layout, mixed::begin_of(c))};
}
template <MixedLike L, class Coordinate>
constexpr auto part_of(const L& layout, const Coordinate& c) {
  auto part = slice(c, layout);
  return Part<decltype(part)>{part, layout.begin(c)};
}
/// A part of a composed layout is a composed layout again. Its offset is applied before the swizzle
/// if it cannot be applied after it.
template <class Coordinate>
constexpr Part<ComposedLayout> part_of(const ComposedLayout& layout, const Coordinate& c) {
  const ComposedAtOffset part = slice_and_offset(c, layout);
  return {part.layout, part.offset.value};
}

template <class Coordinate>
constexpr std::int64_t place_of(const Layout<>& layout, const Coordinate& c) {
  return offset_at<std::int64_t>(layout, c);
}
template <MixedLike L, class Coordinate>
constexpr std::int64_t place_of(const L& layout, const Coordinate& c) {
  return layout.begin(c);
}
template <class Coordinate>
constexpr std::int64_t place_of(const ComposedLayout& layout, const Coordinate& c) {
  return number(notation::cute::crd2idx(value_of(c), layout.value));
}

template <class Pointer, class L>
class Tensor {
 public:
  constexpr Tensor(Pointer data, const L& layout) : data_(data), layout_(layout) {}

  constexpr Pointer data() const { return data_; }
  constexpr const L& layout() const { return layout_; }

  template <class... Coordinates>
  constexpr decltype(auto) operator()(const Coordinates&... coordinates) const {
    if constexpr (sizeof...(Coordinates) == 1) {
      return at(coordinates...);
    } else {
      return at(make_coord(coordinates...));
    }
  }
  template <class Coordinate>
  constexpr decltype(auto) operator[](const Coordinate& c) const {
    return at(c);
  }

 private:
  template <class Coordinate>
  constexpr decltype(auto) at(const Coordinate& c) const {
    if constexpr (has_underscore_type<Coordinate>) {
      const auto part = part_of(layout_, c);
      return Tensor<Pointer, decltype(part.layout)>(data_ + part.begin, part.layout);
    } else {
      return data_[place_of(layout_, c)];
    }
  }

  Pointer data_;
  [[no_unique_address]] L layout_;
};

template <class Pointer, class L>
constexpr Tensor<Pointer, L> make_tensor(Pointer data, const L& layout) {
  return {data, layout};
}
/// A layout whose numbers are all in its type takes no space.
template <class Pointer, class S, class D>
  requires(!std::is_void_v<S>)
constexpr auto make_tensor(Pointer data, const Layout<S, D>& layout) {
  return make_tensor(data, mixed_layout(layout));
}

template <class T>
inline constexpr bool is_tensor_type = false;
template <class Pointer, class L>
inline constexpr bool is_tensor_type<Tensor<Pointer, L>> = true;
template <class T>
concept TensorLike = is_tensor_type<T>;

template <int... Path, TensorLike T>
constexpr auto size(const T& tensor) {
  return size<Path...>(tensor.layout());
}
template <int... Path, TensorLike T>
constexpr int rank(const T& tensor) {
  return rank<Path...>(tensor.layout());
}

}  // namespace tileglot::cute
