// SPDX-License-Identifier: Apache-2.0
// macros.h: CuTe's macros, for code that uses them; no other header includes this one.
//
// What     CUTE_STATIC_ASSERT, CUTE_STATIC_ASSERT_V, CUTE_STATIC_V; CUTE_HOST_DEVICE, CUTE_DEVICE,
//          CUTE_HOST; CUTE_UNROLL, CUTE_NO_UNROLL; CUTE_GCC_UNREACHABLE.
// Why      Code written for CuTe compiles unchanged. Tileglot itself uses none of them.
// Example  CUTE_STATIC_ASSERT_V(size(Layout<_4>{}) == _4{});
//          [tests: macros_test.cc, "an assertion is static where the type tells"]
// Errors   CUTE_STATIC_ASSERT_V of something false: where the type tells, it does not compile;
//          where the value does, Refused, code cute.assertion.
// Source   cute/config.hpp. Differs from CuTe: a layout of values has no numbers in its type, so
//          such an assertion is decided by the value, and stands in a function.
#pragma once

#include <type_traits>

#include "tileglot/cute/layout/refused.h"

namespace tileglot::cute {

/// An assertion whose type holds the answer, such as C<true>.
template <class T>
concept AnswersByType = requires { typename std::bool_constant<bool(T::value)>; };

template <class T>
constexpr bool is_refuted_by_type() {
  if constexpr (AnswersByType<T>) return !T::value;
  return false;
}

template <class T>
constexpr void assert_value(const T& holds, const char* text) {
  if constexpr (!AnswersByType<T>) {
    if (!static_cast<bool>(holds)) assertion_failed(text);
  }
}

}  // namespace tileglot::cute

// NOLINTBEGIN(cppcoreguidelines-macro-usage): they are what this header is for.
#define CUTE_STATIC_V(x) decltype(x)::value
#define CUTE_STATIC_ASSERT static_assert
#define CUTE_STATIC_ASSERT_V(x, ...)                                                        \
  do {                                                                                      \
    static_assert(!::tileglot::cute::is_refuted_by_type<std::remove_cvref_t<decltype(x)>>() \
                      __VA_OPT__(, ) __VA_ARGS__);                                          \
    ::tileglot::cute::assert_value((x), #x);                                                \
  } while (false)

#if defined(__CUDACC__)
#define CUTE_HOST_DEVICE __forceinline__ __host__ __device__
#define CUTE_DEVICE __forceinline__ __device__
#define CUTE_HOST __forceinline__ __host__
#define CUTE_UNROLL _Pragma("unroll")
#define CUTE_NO_UNROLL _Pragma("unroll 1")
#else
#define CUTE_HOST_DEVICE inline
#define CUTE_DEVICE inline
#define CUTE_HOST inline
#define CUTE_UNROLL
#define CUTE_NO_UNROLL
#endif

#if defined(__GNUC__)
#define CUTE_GCC_UNREACHABLE __builtin_unreachable()
#else
#define CUTE_GCC_UNREACHABLE
#endif
// NOLINTEND(cppcoreguidelines-macro-usage)
