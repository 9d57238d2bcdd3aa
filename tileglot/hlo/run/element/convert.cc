// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/convert.h"

#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/saturate.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {
namespace {

/// A double that rounds on to a float of 24 bits or fewer as the integer itself would: beyond 2^53
/// its last bit says whether there were more.
double widened(std::uint64_t magnitude) {
  constexpr int kDropped = 11;
  if (magnitude >> 53 == 0) return static_cast<double>(magnitude);
  const bool rest = (magnitude & ((1U << kDropped) - 1)) != 0;
  return std::ldexp(static_cast<double>(magnitude >> kDropped | (rest ? 1U : 0U)), kDropped);
}

template <class From>
double widened_signed(From x) {
  if constexpr (std::is_signed_v<From>) {
    if (x < 0) return -widened(0 - static_cast<std::uint64_t>(x));
  }
  return widened(static_cast<std::uint64_t>(x));
}

template <class T>
bool is_zero(const T& x) {
  return x == T{};
}

template <class To, class From>
To number_as(const From& x) {
  if constexpr (std::is_same_v<To, Flag>) {
    return flag(!is_zero(x));
  } else if constexpr (std::is_same_v<From, Flag>) {
    return static_cast<To>(is_set(x) ? 1 : 0);
  } else if constexpr (kIsComplex<To> && kIsComplex<From>) {
    return To(x);
  } else if constexpr (kIsComplex<To>) {
    return To(number_as<typename To::value_type>(x));
  } else if constexpr (kIsComplex<From>) {
    return number_as<To>(x.real());
  } else if constexpr (kIsInteger<To> && kIsFloat<From>) {
    return truncated<To>(static_cast<double>(x));
  } else {
    return static_cast<To>(x);
  }
}

template <class To, class From>
void convert_numbers(const std::vector<From>& from, std::vector<To>& to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = number_as<To>(from[i]);
}

bool is_below_8_bits(PrimitiveType type) {
  return notation::xla::is_integral(type) && value_bits(type) < 8;
}

/// Floats are kept within s4, which wrapping the s8 would not do.
template <class From>
void saturate(const std::vector<From>& from, PrimitiveType type, std::vector<std::int8_t>& to) {
  const double end = std::ldexp(1.0, value_bits(type) - 1);
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i] =
        truncated<std::int8_t>(std::fmin(std::fmax(static_cast<double>(from[i]), -end), end - 1));
    if (std::isnan(from[i])) to[i] = 0;
  }
}

template <class From>
void saturate(const std::vector<From>& from, PrimitiveType type, std::vector<std::uint8_t>& to) {
  const double end = std::ldexp(1.0, value_bits(type)) - 1;
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i] = truncated<std::uint8_t>(std::fmin(static_cast<double>(from[i]), end));
    if (std::isnan(from[i])) to[i] = 0;
  }
}

/// Whether a float of this carrier is not the type itself but rounded to it.
bool is_narrow_float(PrimitiveType type) {
  return notation::xla::is_floating_point(type) && value_bits(type) < 32;
}

/// Numbers on the way to a narrow float go through the double that rounds once.
template <class From>
Elements to_narrow_float(const std::vector<From>& from, PrimitiveType type) {
  Elements result = zeros(type, from.size());
  std::vector<float>& to = numbers_of<float>(result);
  std::byte bytes[2] = {};
  for (std::size_t i = 0; i < from.size(); ++i) {
    double number = 0;
    if constexpr (kIsInteger<From>)
      number = widened_signed(from[i]);
    else
      number = number_as<double>(from[i]);
    store_float(type, number, bytes);
    to[i] = static_cast<float>(load_float(type, bytes));
  }
  return result;
}

template <class From>
Elements from_numbers(const std::vector<From>& from, PrimitiveType type) {
  if (is_narrow_float(type)) return to_narrow_float(from, type);
  Elements result = zeros(type, from.size());
  with_numbers(result, [&]<class To>(std::vector<To>& to) {
    if constexpr (kIsFloat<From> && sizeof(To) == 1 && kIsInteger<To>) {
      if (is_below_8_bits(type)) return saturate(from, type, to);
    }
    convert_numbers(from, to);
  });
  round_to_type(result);
  return result;
}

/// Bits of elements in a row, the first in the low bits of the first byte.
class BitRow {
 public:
  explicit BitRow(std::size_t bits) : bytes_((bits + 7) / 8) {}

  void append(const std::byte* element, std::size_t bits) {
    for (std::size_t i = 0; i < bits; ++i, ++at_) {
      const auto bit = std::to_integer<unsigned>(element[i / 8] >> (i % 8)) & 1U;
      bytes_[at_ / 8] |= static_cast<std::byte>(bit << (at_ % 8));
    }
  }
  void take(std::byte* element, std::size_t bits) {
    for (std::size_t i = 0; i < bits; ++i, ++at_) {
      const auto bit = std::to_integer<unsigned>(bytes_[at_ / 8] >> (at_ % 8)) & 1U;
      element[i / 8] |= static_cast<std::byte>(bit << (i % 8));
    }
  }
  void rewind() { at_ = 0; }

 private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

/// The bits of an element in a row: pred takes a byte.
std::size_t row_bits(PrimitiveType type) {
  return type == PrimitiveType::kPred ? 8 : static_cast<std::size_t>(value_bits(type));
}

/// Rows of whole bytes need no splitting.
bool is_whole_bytes(PrimitiveType type) { return row_bits(type) % 8 == 0; }

std::vector<std::byte> cut_anew(const std::vector<std::byte>& bytes, PrimitiveType from,
                                PrimitiveType to) {
  const std::size_t n = bytes.size() / stored_bytes(from);
  BitRow row(n * row_bits(from));
  for (std::size_t i = 0; i < n; ++i) row.append(&bytes[i * stored_bytes(from)], row_bits(from));
  row.rewind();
  const std::size_t count = n * row_bits(from) / row_bits(to);
  std::vector<std::byte> result(count * stored_bytes(to));
  for (std::size_t i = 0; i < count; ++i) row.take(&result[i * stored_bytes(to)], row_bits(to));
  return result;
}

/// bf16 is the upper half of an f32, and x is rounded already.
void store_upper_half(float x, std::byte* to) {
  const auto half = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(x) >> 16);
  std::memcpy(to, &half, sizeof half);
}

float from_upper_half(const std::byte* from) {
  std::uint16_t half = 0;
  std::memcpy(&half, from, sizeof half);
  return std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
}

template <class T>
void store_number(PrimitiveType type, const T& x, std::byte* to) {
  if constexpr (std::is_same_v<T, float>) {
    if (type == PrimitiveType::kBf16) return store_upper_half(x, to);
    if (type != PrimitiveType::kF32) return store_float(type, static_cast<double>(x), to);
  }
  std::memcpy(to, &x, sizeof x);
}

template <class T>
T load_number(PrimitiveType type, const std::byte* from) {
  if constexpr (std::is_same_v<T, Flag>) return flag(*from != std::byte{0});
  if constexpr (std::is_same_v<T, float>) {
    if (type == PrimitiveType::kBf16) return from_upper_half(from);
    if (type != PrimitiveType::kF32) return static_cast<float>(load_float(type, from));
  }
  T x{};
  std::memcpy(&x, from, sizeof x);
  return x;
}

}  // namespace

Elements converted(const Elements& x, PrimitiveType type) {
  if (x.type == type) return x;
  return with_numbers(x, [type](const auto& v) { return from_numbers(v, type); });
}

std::vector<std::byte> stored(const Elements& x) {
  const std::size_t size = stored_bytes(x.type);
  std::vector<std::byte> bytes(x.size() * size);
  with_numbers(x, [&](const auto& v) {
    for (std::size_t i = 0; i < v.size(); ++i) store_number(x.type, v[i], &bytes[i * size]);
  });
  return bytes;
}

Elements loaded(PrimitiveType type, std::size_t n, const std::byte* bytes) {
  Elements result = zeros(type, n);
  const std::size_t size = stored_bytes(type);
  with_numbers(result, [&]<class T>(std::vector<T>& v) {
    for (std::size_t i = 0; i < n; ++i) v[i] = load_number<T>(type, bytes + i * size);
  });
  // Only the low bits of packed integers matter.
  if (notation::xla::is_integral(type)) round_to_type(result);
  return result;
}

Elements bitcast_converted(const Elements& x, PrimitiveType type) {
  std::vector<std::byte> bytes = stored(x);
  if (!is_whole_bytes(x.type) || !is_whole_bytes(type)) bytes = cut_anew(bytes, x.type, type);
  return loaded(type, bytes.size() / stored_bytes(type), bytes.data());
}

Elements from_literal(const Literal& literal) {
  return loaded(literal.type, element_count(literal), literal.bytes.data());
}

}  // namespace tileglot::hlo::run
