// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/unary.h"

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/float_format.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/each.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/no_such_type.h"

namespace tileglot::hlo::run {
namespace {

template <class T>
inline constexpr bool kIsReal = kIsFloat<T> || kIsInteger<T>;
template <class T>
inline constexpr bool kIsInexact = kIsFloat<T> || kIsComplex<T>;

/// The low bits of an integer, by the type's own width: what popcnt counts.
template <class T>
std::uint64_t bits_of(T x, PrimitiveType type) {
  const auto all = static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(x));
  const int width = value_bits(type);
  return width == 64 ? all : all & ((std::uint64_t{1} << width) - 1);
}

template <class T>
T negated(T x) {
  if constexpr (kIsInteger<T>) {
    return static_cast<T>(0 - static_cast<std::uint64_t>(x));
  } else {
    return -x;
  }
}

template <class T>
T magnitude(T x) {
  if constexpr (kIsFloat<T>) return std::fabs(x);
  if constexpr (kIsInteger<T>) return x < T{0} ? negated(x) : x;
  return x;
}

template <class T>
T sign(T x) {
  if constexpr (kIsComplex<T>) {
    const auto length = std::abs(x);
    return length == 0 ? x : x / length;
  } else if constexpr (kIsFloat<T>) {
    return std::isnan(x) || x == T{0} ? x : std::copysign(T{1}, x);
  } else {
    return static_cast<T>((x > T{0} ? 1 : 0) - (x < T{0} ? 1 : 0));
  }
}

template <class T>
T inverted(T x) {
  if constexpr (std::is_same_v<T, Flag>)
    return flag(!is_set(x));
  else
    return static_cast<T>(~x);
}

std::optional<Elements> arithmetic(Opcode opcode, const Elements& x) {
  const auto real = [&x](auto f) {
    return each(x, [f]<class T>(T v)
                  requires kIsReal<T>
                { return f(v); });
  };
  switch (opcode) {
    case Opcode::kAbs: {
      auto parts = each_part(x, [](auto v) { return std::abs(v); });
      return parts ? parts : real([](auto v) { return magnitude(v); });
    }
    case Opcode::kNegate:
      return each(x, []<class T>(T v)
                    requires(kIsReal<T> || kIsComplex<T>)
                  { return negated(v); });
    case Opcode::kSign:
      return each(x, []<class T>(T v)
                    requires(kIsReal<T> || kIsComplex<T>)
                  { return sign(v); });
    case Opcode::kNot:
      return each(x, []<class T>(T v)
                    requires(kIsInteger<T> || std::is_same_v<T, Flag>)
                  { return inverted(v); });
    case Opcode::kPopcnt:
      return each(x, [&x]<class T>(T v)
                    requires kIsInteger<T>
                  { return std::popcount(bits_of(v, x.type)); });
    case Opcode::kCountLeadingZeros:
      return each(x, [&x]<class T>(T v)
                    requires kIsInteger<T>
                  { return std::countl_zero(bits_of(v, x.type)) - (64 - value_bits(x.type)); });
    default: return std::nullopt;
  }
}

/// Operations of real floats only.
std::optional<Elements> rounding(Opcode opcode, const Elements& x) {
  const auto floats = [&x](auto f) {
    return each(x, [f]<class T>(T v)
                  requires kIsFloat<T>
                { return f(v); });
  };
  switch (opcode) {
    case Opcode::kFloor: return floats([](auto v) { return std::floor(v); });
    case Opcode::kCeil: return floats([](auto v) { return std::ceil(v); });
    case Opcode::kRoundNearestAfz: return floats([](auto v) { return std::round(v); });
    case Opcode::kRoundNearestEven: return floats([](auto v) { return std::nearbyint(v); });
    case Opcode::kCbrt: return floats([](auto v) { return std::cbrt(v); });
    case Opcode::kErf: return floats([](auto v) { return std::erf(v); });
    default: return std::nullopt;
  }
}

template <class T>
T exponential_minus_one(T x) {
  if constexpr (kIsFloat<T>)
    return std::expm1(x);
  else
    return std::exp(x) - T{1};
}

template <class T>
T log_plus_one(T x) {
  if constexpr (kIsFloat<T>)
    return std::log1p(x);
  else
    return std::log(x + T{1});
}

/// Operations of floats and complex numbers.
std::optional<Elements> transcendental(Opcode opcode, const Elements& x) {
  const auto inexact = [&x](auto f) {
    return each(x, [f]<class T>(T v)
                  requires kIsInexact<T>
                { return f(v); });
  };
  switch (opcode) {
    case Opcode::kExponential: return inexact([](auto v) { return std::exp(v); });
    case Opcode::kExponentialMinusOne:
      return inexact([](auto v) { return exponential_minus_one(v); });
    case Opcode::kLog: return inexact([](auto v) { return std::log(v); });
    case Opcode::kLogPlusOne: return inexact([](auto v) { return log_plus_one(v); });
    case Opcode::kLogistic:
      return inexact([]<class T>(T v) { return T{1} / (T{1} + std::exp(-v)); });
    case Opcode::kSqrt: return inexact([](auto v) { return std::sqrt(v); });
    case Opcode::kRsqrt: return inexact([]<class T>(T v) { return T{1} / std::sqrt(v); });
    default: return std::nullopt;
  }
}

std::optional<Elements> trigonometric(Opcode opcode, const Elements& x) {
  const auto inexact = [&x](auto f) {
    return each(x, [f]<class T>(T v)
                  requires kIsInexact<T>
                { return f(v); });
  };
  switch (opcode) {
    case Opcode::kSine: return inexact([](auto v) { return std::sin(v); });
    case Opcode::kCosine: return inexact([](auto v) { return std::cos(v); });
    case Opcode::kTan: return inexact([](auto v) { return std::tan(v); });
    case Opcode::kSinh: return inexact([](auto v) { return std::sinh(v); });
    case Opcode::kCosh: return inexact([](auto v) { return std::cosh(v); });
    case Opcode::kTanh: return inexact([](auto v) { return std::tanh(v); });
    case Opcode::kAsin: return inexact([](auto v) { return std::asin(v); });
    case Opcode::kAcos: return inexact([](auto v) { return std::acos(v); });
    case Opcode::kAsinh: return inexact([](auto v) { return std::asinh(v); });
    case Opcode::kAcosh: return inexact([](auto v) { return std::acosh(v); });
    case Opcode::kAtanh: return inexact([](auto v) { return std::atanh(v); });
    default: return std::nullopt;
  }
}

std::optional<Elements> of_another_type(Opcode opcode, const Elements& x) {
  switch (opcode) {
    case Opcode::kIsFinite:
      return each_flag(x, []<class T>(T v)
                         requires kIsFloat<T>
                       { return std::isfinite(v); });
    case Opcode::kReal: {
      auto parts = each_part(x, [](auto v) { return v.real(); });
      return parts ? parts
                   : each(x, []<class T>(T v)
                            requires kIsFloat<T>
                          { return v; });
    }
    case Opcode::kImag: {
      auto parts = each_part(x, [](auto v) { return v.imag(); });
      return parts ? parts
                   : each(x, []<class T>(T)
                            requires kIsFloat<T>
                          { return T{0}; });
    }
    default: return std::nullopt;
  }
}

using Family = std::optional<Elements> (*)(Opcode, const Elements&);

Family family_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAbs:
    case Opcode::kNegate:
    case Opcode::kSign:
    case Opcode::kNot:
    case Opcode::kPopcnt:
    case Opcode::kCountLeadingZeros: return arithmetic;
    case Opcode::kFloor:
    case Opcode::kCeil:
    case Opcode::kRoundNearestAfz:
    case Opcode::kRoundNearestEven:
    case Opcode::kCbrt:
    case Opcode::kErf: return rounding;
    case Opcode::kExponential:
    case Opcode::kExponentialMinusOne:
    case Opcode::kLog:
    case Opcode::kLogPlusOne:
    case Opcode::kLogistic:
    case Opcode::kSqrt:
    case Opcode::kRsqrt: return transcendental;
    case Opcode::kSine:
    case Opcode::kCosine:
    case Opcode::kTan:
    case Opcode::kSinh:
    case Opcode::kCosh:
    case Opcode::kTanh:
    case Opcode::kAsin:
    case Opcode::kAcos:
    case Opcode::kAsinh:
    case Opcode::kAcosh:
    case Opcode::kAtanh: return trigonometric;
    case Opcode::kIsFinite:
    case Opcode::kReal:
    case Opcode::kImag: return of_another_type;
    default: return nullptr;
  }
}

}  // namespace

bool is_unary(Opcode opcode) { return family_of(opcode) != nullptr; }

core::Result<Elements> unary(Opcode opcode, const Elements& x) {
  auto result = family_of(opcode)(opcode, x);
  if (!result) return core::fail(no_such_type(name_of(opcode), x.type));
  return *std::move(result);
}

core::Result<Elements> reduced_precision(const Elements& x, int exponent_bits, int mantissa_bits) {
  const FloatFormat format{exponent_bits, mantissa_bits, (1 << (exponent_bits - 1)) - 1,
                           NanPattern::kLargestExponent};
  const double smallest = std::ldexp(1.0, 1 - format.bias);
  auto result =
      each(x, [&]<class T>(T v)
             requires kIsFloat<T>
           {
             if (std::isnan(v)) return v;
             const double rounded = decode(format, encode(format, static_cast<double>(v)));
             // Subnormal numbers of the narrow format become zero, as in XLA.
             return static_cast<T>(std::fabs(rounded) < smallest ? std::copysign(0.0, rounded)
                                                                 : rounded);
           });
  if (!result) return core::fail(no_such_type("reduce-precision", x.type));
  return *std::move(result);
}

}  // namespace tileglot::hlo::run
