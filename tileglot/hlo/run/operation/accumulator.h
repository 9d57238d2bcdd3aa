// SPDX-License-Identifier: Apache-2.0
// accumulator.h: the type in which products are summed.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

template <class T>
struct AccumulatorOf {
  using Type = std::conditional_t<kIsFloat<T>, double, std::uint64_t>;
};
template <class T>
struct AccumulatorOf<std::complex<T>> {
  using Type = std::complex<double>;
};
/// The type of a sum of products of T: it wraps for integers, as their sum does.
template <class T>
using Accumulator = typename AccumulatorOf<T>::Type;

template <class T>
Accumulator<T> as_accumulator(const T& x) {
  return static_cast<Accumulator<T>>(x);
}

/// pred sums by or.
template <class T>
T from_accumulator(const Accumulator<T>& sum) {
  if constexpr (std::is_same_v<T, Flag>)
    return flag(sum != 0);
  else
    return static_cast<T>(sum);
}

}  // namespace tileglot::hlo::run
