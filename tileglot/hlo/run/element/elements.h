// SPDX-License-Identifier: Apache-2.0
// elements.h: the elements of an array as numbers that C++ computes with.
//
// What     Elements are a type and a vector of numbers in row-major order of the logical index.
//          Types without C++ arithmetic are carried by a type that holds each of their numbers: f4
//          to f16 and bf16 by float, s4 by int8_t, pred by Flag.
// Why      Where an array is stored in memory is one question (physical_array.h), what an operation
//          does with its numbers another; every operation computes on these.
// Units    size() counts elements. with_numbers calls a function with the vector of the carrier,
//          one of thirteen, so that inner loops are typed.
// Rounding round_to_type makes every number one that the type has: s4 9 becomes -7, bf16 1.001 is
//          1. Operations return rounded numbers; sums are rounded once, at their end.
//          [tests: hlo/run/element/elements_test.cc, "numbers are rounded to their type"]
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {

using notation::xla::PrimitiveType;

/// Carries pred: a bool that a vector stores as itself.
enum class Flag : std::uint8_t { kFalse, kTrue };

constexpr Flag flag(bool value) { return value ? Flag::kTrue : Flag::kFalse; }
constexpr bool is_set(Flag value) { return value == Flag::kTrue; }

using Numbers =
    std::variant<std::vector<Flag>, std::vector<std::int8_t>, std::vector<std::int16_t>,
                 std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<std::uint8_t>,
                 std::vector<std::uint16_t>, std::vector<std::uint32_t>, std::vector<std::uint64_t>,
                 std::vector<float>, std::vector<double>, std::vector<std::complex<float>>,
                 std::vector<std::complex<double>>>;

template <class T>
struct IsComplex : std::false_type {};
template <class T>
struct IsComplex<std::complex<T>> : std::true_type {};

template <class T>
inline constexpr bool kIsComplex = IsComplex<T>::value;
template <class T>
inline constexpr bool kIsFloat = std::is_floating_point_v<T>;
/// True for integers, not for Flag.
template <class T>
inline constexpr bool kIsInteger = std::is_integral_v<T>;

struct Elements {
  PrimitiveType type = PrimitiveType::kPred;
  Numbers numbers = {};

  std::size_t size() const {
    return std::visit([](const auto& v) { return v.size(); }, numbers);
  }
};

/// Calls f(vector) with the vector of the carrier.
template <class F>
decltype(auto) with_numbers(Elements& elements, F&& f) {
  return std::visit(std::forward<F>(f), elements.numbers);
}
template <class F>
decltype(auto) with_numbers(const Elements& elements, F&& f) {
  return std::visit(std::forward<F>(f), elements.numbers);
}

/// The numbers, where the carrier is known. Precondition: it is T.
template <class T>
std::vector<T>& numbers_of(Elements& elements) {
  return std::get<std::vector<T>>(elements.numbers);
}
template <class T>
const std::vector<T>& numbers_of(const Elements& elements) {
  return std::get<std::vector<T>>(elements.numbers);
}

/// n zeros. Precondition: an element type.
Elements zeros(PrimitiveType type, std::size_t n);
/// n times the first element of `one`.
Elements repeated(const Elements& one, std::size_t n);
Elements scalar(PrimitiveType type, std::int64_t number);

/// Element i of the result is element places[i]. Precondition: each is one.
Elements gathered(const Elements& source, std::span<const std::int64_t> places);
/// Element places[i] becomes element i of source. Precondition: as many; the same type.
void scatter_to(const Elements& source, std::span<const std::int64_t> places, Elements& target);

/// As described at the top of this file.
void round_to_type(Elements& elements);

/// Integers and pred as they are (u64 by its bits); floats truncated and clamped to int64,
/// NaN 0. Precondition: not complex.
std::int64_t integer_at(const Elements& elements, std::size_t i);

/// The same type and the same bits; all NaN are equal.
bool same_elements(const Elements& a, const Elements& b);

}  // namespace tileglot::hlo::run
