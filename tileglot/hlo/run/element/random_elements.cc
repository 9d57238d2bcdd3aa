// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/random_elements.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {
namespace {

constexpr std::int64_t kSmall = 4;
constexpr std::int64_t kLarge = 100;

/// -limit to limit.
double random_integer(std::int64_t limit, RandomBits& bits) {
  const auto span = static_cast<std::uint64_t>(2 * limit + 1);
  return static_cast<double>(static_cast<std::int64_t>(bits.next() % span) - limit);
}

/// -1 to 1, a multiple of 2^-52.
double random_fraction(RandomBits& bits) {
  return std::ldexp(static_cast<double>(bits.next() >> 11), -52) - 1.0;
}

double random_number(PrimitiveType type, RandomNumbers numbers, RandomBits& bits) {
  const bool any = numbers == RandomNumbers::kAny;
  if (type == PrimitiveType::kPred) return static_cast<double>(bits.next() & 1);
  if (notation::xla::is_integral(type)) return random_integer(any ? kLarge : kSmall, bits);
  return any ? random_fraction(bits) : random_integer(kSmall, bits);
}

/// Types without a sign take the absolute value.
bool has_sign(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kU1:
    case PrimitiveType::kU2:
    case PrimitiveType::kU4:
    case PrimitiveType::kU8:
    case PrimitiveType::kU16:
    case PrimitiveType::kU32:
    case PrimitiveType::kU64:
    case PrimitiveType::kF8e8m0fnu: return false;
    default: return true;
  }
}

Elements random_complex(PrimitiveType type, std::size_t n, RandomNumbers numbers,
                        RandomBits& bits) {
  Elements result = zeros(type, n);
  with_numbers(result, [&]<class T>(std::vector<T>& v) {
    if constexpr (kIsComplex<T>) {
      using Part = typename T::value_type;
      for (T& x : v) {
        const auto real = static_cast<Part>(random_number(PrimitiveType::kF64, numbers, bits));
        x = {real, static_cast<Part>(random_number(PrimitiveType::kF64, numbers, bits))};
      }
    }
  });
  return result;
}

}  // namespace

std::uint64_t RandomBits::next() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

Elements random_elements(PrimitiveType type, std::size_t n, RandomNumbers numbers,
                         RandomBits& bits) {
  if (type == PrimitiveType::kC64 || type == PrimitiveType::kC128) {
    return random_complex(type, n, numbers, bits);
  }
  std::vector<double> drawn(n);
  for (double& x : drawn) {
    x = random_number(type, numbers, bits);
    if (!has_sign(type)) x = std::fabs(x);
  }
  return converted(Elements{PrimitiveType::kF64, std::move(drawn)}, type);
}

}  // namespace tileglot::hlo::run
