// SPDX-License-Identifier: Apache-2.0
// number_operations.h: HLO's operations on two numbers of one carrier.
//
// What     One function object per operation; its requires-clause lists the carriers it accepts.
// Why      Whole arrays (binary.h) and running folds (combine.h) use the same ones in typed loops.
// How      Integers wrap: they are computed as unsigned numbers of 64 bits and truncated. pred adds
//          by or and multiplies by and, as in XLA.
// Example  Divide{}(7, 0) = -1 in signed and all ones in unsigned integers.
//          [tests: hlo/run/element/binary_test.cc, "division by zero"]
// Source   XLA, operation semantics and HloEvaluator.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

template <class T>
inline constexpr bool kIsFlag = std::is_same_v<T, Flag>;
template <class T>
inline constexpr bool kIsSigned = kIsInteger<T> && std::is_signed_v<T>;
template <class T>
inline constexpr bool kHasBits = kIsInteger<T> || kIsFlag<T>;

template <class T>
constexpr std::uint64_t wide(T x) {
  return static_cast<std::uint64_t>(x);
}

struct Add {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (kIsFlag<T>)
      return flag(is_set(a) || is_set(b));
    else if constexpr (kIsInteger<T>)
      return static_cast<T>(wide(a) + wide(b));
    else
      return a + b;
  }
};

struct Subtract {
  template <class T>
    requires(!kIsFlag<T>)
  T operator()(const T& a, const T& b) const {
    if constexpr (kIsInteger<T>)
      return static_cast<T>(wide(a) - wide(b));
    else
      return a - b;
  }
};

struct Multiply {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (kIsFlag<T>)
      return flag(is_set(a) && is_set(b));
    else if constexpr (kIsInteger<T>)
      return static_cast<T>(wide(a) * wide(b));
    else
      return a * b;
  }
};

/// The high half of the product, of twice the type's `width`.
struct MultiplyHigh {
  int width = 0;

  template <class T>
    requires kIsInteger<T>
  T operator()(const T& a, const T& b) const {
    using Product = std::conditional_t<kIsSigned<T>, Wide, UnsignedWide>;
    return static_cast<T>((Product{a} * Product{b}) >> width);
  }

 private:
  __extension__ using Wide = __int128;
  __extension__ using UnsignedWide = unsigned __int128;
};

/// The smallest number divided by -1 overflows; it wraps to itself.
template <class T>
constexpr bool divides_by_minus_one(T b) {
  if constexpr (kIsSigned<T>)
    return b == T{-1};
  else
    return false;
}

struct Divide {
  template <class T>
    requires(!kIsFlag<T>)
  T operator()(const T& a, const T& b) const {
    if constexpr (kIsInteger<T>) {
      if (b == 0) return static_cast<T>(-1);
      if (divides_by_minus_one(b)) return static_cast<T>(0 - wide(a));
      return static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};

struct Remainder {
  template <class T>
    requires(kIsInteger<T> || kIsFloat<T>)
  T operator()(const T& a, const T& b) const {
    if constexpr (kIsFloat<T>) {
      return std::fmod(a, b);
    } else {
      if (b == 0) return a;
      return divides_by_minus_one(b) ? T{0} : static_cast<T>(a % b);
    }
  }
};

struct Power {
  template <class T>
    requires(!kIsFlag<T>)
  T operator()(const T& base, const T& exponent) const {
    if constexpr (kIsInteger<T>)
      return of_integers(base, exponent);
    else
      return std::pow(base, exponent);
  }

 private:
  template <class T>
  static T of_integers(T base, T exponent) {
    if (exponent < T{0}) {
      if (base == T{1}) return T{1};
      if (divides_by_minus_one(base)) return exponent % 2 == 0 ? T{1} : base;
      return T{0};
    }
    std::uint64_t result = 1;
    std::uint64_t square = wide(base);
    for (std::uint64_t left = wide(exponent); left > 0; left >>= 1) {
      if ((left & 1) != 0) result *= square;
      square *= square;
    }
    return static_cast<T>(result);
  }
};

struct Atan2 {
  template <class T>
    requires kIsFloat<T>
  T operator()(const T& a, const T& b) const {
    return std::atan2(a, b);
  }
};

/// NaN wins over every number.
struct Maximum {
  template <class T>
    requires(!kIsComplex<T>)
  T operator()(const T& a, const T& b) const {
    if constexpr (kIsFloat<T>) {
      if (std::isnan(a)) return a;
      if (std::isnan(b)) return b;
    }
    return a < b ? b : a;
  }
};

struct Minimum {
  template <class T>
    requires(!kIsComplex<T>)
  T operator()(const T& a, const T& b) const {
    if constexpr (kIsFloat<T>) {
      if (std::isnan(a)) return a;
      if (std::isnan(b)) return b;
    }
    return b < a ? b : a;
  }
};

struct And {
  template <class T>
    requires kHasBits<T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(wide(a) & wide(b));
  }
};

struct Or {
  template <class T>
    requires kHasBits<T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(wide(a) | wide(b));
  }
};

struct Xor {
  template <class T>
    requires kHasBits<T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(wide(a) ^ wide(b));
  }
};

/// `width` is the type's, 4 for s4. A number of steps below 0 counts as one beyond it.
struct ShiftLeft {
  int width = 0;

  template <class T>
    requires kIsInteger<T>
  T operator()(const T& a, const T& steps) const {
    return is_beyond(steps, width) ? T{0} : static_cast<T>(wide(a) << wide(steps));
  }

  template <class T>
  static bool is_beyond(T steps, int width) {
    return steps < T{0} || wide(steps) >= static_cast<std::uint64_t>(width);
  }
};

struct ShiftRightArithmetic {
  int width = 0;

  template <class T>
    requires kIsInteger<T>
  T operator()(const T& a, const T& steps) const {
    const int unused = 64 - width;
    const auto sign_extended = static_cast<std::int64_t>(wide(a) << unused) >> unused;
    const bool beyond = ShiftLeft::is_beyond(steps, width);
    return static_cast<T>(sign_extended >> (beyond ? 63 : static_cast<int>(steps)));
  }
};

struct ShiftRightLogical {
  int width = 0;

  template <class T>
    requires kIsInteger<T>
  T operator()(const T& a, const T& steps) const {
    if (ShiftLeft::is_beyond(steps, width)) return T{0};
    const int unused = 64 - width;
    return static_cast<T>(((wide(a) << unused) >> unused) >> wide(steps));
  }
};

}  // namespace tileglot::hlo::run
