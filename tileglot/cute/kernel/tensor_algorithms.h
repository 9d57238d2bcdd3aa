// SPDX-License-Identifier: Apache-2.0
// tensor_algorithms.h: loops over all elements of tensors, under CuTe's names.
//
// What     copy, fill, clear, for_each, transform, reduce and axpby go over the elements in the
//          order of their indices.
// Why      A kernel moves its part of a tensor with them.
// Example  copy(tile, registers); transform(registers, [](float x) { return 2 * x; });
//          [tests: tensor_algorithms_test.cc, "tensors are filled copied and reduced"]
// Errors   Precondition: tensors of one call have the same size.
// Source   cute/algorithm/. Differs from CuTe: copy uses no vectors and no copy atoms.
#pragma once

#include <type_traits>

#include "tileglot/cute/kernel/owned_tensor.h"
#include "tileglot/cute/kernel/tensor.h"

namespace tileglot::cute {

template <AnyTensor T, class F>
constexpr void for_each(T&& tensor, F&& f) {
  for (int i = 0; i < size(tensor); ++i) f(tensor(i));
}
/// Each element becomes f of itself.
template <AnyTensor T, class F>
constexpr void transform(T&& tensor, F&& f) {
  for (int i = 0; i < size(tensor); ++i) tensor(i) = f(tensor(i));
}
template <AnyTensor From, AnyTensor To, class F>
constexpr void transform(const From& from, To&& to, F&& f) {
  for (int i = 0; i < size(from); ++i) to(i) = f(from(i));
}
template <AnyTensor A, AnyTensor B, AnyTensor To, class F>
constexpr void transform(const A& a, const B& b, To&& to, F&& f) {
  for (int i = 0; i < size(a); ++i) to(i) = f(a(i), b(i));
}

template <AnyTensor T, class V>
constexpr void fill(T&& tensor, const V& value) {
  for (int i = 0; i < size(tensor); ++i) tensor(i) = value;
}
template <AnyTensor T>
constexpr void clear(T&& tensor) {
  fill(tensor, typename std::remove_cvref_t<T>::value_type{});
}
template <AnyTensor From, AnyTensor To>
constexpr void copy(const From& from, To&& to) {
  for (int i = 0; i < size(from); ++i) to(i) = from(i);
}
/// Copies where the predicate, called with a coordinate, is true.
template <class Predicate, AnyTensor From, AnyTensor To>
constexpr void copy_if(const Predicate& predicate, const From& from, To&& to) {
  for (int i = 0; i < size(from); ++i) {
    if (predicate(i)) to(i) = from(i);
  }
}

/// y = alpha * x + beta * y; y is not read where beta is 0, as in CuTe.
template <class Alpha, AnyTensor X, class Beta, AnyTensor Y>
constexpr void axpby(const Alpha& alpha, const X& x, const Beta& beta, Y&& y) {
  const bool reads_y = !(beta == Beta{});
  for (int i = 0; i < size(x); ++i) y(i) = reads_y ? alpha * x(i) + beta * y(i) : alpha * x(i);
}

template <AnyTensor T, class V, class F>
constexpr V reduce(const T& tensor, V start, F&& f) {
  for (int i = 0; i < size(tensor); ++i) start = f(start, tensor(i));
  return start;
}
template <AnyTensor T, class V>
constexpr V reduce(const T& tensor, V start) {
  return reduce(tensor, start, [](const V& a, const auto& b) { return a + b; });
}

}  // namespace tileglot::cute
