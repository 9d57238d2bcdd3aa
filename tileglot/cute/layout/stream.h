// SPDX-License-Identifier: Apache-2.0
// stream.h: CuTe's texts on C++ streams.
//
// What     out << x for static integers, tuples, layouts, swizzles and composed layouts writes what
//          print(x) writes; text_of(x) is the same as a string.
// Why      Test messages and host code print layouts.
// Example  std::cout << Layout<Shape<_4, _2>>{} writes (_4,_2):(_1,_4).
//          [tests: stream_test.cc, "a stream gets the text that print writes"]
// Source   cute/container/tuple.hpp and cute/layout.hpp.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>

#include "tileglot/core/int_tuple.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/swizzle.h"
#include "tileglot/cute/layout/tuple.h"

namespace tileglot::cute {

std::string text_of(const core::IntTuple& tuple);
std::string text_of(const Layout<>& layout);
std::string text_of(const ComposedLayout<>& composed);
std::string text_of(const notation::cute::Swizzle& swizzle);

template <LeafLike T>
std::string text_of(const T& leaf) {
  return text_of(core::IntTuple(value_of(leaf)));
}
inline std::string text_of(const IntTuple& tuple) { return text_of(tuple.value); }
template <LayoutLike L>
  requires(!std::is_same_v<L, Layout<>>)
std::string text_of(const L& layout) {
  return text_of(Layout<>(value_of(layout)));
}
template <ComposedLike L>
  requires(!std::is_same_v<L, ComposedLayout<>>)
std::string text_of(const L& layout) {
  return text_of(ComposedLayout<>(value_of(layout)));
}
template <SwizzleLike S>
std::string text_of(S swizzle) {
  return text_of(swizzle.value);
}
/// Tilers are tuples with layouts among their elements.
template <class... Ts>
std::string text_of(const tuple<Ts...>& t) {
  std::string text = "(";
  [&]<std::size_t... Is>(std::index_sequence<Is...>) {
    ((text += (Is == 0 ? "" : ",") + text_of(element::at<Is>(t))), ...);
  }(std::index_sequence_for<Ts...>{});
  return text + ")";
}

/// What has a text, other than C++'s own numbers.
template <class T>
concept Printable = (TupleLike<T> && !std::is_integral_v<T>) || is_tuple_type<T> || LayoutLike<T> ||
                    ComposedLike<T> || SwizzleLike<T>;

std::ostream& write_text(std::ostream& out, const std::string& text);

template <Printable T>
std::ostream& operator<<(std::ostream& out, const T& x) {
  return write_text(out, text_of(x));
}

}  // namespace tileglot::cute
