// SPDX-License-Identifier: Apache-2.0
// checked.h: 64-bit integer arithmetic that reports when a result does not fit.
//
// What     checked_add, checked_sub, checked_mul, checked_lcm return nothing where int64 cannot
//          hold the result; floor_div, floor_mod and ceil_div round the way layouts need;
//          floor_quotient and floor_remainder are the same, faster where most divisors are powers
//          of two;
//          saturating_add and saturating_mul stop at the largest value.
// Why      Sizes, strides and offsets come from users. A wrapped product is a wrong offset, so
//          nothing here wraps.
// Example  checked_mul(100000, 100000) = 10000000000; checked_mul(INT64_MAX, 2) = nothing;
//          floor_div(-1, 4) = -1.
//          [tests: checked_test.cc, "a product that does not fit is nothing"]
// Errors   None: the caller knows which number of which text was too large and says so.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

namespace tileglot::core {

inline constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t kInt64Min = std::numeric_limits<std::int64_t>::min();

using Checked = std::optional<std::int64_t>;

// add_fits and multiply_fits return whether the result fits, and write it: constant expressions
// call these in their inner loops, since std::optional costs the compiler several calls.
#ifdef __CUDACC__
// nvcc's constant evaluator does not know the builtins below.
__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): nvcc takes no other form

constexpr bool fits(Int128 wide, std::int64_t& result) {
  result = static_cast<std::int64_t>(wide);
  return wide == result;
}
constexpr bool add_fits(std::int64_t a, std::int64_t b, std::int64_t& sum) {
  return fits(Int128{a} + b, sum);
}
constexpr bool subtract_fits(std::int64_t a, std::int64_t b, std::int64_t& difference) {
  return fits(Int128{a} - b, difference);
}
constexpr bool multiply_fits(std::int64_t a, std::int64_t b, std::int64_t& product) {
  return fits(Int128{a} * b, product);
}
#else
constexpr bool add_fits(std::int64_t a, std::int64_t b, std::int64_t& sum) {
  return !__builtin_add_overflow(a, b, &sum);
}
constexpr bool subtract_fits(std::int64_t a, std::int64_t b, std::int64_t& difference) {
  return !__builtin_sub_overflow(a, b, &difference);
}
constexpr bool multiply_fits(std::int64_t a, std::int64_t b, std::int64_t& product) {
  return !__builtin_mul_overflow(a, b, &product);
}
#endif

constexpr Checked checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!add_fits(a, b, sum)) return std::nullopt;
  return sum;
}

constexpr Checked checked_sub(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (!subtract_fits(a, b, difference)) return std::nullopt;
  return difference;
}

constexpr Checked checked_mul(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (!multiply_fits(a, b, product)) return std::nullopt;
  return product;
}

/// The sum, or the largest or smallest int64 if it does not fit.
constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  return checked_add(a, b).value_or(a < 0 ? kInt64Min : kInt64Max);
}

/// The product, or the largest or smallest int64 if it does not fit.
constexpr std::int64_t saturating_mul(std::int64_t a, std::int64_t b) {
  return checked_mul(a, b).value_or((a < 0) == (b < 0) ? kInt64Max : kInt64Min);
}

/// Division towards minus infinity. Precondition: d >= 1.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t d) {
  return a / d - (a % d < 0 ? 1 : 0);
}

/// a - d * floor_div(a, d), in [0, d). Precondition: d >= 1.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t d) {
  const std::int64_t remainder = a % d;
  return remainder < 0 ? remainder + d : remainder;
}

/// Division towards plus infinity. Precondition: d >= 1.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t d) {
  return a / d + (a % d > 0 ? 1 : 0);
}

/// |a|; nothing for the smallest int64.
constexpr Checked checked_abs(std::int64_t a) {
  if (a == kInt64Min) return std::nullopt;
  return a < 0 ? -a : a;
}

/// Least common multiple of two positive numbers.
constexpr Checked checked_lcm(std::int64_t a, std::int64_t b) {
  return checked_mul(a / std::gcd(a, b), b);
}

constexpr bool is_power_of_two(std::int64_t a) { return a > 0 && (a & (a - 1)) == 0; }

/// floor(log2(a)). Precondition: a >= 1.
constexpr int log2_floor(std::int64_t a) {
  return 63 - std::countl_zero(static_cast<std::uint64_t>(a));
}

/// floor_div(a, d), by a shift where d is a power of two, which takes a tenth of the time.
/// Precondition: d >= 1.
constexpr std::int64_t floor_quotient(std::int64_t a, std::int64_t d) {
  return is_power_of_two(d) ? a >> log2_floor(d) : floor_div(a, d);
}

/// floor_mod(a, d), by a mask where d is a power of two. Precondition: d >= 1.
constexpr std::int64_t floor_remainder(std::int64_t a, std::int64_t d) {
  return is_power_of_two(d) ? a & (d - 1) : floor_mod(a, d);
}

}  // namespace tileglot::core
