// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/elements.h"

#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/float_format.h"
#include "tileglot/hlo/run/element/saturate.h"

namespace tileglot::hlo::run {
namespace {

Numbers no_numbers(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kPred: return std::vector<Flag>();
    case PrimitiveType::kS1:
    case PrimitiveType::kS2:
    case PrimitiveType::kS4:
    case PrimitiveType::kS8: return std::vector<std::int8_t>();
    case PrimitiveType::kS16: return std::vector<std::int16_t>();
    case PrimitiveType::kS32: return std::vector<std::int32_t>();
    case PrimitiveType::kS64: return std::vector<std::int64_t>();
    case PrimitiveType::kU1:
    case PrimitiveType::kU2:
    case PrimitiveType::kU4:
    case PrimitiveType::kU8: return std::vector<std::uint8_t>();
    case PrimitiveType::kU16: return std::vector<std::uint16_t>();
    case PrimitiveType::kU32: return std::vector<std::uint32_t>();
    case PrimitiveType::kU64: return std::vector<std::uint64_t>();
    case PrimitiveType::kF64: return std::vector<double>();
    case PrimitiveType::kC64: return std::vector<std::complex<float>>();
    case PrimitiveType::kC128: return std::vector<std::complex<double>>();
    default: return std::vector<float>();
  }
}

template <class T>
void wrap_integers(PrimitiveType type, std::vector<T>& numbers) {
  const int unused = static_cast<int>(sizeof(T) * 8) - value_bits(type);
  if (unused == 0) return;
  using Unsigned = std::make_unsigned_t<T>;
  for (T& x : numbers) {
    x = static_cast<T>(static_cast<T>(static_cast<Unsigned>(x) << unused) >> unused);
  }
}

void round_bf16(std::vector<float>& numbers) {
  for (float& x : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t odd = bits >> 16 & 1U;
    const std::uint32_t rounded = (bits + 0x7fffU + odd) & 0xffff0000U;
    x = std::isnan(x) ? std::numeric_limits<float>::quiet_NaN() : std::bit_cast<float>(rounded);
  }
}

void round_floats(PrimitiveType type, std::vector<float>& numbers) {
  if (type == PrimitiveType::kF32) return;
  if (type == PrimitiveType::kBf16) return round_bf16(numbers);
  std::array<std::byte, 2> bytes{};
  for (float& x : numbers) {
    store_float(type, static_cast<double>(x), bytes.data());
    x = static_cast<float>(load_float(type, bytes.data()));
  }
}

template <class T>
bool same_number(const T& a, const T& b) {
  if constexpr (kIsComplex<T>) {
    return same_number(a.real(), b.real()) && same_number(a.imag(), b.imag());
  } else if constexpr (kIsFloat<T>) {
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  } else {
    return a == b;
  }
}

}  // namespace

Elements zeros(PrimitiveType type, std::size_t n) {
  Elements result{type, no_numbers(type)};
  with_numbers(result, [n](auto& v) { v.resize(n); });
  return result;
}

Elements repeated(const Elements& one, std::size_t n) {
  Elements result{one.type, no_numbers(one.type)};
  with_numbers(result, [&]<class T>(std::vector<T>& v) { v.assign(n, numbers_of<T>(one)[0]); });
  return result;
}

Elements scalar(PrimitiveType type, std::int64_t number) {
  Elements result = zeros(type, 1);
  with_numbers(result, [&]<class T>(std::vector<T>& v) {
    if constexpr (std::is_same_v<T, Flag>) {
      v[0] = flag(number != 0);
    } else if constexpr (kIsComplex<T>) {
      v[0] = T(static_cast<typename T::value_type>(number));
    } else {
      v[0] = static_cast<T>(number);
    }
  });
  return result;
}

Elements gathered(const Elements& source, std::span<const std::int64_t> places) {
  Elements result = zeros(source.type, places.size());
  with_numbers(result, [&]<class T>(std::vector<T>& v) {
    const T* from = numbers_of<T>(source).data();
    for (std::size_t i = 0; i < places.size(); ++i) v[i] = from[places[i]];
  });
  return result;
}

void scatter_to(const Elements& source, std::span<const std::int64_t> places, Elements& target) {
  with_numbers(target, [&]<class T>(std::vector<T>& v) {
    const T* from = numbers_of<T>(source).data();
    for (std::size_t i = 0; i < places.size(); ++i)
      v[static_cast<std::size_t>(places[i])] = from[i];
  });
}

void round_to_type(Elements& elements) {
  with_numbers(elements, [&]<class T>(std::vector<T>& v) {
    if constexpr (kIsInteger<T>) wrap_integers(elements.type, v);
    if constexpr (std::is_same_v<T, float>) round_floats(elements.type, v);
  });
}

std::int64_t integer_at(const Elements& elements, std::size_t i) {
  return with_numbers(elements, [i]<class T>(const std::vector<T>& v) -> std::int64_t {
    if constexpr (kIsComplex<T>) {
      return 0;
    } else if constexpr (kIsFloat<T>) {
      return truncated<std::int64_t>(static_cast<double>(v[i]));
    } else {
      return static_cast<std::int64_t>(v[i]);
    }
  });
}

bool same_elements(const Elements& a, const Elements& b) {
  if (a.type != b.type || a.size() != b.size()) return false;
  return with_numbers(a, [&]<class T>(const std::vector<T>& v) {
    const std::vector<T>& w = numbers_of<T>(b);
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (!same_number(v[i], w[i])) return false;
    }
    return true;
  });
}

}  // namespace tileglot::hlo::run
