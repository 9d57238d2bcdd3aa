// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/binary.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/each.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/no_such_type.h"
#include "tileglot/hlo/run/element/number_operations.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {
namespace {

std::optional<Elements> arithmetic(Opcode opcode, const Elements& x, const Elements& y) {
  switch (opcode) {
    case Opcode::kAdd: return each(x, y, Add{});
    case Opcode::kSubtract: return each(x, y, Subtract{});
    case Opcode::kMultiply: return each(x, y, Multiply{});
    case Opcode::kMulhi: return each(x, y, MultiplyHigh{value_bits(x.type)});
    case Opcode::kDivide: return each(x, y, Divide{});
    case Opcode::kRemainder: return each(x, y, Remainder{});
    case Opcode::kPower: return each(x, y, Power{});
    case Opcode::kAtan2: return each(x, y, Atan2{});
    default: return std::nullopt;
  }
}

std::optional<Elements> choice_or_bits(Opcode opcode, const Elements& x, const Elements& y) {
  const int width = value_bits(x.type);
  switch (opcode) {
    case Opcode::kMaximum: return each(x, y, Maximum{});
    case Opcode::kMinimum: return each(x, y, Minimum{});
    case Opcode::kAnd: return each(x, y, And{});
    case Opcode::kOr: return each(x, y, Or{});
    case Opcode::kXor: return each(x, y, Xor{});
    case Opcode::kShiftLeft: return each(x, y, ShiftLeft{width});
    case Opcode::kShiftRightArithmetic: return each(x, y, ShiftRightArithmetic{width});
    case Opcode::kShiftRightLogical: return each(x, y, ShiftRightLogical{width});
    default: return std::nullopt;
  }
}

template <class T>
std::vector<std::complex<T>> joined(const std::vector<T>& real, const std::vector<T>& imag) {
  std::vector<std::complex<T>> result(real.size());
  for (std::size_t i = 0; i < real.size(); ++i) result[i] = {real[i], imag[i]};
  return result;
}

std::optional<Elements> complex_of(const Elements& x, const Elements& y) {
  if (x.type == PrimitiveType::kF32) {
    return Elements{PrimitiveType::kC64, joined(numbers_of<float>(x), numbers_of<float>(y))};
  }
  if (x.type == PrimitiveType::kF64) {
    return Elements{PrimitiveType::kC128, joined(numbers_of<double>(x), numbers_of<double>(y))};
  }
  return std::nullopt;
}

core::Error types_differ(std::string_view operation, const Elements& x, const Elements& y) {
  return {{.code = "run.type",
           .message = fmt::format("{} takes operands of one type, not {} and {}", operation,
                                  notation::xla::name_of(x.type), notation::xla::name_of(y.type)),
           .help = "convert one of them"}};
}

template <class T>
bool holds(Direction direction, const T& a, const T& b) {
  if constexpr (kIsComplex<T>) {
    return direction == Direction::kEq ? a == b : a != b;
  } else {
    switch (direction) {
      case Direction::kEq: return a == b;
      case Direction::kNe: return a != b;
      case Direction::kLt: return a < b;
      case Direction::kLe: return a <= b;
      case Direction::kGt: return a > b;
      case Direction::kGe: return a >= b;
    }
    return false;
  }
}

/// The bits of a float as an integer that orders as the total order does.
std::int64_t order_key(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits - 1 : bits;
}

template <class T>
Flag compared(const Comparison& comparison, const T& a, const T& b) {
  if constexpr (kIsFloat<T>) {
    if (comparison.total_order) {
      return flag(holds(comparison.direction, order_key(static_cast<double>(a)),
                        order_key(static_cast<double>(b))));
    }
  }
  return flag(holds(comparison.direction, a, b));
}

bool is_ordering(Direction direction) {
  return direction != Direction::kEq && direction != Direction::kNe;
}

}  // namespace

bool is_binary(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAdd:
    case Opcode::kSubtract:
    case Opcode::kMulhi:
    case Opcode::kMultiply:
    case Opcode::kDivide:
    case Opcode::kRemainder:
    case Opcode::kPower:
    case Opcode::kAtan2:
    case Opcode::kMaximum:
    case Opcode::kMinimum:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kShiftLeft:
    case Opcode::kShiftRightArithmetic:
    case Opcode::kShiftRightLogical:
    case Opcode::kComplex: return true;
    default: return false;
  }
}

core::Result<Elements> binary(Opcode opcode, const Elements& x, const Elements& y) {
  if (x.type != y.type) return core::fail(types_differ(name_of(opcode), x, y));
  auto result = opcode == Opcode::kComplex ? complex_of(x, y) : arithmetic(opcode, x, y);
  if (!result) result = choice_or_bits(opcode, x, y);
  if (!result) return core::fail(no_such_type(name_of(opcode), x.type));
  return *std::move(result);
}

core::Result<Elements> compare(const Comparison& comparison, const Elements& x, const Elements& y) {
  if (x.type != y.type) return core::fail(types_differ("compare", x, y));
  if (is_complex(x.type) && is_ordering(comparison.direction)) {
    return core::fail(no_such_type("an order", x.type));
  }
  return with_numbers(x, [&]<class T>(const std::vector<T>& v) {
    const std::vector<T>& w = numbers_of<T>(y);
    std::vector<Flag> result(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) result[i] = compared(comparison, v[i], w[i]);
    return Elements{PrimitiveType::kPred, std::move(result)};
  });
}

}  // namespace tileglot::hlo::run
