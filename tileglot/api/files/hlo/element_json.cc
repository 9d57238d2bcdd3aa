// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/element_json.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::api::files {
namespace {

using hlo::run::Elements;
using hlo::run::Flag;
using notation::xla::PrimitiveType;

Json float_to_json(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return x;
}

template <class T>
Json number_to_json(const T& x) {
  if constexpr (std::is_same_v<T, Flag>) {
    return is_set(x) ? 1 : 0;
  } else if constexpr (hlo::run::kIsComplex<T>) {
    return {float_to_json(static_cast<double>(x.real())),
            float_to_json(static_cast<double>(x.imag()))};
  } else if constexpr (hlo::run::kIsFloat<T>) {
    return float_to_json(static_cast<double>(x));
  } else {
    return x;
  }
}

core::Error no_number(const Json& value, PrimitiveType type) {
  return {{.code = "run.inputs",
           .message = fmt::format("{} is not {}", value.dump().substr(0, 64),
                                  notation::xla::name_of(type)),
           .help = "values are numbers, \"nan\", \"inf\" or \"-inf\", of complex types [re, im]"}};
}

std::optional<double> float_from_json(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (!value.is_string()) return std::nullopt;
  const auto& word = value.get_ref<const std::string&>();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

/// The low 64 bits: u64 uses them all, other types truncate them.
std::optional<std::int64_t> integer_from_json(const Json& value) {
  if (value.is_number_unsigned()) return static_cast<std::int64_t>(value.get<std::uint64_t>());
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  // 3.0 is an integer: some writers write it that way.
  const auto number = float_from_json(value);
  constexpr double kExact = 9007199254740992.0;
  const bool is_integer = number && std::fabs(*number) <= kExact && *number == std::floor(*number);
  return is_integer ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

std::optional<std::complex<double>> complex_from_json(const Json& value) {
  if (!value.is_array()) {
    const auto real = float_from_json(value);
    return real ? std::optional<std::complex<double>>(*real) : std::nullopt;
  }
  if (value.size() != 2) return std::nullopt;
  const auto real = float_from_json(value[0]);
  const auto imag = float_from_json(value[1]);
  if (!real || !imag) return std::nullopt;
  return std::complex<double>(*real, *imag);
}

/// Reads all values with one reader, as elements of the type that holds its results.
template <class T, class Read>
core::Result<Elements> read_all(PrimitiveType wide, PrimitiveType type, const Json& values,
                                Read read) {
  std::vector<T> numbers;
  numbers.reserve(values.size());
  for (const Json& value : values) {
    const std::optional<T> number = read(value);
    if (!number) return core::fail(no_number(value, type));
    numbers.push_back(*number);
  }
  return converted(Elements{wide, std::move(numbers)}, type);
}

bool is_complex(PrimitiveType type) {
  return type == PrimitiveType::kC64 || type == PrimitiveType::kC128;
}

}  // namespace

Json elements_to_json(const Elements& elements) {
  Json list = Json::array();
  with_numbers(elements, [&list](const auto& numbers) {
    for (const auto& number : numbers) list.push_back(number_to_json(number));
  });
  return list;
}

core::Result<Elements> elements_from_json(PrimitiveType type, std::size_t n, const Json& values) {
  if (!values.is_array() || values.size() != n) {
    return core::fail({.code = "run.inputs",
                       .message = fmt::format("an input takes a list of {} values", n),
                       .help = "in row-major order of the logical index"});
  }
  if (is_complex(type)) {
    return read_all<std::complex<double>>(PrimitiveType::kC128, type, values, complex_from_json);
  }
  if (notation::xla::is_floating_point(type)) {
    return read_all<double>(PrimitiveType::kF64, type, values, float_from_json);
  }
  return read_all<std::int64_t>(PrimitiveType::kS64, type, values, integer_from_json);
}

}  // namespace tileglot::api::files
