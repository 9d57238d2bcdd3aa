// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/text/detail/cursor.h"
#include "tileglot/hlo/text/detail/element_reader.h"
#include "tileglot/hlo/text/detail/list.h"
#include "tileglot/hlo/text/detail/refuse.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Span;
using core::Status;

constexpr std::array kTexts = std::to_array<std::string_view>(
    {"deduplicated_name", "op_name", "op_type", "scheduling_name", "source_file"});
constexpr std::array kNumbers = std::to_array<std::string_view>(
    {"size_of_generated_code_in_bytes", "size_of_memory_working_set_in_bytes", "source_column",
     "source_end_column", "source_end_line", "source_line", "stack_frame_id"});
constexpr std::array kKeys = std::to_array<std::string_view>(
    {"deduplicated_name", "metadata_payload", "op_name", "op_type", "profile_type",
     "scheduling_name", "size_of_generated_code_in_bytes", "size_of_memory_working_set_in_bytes",
     "source_column", "source_end_column", "source_end_line", "source_file", "source_line",
     "stack_frame_id"});

/// XLA does not print metadata without any of these.
constexpr std::array kShownKeys =
    std::to_array<std::string_view>({"op_name", "op_type", "scheduling_name", "source_file"});

constexpr std::array kPrintedOrder = std::to_array<std::string_view>(
    {"op_type", "op_name", "source_file", "source_line", "source_end_line", "source_column",
     "source_end_column", "profile_type", "deduplicated_name", "scheduling_name"});

constexpr std::array kAccuracyModes = std::to_array<std::string_view>({"default", "highest"});
constexpr std::array kTolerances = std::to_array<std::string_view>({"atol", "rtol", "ulps"});
constexpr std::array kDomainKeys = std::to_array<std::string_view>({"kind", "entry", "exit"});

/// A number with or without a point.
Status skip_number(Cursor& cursor) {
  std::array<std::byte, 8> bytes{};
  return read_element(cursor, notation::xla::PrimitiveType::kF64, bytes.data());
}

bool contains(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

Status skip_metadata_value(Cursor& cursor, std::string_view key) {
  if (contains(kTexts, key)) {
    TILEGLOT_TRY_STATUS(cursor.quoted());
  } else if (contains(kNumbers, key)) {
    TILEGLOT_TRY_STATUS(cursor.integer("an integer"));
  } else {
    TILEGLOT_TRY_STATUS(cursor.braces());
  }
  return {};
}

}  // namespace

/// Commas between the items are allowed, as in XLA.
Status check_metadata(Cursor& cursor) {
  TILEGLOT_TRY_STATUS(cursor.expect('{', "before metadata"));
  while (!cursor.accept('}')) {
    const std::size_t begin = cursor.here().begin;
    const std::string_view key = cursor.attribute_name();
    if (key.empty()) return cursor.expected("a part of the metadata, such as op_name=");
    if (!contains(kKeys, key)) {
      return fail({.code = "hlo.attribute",
                   .message = fmt::format("metadata has no {}", key),
                   .span = Span{begin, begin + key.size()},
                   .help = guess_and_list(key, kKeys)});
    }
    TILEGLOT_TRY_STATUS(skip_metadata_value(cursor, key));
    cursor.accept(',');
  }
  return {};
}

Status check_result_accuracy(Cursor& cursor) {
  TILEGLOT_TRY_STATUS(cursor.expect('{', "before the accuracy of a result"));
  const Span place = cursor.here();
  const std::string_view key = cursor.attribute_name();
  if (key == "mode") {
    const Span word = cursor.here();
    const std::string mode = lower_case(cursor.word());
    if (!contains(kAccuracyModes, mode)) {
      return fail({.code = "hlo.word",
                   .message = fmt::format("the mode of result_accuracy cannot be '{}'", mode),
                   .span = word,
                   .help = guess_and_list(mode, kAccuracyModes)});
    }
  } else if (key == "tolerance") {
    TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', [&cursor]() -> Status {
      const std::string_view name = cursor.attribute_name();
      if (!contains(kTolerances, name)) return cursor.expected("atol=, rtol= or ulps=");
      return skip_number(cursor);
    }));
  } else {
    return fail({.code = "hlo.attribute",
                 .message = fmt::format("result_accuracy has no {}",
                                        key.empty() ? std::string("content") : std::string(key)),
                 .span = place,
                 .help = "write {mode=highest} or {tolerance={atol=0,rtol=0.1,ulps=2}}"});
  }
  return cursor.expect('}', "after the accuracy of a result");
}

/// Which devices hold the array before and after.
Status check_domain(Cursor& cursor) {
  std::vector<std::string_view> seen;
  const auto read_one = [&]() -> Status {
    const std::string_view key = cursor.attribute_name();
    if (!contains(kDomainKeys, key) || contains(seen, key)) {
      return cursor.expected("kind=, entry= and exit= of a domain, each once");
    }
    seen.push_back(key);
    if (key != "kind") {
      TILEGLOT_TRY_STATUS(cursor.braces());
      return {};
    }
    const Span place = cursor.here();
    TILEGLOT_TRY(kind, cursor.quoted());
    if (kind.substr(1, kind.size() - 2) == "sharding") return {};
    return fail({.code = "hlo.word",
                 .message = fmt::format("the kind of a domain cannot be {}", core::printable(kind)),
                 .span = place,
                 .help = "write kind=\"sharding\""});
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_one));
  if (seen.size() == kDomainKeys.size()) return {};
  return cursor.expected("kind=, entry= and exit= of a domain, each once");
}

Status check_statistics(Cursor& cursor) {
  std::size_t count = 0;
  return read_list(cursor, '{', '}', [&]() -> Status {
    if (cursor.attribute_name().empty()) return cursor.expected("a name and '='");
    if (count++ > 0) return skip_number(cursor);
    TILEGLOT_TRY_STATUS(cursor.integer("the number of the statistic that is shown"));
    return {};
  });
}

/// `{a="b",c.d={e = 1}}`
Status check_frontend_attributes(Cursor& cursor) {
  return read_list(cursor, '{', '}', [&cursor]() -> Status {
    if (cursor.attribute_name().empty()) return cursor.expected("a name and '='");
    if (cursor.peek() == '{') {
      TILEGLOT_TRY_STATUS(cursor.braces());
    } else {
      TILEGLOT_TRY_STATUS(cursor.quoted());
    }
    return {};
  });
}

bool metadata_is_shown(std::string_view metadata) {
  Cursor cursor(metadata);
  cursor.accept('{');
  while (!cursor.accept('}') && !cursor.at_end()) {
    const std::string_view key = cursor.attribute_name();
    const std::size_t begin = cursor.position();
    if (!skip_metadata_value(cursor, key)) return true;
    const bool counts = contains(kShownKeys, key);
    if (counts && cursor.since(begin) != "\"\"") return true;
    cursor.accept(',');
  }
  return false;
}

std::string ordered_metadata(std::string_view metadata) {
  Cursor cursor(metadata);
  std::vector<std::pair<std::ptrdiff_t, std::string_view>> parts;
  cursor.accept('{');
  while (!cursor.accept('}') && !cursor.at_end()) {
    const std::size_t begin = cursor.here().begin;
    const std::string_view key = cursor.attribute_name();
    if (!skip_metadata_value(cursor, key)) return std::string(metadata);
    parts.emplace_back(std::ranges::find(kPrintedOrder, key) - kPrintedOrder.begin(),
                       cursor.since(begin));
    cursor.accept(',');
  }
  std::sort(parts.begin(), parts.end());
  std::string result = "{";
  for (const auto& [place, part] : parts) {
    if (result.size() > 1) result += ' ';
    result += part;
  }
  return result + "}";
}

std::string config_text(std::string_view quoted) {
  const std::string text = from_quoted(quoted);
  Cursor cursor(text);
  const bool is_dictionary = cursor.peek() == '{' && cursor.braces() && cursor.at_end();
  return is_dictionary ? text : to_quoted(text);
}

std::string sorted_frontend_attributes(std::string_view attributes) {
  Cursor cursor(attributes);
  std::vector<std::pair<std::string_view, std::string_view>> items;
  cursor.accept('{');
  while (!cursor.accept('}') && !cursor.at_end()) {
    const std::string_view key = cursor.attribute_name();
    const auto value = cursor.peek() == '{' ? cursor.braces() : cursor.quoted();
    if (!value) return std::string(attributes);
    items.emplace_back(key, *value);
    cursor.accept(',');
  }
  std::sort(items.begin(), items.end());
  std::string result = "{";
  for (const auto& [key, value] : items) {
    if (result.size() > 1) result += ',';
    result +=
        fmt::format("{}={}", key, value.front() == '{' ? std::string(value) : config_text(value));
  }
  return result + "}";
}

}  // namespace tileglot::hlo
