// SPDX-License-Identifier: Apache-2.0
// tensor.h: a pointer and a layout: elements and slices of memory that it does not own.
//
// What     make_tensor(p, l)(c..) is the element p[l(c..)]; with `_` it is the part that `_` keeps.
//          make_tensor(p, shape) is column-major, make_tensor(p, shape, stride) has those strides.
// Why      Kernels work on parts of a tensor, and a part is itself a tensor.
// Units    Layouts count in elements.
// Example  A row-major 8x8 t: t(3, _)(2) is the element (3, 2).
//          [tests: tensor_test.cc, "a slice is a tensor"]
// Errors   Those of the layout. Memory is not owned and bounds are not checked.
// Source   CuTe 03_tensor.md. Differs from CuTe: a tensor that owns its elements is in
//          owned_tensor.h; a MixedLayout keeps its static numbers in the type, a Layout<> and a
//          ComposedLayout<> are values.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "tileglot/cute/kernel/compact_stride.h"
#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/kernel/pointer.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/tuple_algorithms.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

/// The part that a coordinate keeps, and the offset of its first element.
template <class L, class Begin = std::int64_t>
struct Part {
  L layout;
  Begin begin{};
};

/// A part of a composed layout is a composed layout again. Its offset is applied before the swizzle
/// if it cannot be applied after it. Where the values are coordinates, a part begins at one.
template <class L, class Coordinate>
constexpr auto part_of(const L& layout, const Coordinate& c) {
  if constexpr (MixedLike<L>) {
    auto part = slice(c, layout);
    return Part<decltype(part)>{part, layout.begin(c)};
  } else if constexpr (gives_coordinates<L>) {
    const IntTuple begin(value_of(layout(mixed::begin_of(c))));
    const auto part = slice(c, layout);
    return Part<std::remove_const_t<decltype(part)>, IntTuple>{part, begin};
  } else if constexpr (LayoutLike<L>) {
    const auto part = slice(c, layout);
    return Part<std::remove_const_t<decltype(part)>>{
        part, offset_at<std::int64_t>(value_of(layout), mixed::begin_of(c))};
  } else {
    const auto part = slice_and_offset(c, layout);
    return Part<std::remove_const_t<decltype(part.layout)>>{part.layout,
                                                            static_cast<std::int64_t>(part.offset)};
  }
}

template <class L, class Coordinate>
constexpr auto place_of(const L& layout, const Coordinate& c) {
  if constexpr (MixedLike<L>) {
    return layout.begin(c);
  } else if constexpr (gives_coordinates<L>) {
    return IntTuple(value_of(layout(c)));
  } else if constexpr (ComposedLike<L>) {
    return or_refuse(notation::cute::crd2idx(value_of(c), value_of(layout))).value;
  } else {
    return offset_at<std::int64_t>(value_of(layout), c);
  }
}

template <class Pointer, class L>
class Tensor {
 public:
  // NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
  using layout_type = L;
  using iterator = Pointer;
  using element_type = std::remove_reference_t<decltype(*std::declval<const Pointer&>())>;
  using value_type = std::remove_cv_t<element_type>;
  // NOLINTEND(readability-identifier-naming)

  constexpr Tensor() = default;
  constexpr Tensor(Pointer data, const L& layout) : data_(data), layout_(layout) {}

  constexpr Pointer data() const { return data_; }
  constexpr const L& layout() const { return layout_; }
  template <int... Path>
  constexpr auto shape() const {
    return cute::shape<Path...>(layout_);
  }
  template <int... Path>
  constexpr auto stride() const {
    return cute::stride<Path...>(layout_);
  }
  constexpr auto size() const { return cute::size(layout_); }

  template <class... Coordinates>
  constexpr decltype(auto) operator()(const Coordinates&... coordinates) const {
    return at(one_or_all(coordinates...));
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
      return Tensor<Pointer, std::remove_const_t<decltype(part.layout)>>(data_ + part.begin,
                                                                         part.layout);
    } else {
      return data_[place_of(layout_, c)];
    }
  }

  Pointer data_{};
  [[no_unique_address]] L layout_;
};

/// The layout of a tensor, from a layout, a shape, or a shape and a stride. One whose numbers are
/// all in its type takes no space.
template <class L>
  requires(!TupleLike<L>)
constexpr auto layout_from(const L& layout) {
  if constexpr (LayoutLike<L> && std::is_empty_v<L> && !gives_coordinates<L>) {
    return mixed_layout(layout);
  } else {
    return layout;
  }
}
template <TupleLike S>
constexpr auto layout_from(const S& shape) {
  if constexpr (std::is_same_v<S, IntTuple>) {
    return make_layout(shape);
  } else {
    return mixed_layout(shape, compact_stride(shape));
  }
}
template <TupleLike S>
constexpr auto layout_from(const S& shape, LayoutLeft) {
  return layout_from(shape);
}
template <TupleLike S>
constexpr auto layout_from(const S& shape, LayoutRight) {
  if constexpr (std::is_same_v<S, IntTuple>) {
    return make_layout(shape, LayoutRight{});
  } else {
    return mixed_layout(shape, compact_stride(shape, LayoutRight{}));
  }
}
template <TupleLike S, TupleLike D>
constexpr auto layout_from(const S& shape, const D& stride) {
  if constexpr (std::is_same_v<S, IntTuple> || std::is_same_v<D, IntTuple>) {
    return make_layout(shape, stride);
  } else {
    return mixed_layout(shape, stride);
  }
}

template <IteratorLike Pointer, class... Parts>
constexpr auto make_tensor(Pointer data, const Parts&... parts) {
  const auto layout = layout_from(parts...);
  return Tensor<Pointer, std::remove_const_t<decltype(layout)>>(data, layout);
}

/// The tensor of the coordinates of a shape.
template <TupleLike S>
constexpr auto make_identity_tensor(const S& shape) {
  return make_tensor(CoordinateIterator{}, make_identity_layout(shape));
}
/// The tensor of the values of a layout with scaled bases.
template <LayoutLike L>
constexpr auto make_coord_tensor(const L& layout) {
  return make_tensor(CoordinateIterator{}, layout);
}

template <class Pointer, class L>
inline constexpr bool is_tensor_type<Tensor<Pointer, L>> = true;
template <class T>
concept TensorLike = is_tensor_type<T>;
/// A tensor, also as an argument that is moved from or const.
template <class T>
concept AnyTensor = TensorLike<std::remove_cvref_t<T>>;

template <int... Path, TensorLike T>
constexpr auto size(const T& tensor) {
  return size<Path...>(tensor.layout());
}
template <int... Path, TensorLike T>
constexpr auto rank(const T& tensor) {
  return rank<Path...>(tensor.layout());
}

}  // namespace tileglot::cute
