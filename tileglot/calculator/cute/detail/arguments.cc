// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/detail/arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::IntTuple;
using core::Result;

/// Makes an error name its argument and point into the text of all arguments.
template <class T>
Result<T> named(const Arguments& arguments, std::size_t i, Result<T> read) {
  if (read) return read;
  core::Error error = arguments.placed(std::move(read).error(), i);
  error->message =
      fmt::format("argument {} of {}: {}", i + 1, arguments.operation(), error->message);
  return fail(std::move(error));
}

/// A tuple or an integer.
std::optional<IntTuple> tuple_in(const Arguments& arguments, std::size_t i) {
  if (const auto* tuple = arguments.value<IntTuple>(i)) return *tuple;
  if (const auto* integer = arguments.value<core::Integer>(i)) return IntTuple(*integer);
  return std::nullopt;
}

}  // namespace

Result<cute::Layout<>> plain_layout_argument(const Arguments& arguments, std::size_t i) {
  const auto* layout = arguments.value<cute::Layout<>>(i);
  if (layout != nullptr && !has_basis(layout->stride)) return *layout;
  return named(arguments, i, cute::parse_layout(arguments.text(i)));
}

Result<cute::CuteLayout> any_layout_argument(const Arguments& arguments, std::size_t i) {
  if (const auto* plain = arguments.value<cute::Layout<>>(i)) return *plain;
  if (const auto* composed = arguments.value<cute::ComposedLayout>(i)) return *composed;
  return named(arguments, i, cute::parse_any_layout(arguments.text(i)));
}

Result<cute::Layout<>> layout_argument(const Arguments& arguments, std::size_t i) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, i));
  if (const auto* plain = std::get_if<cute::Layout<>>(&any)) return *plain;
  return named(
      arguments, i,
      Result<cute::Layout<>>(fail(
          {.code = "cute.unsupported",
           .message = fmt::format("{} has no answer for a composed layout", arguments.operation()),
           .help = "give a layout shape:stride"})));
}

Result<cute::Swizzle> swizzle_argument(const Arguments& arguments, std::size_t i) {
  if (const auto* swizzle = arguments.value<cute::Swizzle>(i)) return *swizzle;
  return named(arguments, i, cute::parse_swizzle(arguments.text(i)));
}

Result<cute::Tiler> tiler_argument(const Arguments& arguments, std::size_t i) {
  if (const auto* layout = arguments.value<cute::Layout<>>(i)) {
    if (const auto whole = cute::tiler_of(*layout)) return *whole;
  }
  return named(arguments, i, cute::parse_tiler(arguments.text(i)));
}

Result<IntTuple> tuple_argument(const Arguments& arguments, std::size_t i) {
  const auto tuple = tuple_in(arguments, i);
  if (tuple && !has_underscore(*tuple)) return *tuple;
  return named(arguments, i, cute::parse_int_tuple(arguments.text(i)));
}

Result<IntTuple> coordinate_argument(const Arguments& arguments, std::size_t i) {
  const auto tuple = tuple_in(arguments, i);
  if (tuple && !has_basis(*tuple)) return *tuple;
  return named(arguments, i, cute::parse_coordinate(arguments.text(i)));
}

Result<IntTuple> path_argument(const Arguments& arguments) {
  if (arguments.count() == 2) {
    TILEGLOT_TRY(path, coordinate_argument(arguments, 0));
    if (!has_underscore(path)) return path;
    return named(arguments, 0,
                 Result<IntTuple>(fail({.code = "cute.arguments",
                                        .message = "'_' names no mode",
                                        .help = "modes are counted from 0"})));
  }
  IntTuple all;
  for (std::size_t i = 0; i + 1 < arguments.count(); ++i) {
    TILEGLOT_TRY(one, integer_argument(arguments, i));
    TILEGLOT_TRY(longer, named(arguments, i, cute::to_result(cute::append(all, one))));
    all = longer;
  }
  return all;
}

Result<std::int64_t> integer_argument(const Arguments& arguments, std::size_t i) {
  TILEGLOT_TRY(read, tuple_argument(arguments, i));
  if (read.is_scalar && read.paths[0] == 0) return read.values[0];
  return named(
      arguments, i,
      Result<std::int64_t>(fail({.code = "cute.arguments",
                                 .message = fmt::format("'{}' is not a number", arguments.text(i)),
                                 .help = "write one integer there"})));
}

std::optional<cute::Order> order_argument(const Arguments& arguments, std::size_t i) {
  return cute::parse_order(arguments.text(i));
}

bool is_composed(const Arguments& arguments, std::size_t i) {
  return arguments.value<cute::ComposedLayout>(i) != nullptr ||
         arguments.text(i).find(" o ") != std::string::npos;
}

bool is_layout(const Arguments& arguments, std::size_t i) {
  return arguments.value<cute::Layout<>>(i) != nullptr || is_composed(arguments, i) ||
         arguments.text(i).find(':') != std::string::npos;
}

bool is_swizzle(const Arguments& arguments, std::size_t i) {
  if (arguments.value<cute::Swizzle>(i) != nullptr) return true;
  return !is_composed(arguments, i) && arguments.text(i).starts_with("Sw");
}

}  // namespace tileglot::calculator
