// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/detail/arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {

/// Where argument i begins in the text of all arguments, joined with ", ".
std::size_t Arguments::begin_of(std::size_t i) const {
  std::size_t begin = 0;
  for (std::size_t k = 0; k < i; ++k) begin += texts_[k].size() + 2;
  return begin;
}

template <class T>
core::Result<T> Arguments::named(std::size_t i, core::Result<T> read) const {
  if (read) return read;
  core::Error error = std::move(read).error();
  if (error->span) {
    const std::size_t begin = begin_of(i);
    error->span = core::Span{begin + error->span->begin, begin + error->span->end};
  }
  error->message = fmt::format("argument {} of {}: {}", i + 1, operation_, error->message);
  return core::fail(std::move(error));
}

core::Result<Layout<>> Arguments::plain_layout(std::size_t i) const {
  return named(i, parse_layout(texts_[i]));
}

core::Result<CuteLayout> Arguments::any_layout(std::size_t i) const {
  return named(i, parse_any_layout(texts_[i]));
}

core::Result<Layout<>> Arguments::layout(std::size_t i) const {
  TILEGLOT_TRY(any, any_layout(i));
  if (const auto* plain = std::get_if<Layout<>>(&any)) return *plain;
  return named(i, core::Result<Layout<>>(core::fail(
                      {.code = "cute.unsupported",
                       .message = fmt::format("{} has no answer for a composed layout", operation_),
                       .help = "give a layout shape:stride"})));
}

core::Result<Swizzle> Arguments::swizzle(std::size_t i) const {
  return named(i, parse_swizzle(texts_[i]));
}

core::Result<Tiler> Arguments::tiler(std::size_t i) const {
  return named(i, parse_tiler(texts_[i]));
}

core::Result<IntTuple> Arguments::tuple(std::size_t i) const {
  return named(i, parse_int_tuple(texts_[i]));
}

core::Result<IntTuple> Arguments::coordinate(std::size_t i) const {
  return named(i, parse_coordinate(texts_[i]));
}

core::Result<IntTuple> Arguments::coordinate_before_last() const {
  if (count() == 2) {
    TILEGLOT_TRY(path, coordinate(0));
    if (!core::has_underscore(path)) return path;
    return named(0, core::Result<IntTuple>(core::fail({.code = "cute.arguments",
                                                       .message = "'_' names no mode",
                                                       .help = "modes are counted from 0"})));
  }
  IntTuple all;
  for (std::size_t i = 0; i + 1 < count(); ++i) {
    TILEGLOT_TRY(one, number(i));
    TILEGLOT_TRY(longer, named(i, to_result(append(all, one))));
    all = longer;
  }
  return all;
}

core::Result<std::int64_t> Arguments::number(std::size_t i) const {
  TILEGLOT_TRY(read, tuple(i));
  if (read.is_scalar && read.paths[0] == 0) return read.values[0];
  return named(i, core::Result<std::int64_t>(
                      core::fail({.code = "cute.arguments",
                                  .message = fmt::format("'{}' is not a number", texts_[i]),
                                  .help = "write one integer there"})));
}

std::optional<Order> Arguments::order(std::size_t i) const { return parse_order(texts_[i]); }

bool Arguments::is_layout(std::size_t i) const {
  return texts_[i].find(':') != std::string::npos || texts_[i].find(" o ") != std::string::npos;
}

}  // namespace tileglot::notation::cute
