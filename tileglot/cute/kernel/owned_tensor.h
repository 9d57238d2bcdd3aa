// SPDX-License-Identifier: Apache-2.0
// owned_tensor.h: small tensors that own their elements, such as a thread's registers.
//
// What     make_tensor<float>(Layout<Shape<_4, _2>>{}) has 8 floats; so do make_tensor<float> of a
//          static shape, with or without strides, make_tensor_like(t) and make_fragment_like(t).
// Why      A kernel accumulates in registers.
// Example  auto r = make_tensor<int>(Shape<_4, _2>{}); fill(r, 0); r(3, 1) = 7.
//          [tests: owned_tensor_test.cc, "a tensor owns as many elements as its layout reaches"]
// Errors   Dynamic extents or strides do not compile: the number of elements is in the type. Nor do
//          negative strides and swizzles, which reach elements outside of it.
// Source   CuTe 03_tensor.md, "Owning Tensors".
#pragma once

#include <cstddef>
#include <type_traits>

#include "tileglot/core/int_tuple.h"
#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/kernel/tensor.h"
#include "tileglot/cute/kernel/tensor_modes.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/construction.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

template <class T, class L>
class OwnedTensor {
 public:
  // NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
  using layout_type = L;
  using iterator = T*;
  using element_type = T;
  using value_type = T;
  // NOLINTEND(readability-identifier-naming)

  constexpr T* data() { return elements_; }
  constexpr const T* data() const { return elements_; }
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

  /// The same elements, not owned.
  constexpr Tensor<T*, L> view() { return {elements_, layout_}; }
  constexpr Tensor<const T*, L> view() const { return {elements_, layout_}; }

  template <class... Coordinates>
  constexpr decltype(auto) operator()(const Coordinates&... coordinates) {
    return view()(coordinates...);
  }
  template <class... Coordinates>
  constexpr decltype(auto) operator()(const Coordinates&... coordinates) const {
    return view()(coordinates...);
  }
  template <class Coordinate>
  constexpr decltype(auto) operator[](const Coordinate& c) {
    return view()[c];
  }
  template <class Coordinate>
  constexpr decltype(auto) operator[](const Coordinate& c) const {
    return view()[c];
  }

 private:
  static constexpr Layout<> numbers() {
    if constexpr (MixedLike<L>) {
      return L{}.value();
    } else {
      return value_of(L{});
    }
  }
  static constexpr bool has_negative_stride() {
    const core::IntTuple strides = numbers().numbers.stride;
    for (int i = 0; i < strides.slots; ++i) {
      if (strides.values[i] < 0) return true;
    }
    return false;
  }
  static constexpr std::size_t reach() {
    static_assert(!ComposedLike<L>, "a tensor that owns its elements is not swizzled");
    static_assert(std::is_empty_v<L>, "a tensor that owns its elements has a static layout");
    if constexpr (ComposedLike<L>) {
      return 1;
    } else {
      static_assert(!has_negative_stride(),
                    "a tensor that owns its elements has no negative stride");
      return std::size_t(cosize(numbers()).value);
    }
  }

  T elements_[reach()] = {};
  [[no_unique_address]] L layout_;
};

template <class T, class L>
inline constexpr bool is_tensor_type<OwnedTensor<T, L>> = true;

template <class T, class First, class... Parts>
  requires(!IteratorLike<First>)
constexpr auto make_tensor(const First& first, const Parts&... parts) {
  return OwnedTensor<T, std::remove_const_t<decltype(layout_from(first, parts...))>>{};
}

/// The static layout of a tensor or of a layout, as a type with its numbers.
template <class X>
constexpr auto static_layout_of(const X& x) {
  if constexpr (TensorLike<X>) {
    return static_layout_of(x.layout());
  } else if constexpr (MixedLike<X>) {
    static_assert(std::is_empty_v<X>, "a tensor that owns its elements has a static layout");
    return result_of([](const auto& l) { return value_of(l.value()); }, X{});
  } else {
    return x;
  }
}

/// A compact tensor of the same shape and element type, in the order of the strides.
template <TensorLike X>
constexpr auto make_tensor_like(const X& tensor) {
  return make_tensor<typename X::value_type>(make_layout_like(static_layout_of(tensor)));
}
template <class T, class X>
constexpr auto make_tensor_like(const X& x) {
  return make_tensor<T>(make_layout_like(static_layout_of(x)));
}
/// The same with the first mode fastest.
template <TensorLike X>
constexpr auto make_fragment_like(const X& tensor) {
  return make_tensor<typename X::value_type>(make_fragment_like(static_layout_of(tensor)));
}
template <class T, class X>
constexpr auto make_fragment_like(const X& x) {
  return make_tensor<T>(make_fragment_like(static_layout_of(x)));
}

}  // namespace tileglot::cute
