// SPDX-License-Identifier: Apache-2.0
// each.h: applies one function to the numbers of every carrier that it accepts.
//
// What     each(x, f) is f of every number, if f accepts the carrier; nothing if it does not.
//          each(x, y, f) is the same for two.
// Why      An operation is then one lambda whose requires-clause lists its types.
// Example  each(x, []<class T>(T v) requires kIsFloat<T> { return std::floor(v); })
//          [tests: hlo/run/element/unary_test.cc, "roundings of halves"]
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

/// The result has x's type and is rounded to it.
template <class F>
std::optional<Elements> each(const Elements& x, F f) {
  return with_numbers(x, [&]<class T>(const std::vector<T>& v) -> std::optional<Elements> {
    if constexpr (std::is_invocable_v<F, T>) {
      std::vector<T> result(v.size());
      for (std::size_t i = 0; i < v.size(); ++i) result[i] = static_cast<T>(f(v[i]));
      Elements rounded{x.type, std::move(result)};
      round_to_type(rounded);
      return rounded;
    } else {
      return std::nullopt;
    }
  });
}

/// Precondition: y has x's type and size.
template <class F>
std::optional<Elements> each(const Elements& x, const Elements& y, F f) {
  return with_numbers(x, [&]<class T>(const std::vector<T>& v) -> std::optional<Elements> {
    if constexpr (std::is_invocable_v<F, T, T>) {
      const std::vector<T>& w = numbers_of<T>(y);
      std::vector<T> result(v.size());
      for (std::size_t i = 0; i < v.size(); ++i) result[i] = static_cast<T>(f(v[i], w[i]));
      Elements rounded{x.type, std::move(result)};
      round_to_type(rounded);
      return rounded;
    } else {
      return std::nullopt;
    }
  });
}

/// A pred of every number.
template <class F>
std::optional<Elements> each_flag(const Elements& x, F f) {
  return with_numbers(x, [&]<class T>(const std::vector<T>& v) -> std::optional<Elements> {
    if constexpr (std::is_invocable_v<F, T>) {
      std::vector<Flag> result(v.size());
      for (std::size_t i = 0; i < v.size(); ++i) result[i] = flag(f(v[i]));
      return Elements{PrimitiveType::kPred, std::move(result)};
    } else {
      return std::nullopt;
    }
  });
}

/// The real part, the imaginary part or the like of complex numbers.
template <class F>
std::optional<Elements> each_part(const Elements& x, F f) {
  return with_numbers(x, [&]<class T>(const std::vector<T>& v) -> std::optional<Elements> {
    if constexpr (kIsComplex<T>) {
      using Component = typename T::value_type;
      std::vector<Component> result(v.size());
      for (std::size_t i = 0; i < v.size(); ++i) result[i] = f(v[i]);
      const bool is_c64 = x.type == PrimitiveType::kC64;
      return Elements{is_c64 ? PrimitiveType::kF32 : PrimitiveType::kF64, std::move(result)};
    } else {
      return std::nullopt;
    }
  });
}

}  // namespace tileglot::hlo::run
