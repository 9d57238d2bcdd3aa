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
#include "tileglot/hlo/text/detail/cursor.h"
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
    result += fmt::format("{}={}", key, value);
  }
  return result + "}";
}

}  // namespace tileglot::hlo
