// SPDX-License-Identifier: Apache-2.0
// tuple_algorithms.h: functions over the elements of tuples, under CuTe's names.
//
// What     for_each, transform, fold and find take a tuple or an int_sequence and a function of an
//          element; anything else counts as its own only element. for_each_leaf and transform_leaf
//          descend into nested tuples. make_seq<N> is the sequence 0 .. N - 1.
// Why      Kernels unroll loops over static modes with them.
// Example  fold(make_tuple(_2{}, _3{}), _1{}, std::multiplies<>{}) is _6;
//          for_each(make_seq<4>{}, f) calls f(_0{}) .. f(_3{}).
//          [tests: tuple_algorithms_test.cc, "functions go over the elements of a tuple"]
// Errors   Tuples of different sizes do not compile.
// Source   cute/algorithm/tuple_algorithms.hpp, cute/numeric/integer_sequence.hpp.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/tuple.h"

namespace tileglot::cute {

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
template <int... Ints>
using int_sequence = std::integer_sequence<int, Ints...>;
template <int... Ints>
using seq = int_sequence<Ints...>;
template <int N>
using make_int_sequence = std::make_integer_sequence<int, N>;
template <int N>
using make_seq = make_int_sequence<N>;
// NOLINTEND(readability-identifier-naming)

/// Of a tensor, whose elements are in memory (kernel/tensor.h has these functions for it).
template <class T>
inline constexpr bool is_tensor_type = false;
template <class T>
concept NotTensor = !is_tensor_type<T>;

namespace elements {

/// How many elements an algorithm goes over, and which.
template <class T>
inline constexpr int kCount = -1;
template <class... Ts>
inline constexpr int kCount<tuple<Ts...>> = int(sizeof...(Ts));
template <int... Ints>
inline constexpr int kCount<int_sequence<Ints...>> = int(sizeof...(Ints));

template <class T>
inline constexpr bool kIsOne = kCount<T> < 0;

template <int I, class... Ts>
constexpr decltype(auto) at(const tuple<Ts...>& t) {
  return element::at<std::size_t(I)>(t);
}
template <int I, int First, int... Ints>
constexpr auto at(int_sequence<First, Ints...>) {
  if constexpr (I == 0) {
    return C<First>{};
  } else {
    return at<I - 1>(int_sequence<Ints...>{});
  }
}

template <int I, class State, class T, class F>
constexpr auto fold_from(const State& state, const T& t, F& f) {
  if constexpr (I == kCount<T>) {
    return state;
  } else {
    return fold_from<I + 1>(f(state, at<I>(t)), t, f);
  }
}

/// The first position of a true among static answers, or their number.
template <class... Answers>
constexpr int first_true() {
  int found = 0;
  bool is_found = false;
  ((is_found = is_found || bool(Answers::value), found += is_found ? 0 : 1), ...);
  return found;
}

}  // namespace elements

// NOLINTBEGIN(cppcoreguidelines-missing-std-forward): f is called once for each element.

/// f(element 0, element 1, ..).
template <class T, class F>
constexpr auto apply(const T& t, F&& f) {
  return [&]<int... Is>(int_sequence<Is...>) {
    return f(elements::at<Is>(t)...);
  }(make_int_sequence<elements::kCount<T>>{});
}

template <NotTensor T, class F>
constexpr void for_each(const T& t, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    f(t);
  } else {
    [&]<int... Is>(int_sequence<Is...>) {
      (static_cast<void>(f(elements::at<Is>(t))), ...);
    }(make_int_sequence<elements::kCount<T>>{});
  }
}
template <class T, class F>
constexpr void for_each_leaf(const T& t, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    f(t);
  } else {
    for_each(t, [&f](const auto& inner) { for_each_leaf(inner, f); });
  }
}

/// The tuple of f of each element; of several tuples, of their elements together.
template <NotTensor T, class F>
constexpr auto transform(const T& t, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return f(t);
  } else {
    return [&]<int... Is>(int_sequence<Is...>) {
      return make_tuple(f(elements::at<Is>(t))...);
    }(make_int_sequence<elements::kCount<T>>{});
  }
}
template <NotTensor T, NotTensor U, class F>
constexpr auto transform(const T& t, const U& u, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return f(t, u);
  } else {
    static_assert(elements::kCount<T> == elements::kCount<U>, "the tuples differ in size");
    return [&]<int... Is>(int_sequence<Is...>) {
      return make_tuple(f(elements::at<Is>(t), elements::at<Is>(u))...);
    }(make_int_sequence<elements::kCount<T>>{});
  }
}
template <class T, class U, class V, class F>
constexpr auto transform(const T& t, const U& u, const V& v, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return f(t, u, v);
  } else {
    static_assert(elements::kCount<T> == elements::kCount<U>, "the tuples differ in size");
    static_assert(elements::kCount<T> == elements::kCount<V>, "the tuples differ in size");
    return [&]<int... Is>(int_sequence<Is...>) {
      return make_tuple(f(elements::at<Is>(t), elements::at<Is>(u), elements::at<Is>(v))...);
    }(make_int_sequence<elements::kCount<T>>{});
  }
}
template <class T, class F>
constexpr auto transform_leaf(const T& t, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return f(t);
  } else {
    return transform(t, [&f](const auto& inner) { return transform_leaf(inner, f); });
  }
}
template <class T, class U, class F>
constexpr auto transform_leaf(const T& t, const U& u, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return f(t, u);
  } else {
    return transform(t, u, [&f](const auto& a, const auto& b) { return transform_leaf(a, b, f); });
  }
}
/// join(f(element 0), f(element 1), ..).
template <class T, class F, class Join>
constexpr auto transform_apply(const T& t, F&& f, Join&& join) {
  if constexpr (elements::kIsOne<T>) {
    return join(f(t));
  } else {
    return cute::apply(cute::transform(t, f), join);
  }
}

/// f(.. f(f(start, element 0), element 1) .., last element).
template <class T, class V, class F>
constexpr auto fold(const T& t, const V& start, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return f(start, t);
  } else {
    return elements::fold_from<0>(start, t, f);
  }
}
/// fold that starts from the first element.
template <class T, class F>
constexpr auto fold_first(const T& t, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return t;
  } else {
    return elements::fold_from<1>(elements::at<0>(t), t, f);
  }
}

/// The elements of all tuples, in one.
constexpr tuple<> tuple_cat() { return {}; }
template <class... Ts>
constexpr tuple<Ts...> tuple_cat(const tuple<Ts...>& only) {
  return only;
}
template <class... Ts, class... Us, class... More>
constexpr auto tuple_cat(const tuple<Ts...>& first, const tuple<Us...>& second,
                         const More&... more) {
  const auto both = [&]<std::size_t... Is, std::size_t... Js>(std::index_sequence<Is...>,
                                                              std::index_sequence<Js...>) {
    return tuple<Ts..., Us...>(element::at<Is>(first)..., element::at<Js>(second)...);
  }(std::index_sequence_for<Ts...>{}, std::index_sequence_for<Us...>{});
  return tuple_cat(both, more...);
}
/// The tuples that f returns, joined: an f that returns () leaves its element out.
template <class T, class F>
constexpr auto filter_tuple(const T& t, F&& f) {
  return transform_apply(t, f, [](const auto&... parts) { return tuple_cat(parts...); });
}

// --- questions; f answers by a type, C<true> or C<false>, where the answer is a type ---

/// The position of the first element with a true answer, or the number of elements.
template <class T, class F>
constexpr auto find_if(const T& t, F&& f) {
  if constexpr (elements::kIsOne<T>) {
    return C<decltype(f(t))::value ? 0 : 1>{};
  } else {
    return [&]<int... Is>(int_sequence<Is...>) {
      return C<elements::first_true<decltype(f(elements::at<Is>(t)))...>()>{};
    }(make_int_sequence<elements::kCount<T>>{});
  }
}
template <class T, class X>
constexpr auto find(const T& t, const X& x) {
  return find_if(t, [&x](const auto& element) { return element == x; });
}
/// The position of the element of type X.
template <class X, class... Ts>
constexpr auto find(const tuple<Ts...>&) {
  return C<elements::first_true<C<std::is_same_v<X, Ts>>...>()>{};
}

template <class T, class F>
constexpr auto any_of(const T& t, F&& f) {
  return transform_apply(t, f, [](auto... answers) { return (false_type{} || ... || answers); });
}
template <class T, class F>
constexpr auto all_of(const T& t, F&& f) {
  return transform_apply(t, f, [](auto... answers) { return (true_type{} && ... && answers); });
}
template <class T, class F>
constexpr auto none_of(const T& t, F&& f) {
  return !any_of(t, f);
}

// NOLINTEND(cppcoreguidelines-missing-std-forward)

/// A tuple of N copies of x, also for N = 1.
template <int N, class X>
constexpr auto tuple_repeat(const X& x) {
  return transform(make_int_sequence<N>{}, [&x](auto) { return x; });
}

}  // namespace tileglot::cute
