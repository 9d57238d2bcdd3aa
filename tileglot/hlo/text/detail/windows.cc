// SPDX-License-Identifier: Apache-2.0
// Windows, paddings and slices.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/detail/list.h"
#include "tileglot/hlo/text/detail/refuse.h"
#include "tileglot/hlo/text/detail/values.h"
#include "tileglot/hlo/text/limits.h"

namespace tileglot::hlo {
namespace {

using core::Result;
using core::Status;

constexpr std::array kWindowFields = std::to_array<std::string_view>(
    {"size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal"});

/// One number after `separator`, with nothing between them.
Result<std::int64_t> joined_integer(Cursor& cursor, char separator, std::string_view what) {
  cursor.move_to(cursor.position() + (cursor.next() == separator ? 1U : 0U));
  if (Cursor::is_blank(cursor.next())) return cursor.expected(what);
  return cursor.integer(what);
}

/// `1x2x3`
Result<std::vector<std::int64_t>> read_sizes(Cursor& cursor) {
  std::vector<std::int64_t> result;
  cursor.skip_space();
  do {
    TILEGLOT_TRY(size, joined_integer(cursor, 'x', "a size, such as the 3 of 3x3"));
    result.push_back(size);
  } while (cursor.next() == 'x');
  return result;
}

/// `lo_hi` or `lo_hi_interior`
Result<PaddingDimension> read_padding_dimension(Cursor& cursor) {
  constexpr std::string_view kWhat = "a padding, such as 0_0 or 1_1_2";
  PaddingDimension result;
  TILEGLOT_TRY(low, joined_integer(cursor, 'x', kWhat));
  if (cursor.next() != '_') return cursor.expected("'_' between low and high padding, as in 0_0");
  TILEGLOT_TRY(high, joined_integer(cursor, '_', kWhat));
  result = {.low = low, .high = high};
  if (cursor.next() != '_') return result;
  TILEGLOT_TRY(interior, joined_integer(cursor, '_', kWhat));
  result.interior = interior;
  return result;
}

core::Error window_error(Cursor& cursor, std::size_t begin, std::string_view field,
                         std::size_t given, std::size_t rank) {
  return {{.code = "hlo.window",
           .message = fmt::format("the window has {} dimensions by its size, and {} by its {}",
                                  rank, given, field),
           .span = cursor.span_from(begin),
           .help = "every part of a window names all dimensions: size=3x3 stride=2x2"}};
}

/// The member that a field sets in each dimension.
std::int64_t WindowDimension::* member_of(std::string_view field) {
  if (field == "stride") return &WindowDimension::stride;
  if (field == "lhs_dilate") return &WindowDimension::base_dilation;
  if (field == "rhs_dilate") return &WindowDimension::window_dilation;
  return &WindowDimension::size;
}

/// The fields of a window's text that were read so far.
struct WindowReader {
  Cursor& cursor;
  Window window = {};
  std::vector<std::string_view> seen = {};

  Status fit(std::string_view field, std::size_t count, std::size_t begin) {
    if (window.empty()) window.resize(count);
    if (window.size() == count) return {};
    return core::fail(window_error(cursor, begin, field, count, window.size()));
  }

  Status numbers(std::string_view field, std::size_t begin) {
    TILEGLOT_TRY(values, read_sizes(cursor));
    TILEGLOT_TRY_STATUS(fit(field, values.size(), begin));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (field == "rhs_reversal") {
        window[i].reversed = values[i] != 0;
      } else {
        window[i].*member_of(field) = values[i];
      }
    }
    return {};
  }

  Status pads(std::size_t begin) {
    TILEGLOT_TRY(values, read_padding(cursor));
    TILEGLOT_TRY_STATUS(fit("pad", values.size(), begin));
    for (std::size_t i = 0; i < values.size(); ++i) {
      window[i].padding_low = values[i].low;
      window[i].padding_high = values[i].high;
    }
    return {};
  }

  Status field() {
    const std::size_t begin = cursor.here().begin;
    const std::string_view name = cursor.attribute_name();
    for (const std::string_view known : kWindowFields) {
      if (name != known) continue;
      for (const std::string_view before : seen) {
        if (before == name) return cursor.expected(fmt::format("one {} only", name));
      }
      seen.push_back(name);
      return name == "pad" ? pads(begin) : numbers(name, begin);
    }
    cursor.move_to(begin);
    const std::string_view word = cursor.peek_word();
    return cursor.expected("a part of a window, such as size=",
                           guess_and_list(word, kWindowFields));
  }
};

}  // namespace

Result<Window> read_window(Cursor& cursor) {
  TILEGLOT_TRY_STATUS(cursor.expect('{', "before a window"));
  const std::size_t begin = cursor.position();
  WindowReader reader{cursor};
  while (cursor.peek() != '}') TILEGLOT_TRY_STATUS(reader.field());
  cursor.accept('}');
  if (reader.window.size() > static_cast<std::size_t>(kMaxRank)) {
    return beyond_limit("dimensions in a window", kMaxRank, cursor.span_from(begin));
  }
  return reader.window;
}

Result<Padding> read_padding(Cursor& cursor) {
  Padding result;
  cursor.skip_space();
  do {
    TILEGLOT_TRY(dimension, read_padding_dimension(cursor));
    result.push_back(dimension);
  } while (cursor.next() == 'x');
  return result;
}

Result<SliceRanges> read_slices(Cursor& cursor) {
  SliceRanges result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY_STATUS(cursor.expect('[', "before a range, as in [0:4]"));
    TILEGLOT_TRY(start, cursor.integer("where the slice starts"));
    TILEGLOT_TRY_STATUS(cursor.expect(':', "between start and limit"));
    TILEGLOT_TRY(limit, cursor.integer("where the slice ends"));
    SliceRange range{.start = start, .limit = limit};
    if (cursor.accept(':')) {
      TILEGLOT_TRY(stride, cursor.integer("the stride"));
      range.stride = stride;
    }
    result.push_back(range);
    return cursor.expect(']', "after a range");
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_item));
  return result;
}

}  // namespace tileglot::hlo
