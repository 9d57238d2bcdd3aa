// SPDX-License-Identifier: Apache-2.0
// tensor_modes.h: queries the modes of a tensor, and views its elements under other modes.
//
// What     shape, stride, layout and depth of a tensor are its layout's; flatten, group_modes and
//          coalesce return a tensor of the same elements in the same order.
// Why      Divides return nested parts; loops need them flat, or grouped for an atom.
// Example  A row-major 8x8 t: group_modes<0, 2>(t)(11) and flatten(t)(3, 1) are the element (3, 1).
//          [tests: tensor_modes_test.cc, "grouped and flattened modes reach the same elements"]
// Errors   Those of the same operation on the layout. coalesce of a half-dynamic layout is a value:
//          which modes merge is known only at run time.
// Source   cute/tensor_impl.hpp.
#pragma once

#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/kernel/tensor.h"
#include "tileglot/cute/layout/composed_algebra.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

namespace mixed {

struct Flattened {
  static constexpr Layout<> of(_0, Symbolic& s) { return notation::cute::flatten(s.layout); }
};
template <int Begin, int End>
struct Grouped {
  static constexpr Layout<> of(_0, Symbolic& s) { return group_modes<Begin, End>(s.layout); }
};

}  // namespace mixed

template <MixedLike L>
constexpr auto flatten(const L& layout) {
  return layout.template result<mixed::Flattened, _0>();
}
template <int Begin, int End, MixedLike L>
constexpr auto group_modes(const L& layout) {
  return layout.template result<mixed::Grouped<Begin, End>, _0>();
}
template <MixedLike L>
constexpr Layout<> coalesce(const L& layout) {
  return coalesce(layout.value());
}
template <int... Path, MixedLike L>
constexpr IntTuple shape(const L& layout) {
  return shape<Path...>(layout.value());
}
template <int... Path, MixedLike L>
constexpr IntTuple stride(const L& layout) {
  return stride<Path...>(layout.value());
}
template <int... Path, MixedLike L>
constexpr int depth(const L& layout) {
  return depth<Path...>(layout.value());
}

template <int... Path, TensorLike T>
constexpr auto layout(const T& tensor) {
  return layout<Path...>(tensor.layout());
}
template <int... Path, TensorLike T>
constexpr auto shape(const T& tensor) {
  return shape<Path...>(tensor.layout());
}
template <int... Path, TensorLike T>
constexpr auto stride(const T& tensor) {
  return stride<Path...>(tensor.layout());
}
template <int... Path, TensorLike T>
constexpr auto depth(const T& tensor) {
  return depth<Path...>(tensor.layout());
}

template <AnyTensor T>
constexpr auto flatten(T&& tensor) {
  return make_tensor(tensor.data(), flatten(tensor.layout()));
}
template <int Begin, int End, AnyTensor T>
constexpr auto group_modes(T&& tensor) {
  return make_tensor(tensor.data(), group_modes<Begin, End>(tensor.layout()));
}
template <AnyTensor T>
constexpr auto coalesce(T&& tensor) {
  return make_tensor(tensor.data(), coalesce(tensor.layout()));
}

}  // namespace tileglot::cute
