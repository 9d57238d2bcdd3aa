// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/source_place.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {
namespace {

/// The end of the quoted text that begins at `begin`.
std::size_t end_of_quoted(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  return at < text.size() ? at + 1 : text.size();
}

bool is_part_of_name(char c) { return c == '_' || (c >= 'a' && c <= 'z'); }

/// The value of `name=value` among others, not inside quotation marks; empty where there is none.
std::string_view value_of(std::string_view fields, std::string_view name) {
  for (std::size_t at = 0; at < fields.size(); ++at) {
    if (fields[at] == '"') {
      at = end_of_quoted(fields, at) - 1;
      continue;
    }
    const bool begins = at == 0 || !is_part_of_name(fields[at - 1]);
    const std::string_view rest = fields.substr(at);
    if (!begins || !rest.starts_with(name) || !rest.substr(name.size()).starts_with('=')) continue;
    const std::string_view value = rest.substr(name.size() + 1);
    if (value.starts_with('"')) return value.substr(0, end_of_quoted(value, 0));
    return value.substr(0, value.find_first_of(" ,}"));
  }
  return {};
}

std::string quoted_value(std::string_view fields, std::string_view name) {
  const std::string_view value = value_of(fields, name);
  return value.starts_with('"') ? from_quoted(value) : std::string();
}

std::optional<std::int64_t> number_value(std::string_view fields, std::string_view name) {
  const std::string_view value = value_of(fields, name);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (value.empty() || error != std::errc()) return std::nullopt;
  return number;
}

/// The line of a table of the header that begins with this number, without it.
std::string_view row_of_table(const Module& module, std::string_view table, std::int64_t number) {
  const std::string begin = fmt::format("\n{} ", number);
  for (const std::string_view text : module.header.stack_frames) {
    if (!text.starts_with(table)) continue;
    const std::size_t at = text.find(begin);
    if (at == std::string_view::npos) return {};
    const std::string_view row = text.substr(at + begin.size());
    return row.substr(0, row.find('\n'));
  }
  return {};
}

void read_stack_frame(const Module& module, std::int64_t frame, SourcePlace& place) {
  const auto location =
      number_value(row_of_table(module, "StackFrames", frame), "file_location_id");
  if (!location) return;
  const std::string_view row = row_of_table(module, "FileLocations", *location);
  const auto file = number_value(row, "file_name_id");
  if (!file) return;
  const std::string_view name = row_of_table(module, "FileNames", *file);
  if (!name.starts_with('"')) return;
  place.file = from_quoted(name.substr(0, end_of_quoted(name, 0)));
  place.line = number_value(row, "line").value_or(0);
}

}  // namespace

SourcePlace source_place_of(const Module& module, InstructionId id) {
  const std::string_view fields = text_of(module[id], AttributeKey::kMetadata);
  SourcePlace place{.op_name = quoted_value(fields, "op_name"),
                    .file = quoted_value(fields, "source_file"),
                    .line = number_value(fields, "source_line").value_or(0)};
  if (!place.file.empty()) return place;
  const auto frame = number_value(fields, "stack_frame_id");
  if (frame) read_stack_frame(module, *frame, place);
  return place;
}

std::string text_of(const SourcePlace& place) {
  std::string text = place.op_name;
  if (place.file.empty()) return text;
  if (!text.empty()) text += ", ";
  return text + (place.line > 0 ? fmt::format("{}:{}", place.file, place.line) : place.file);
}

}  // namespace tileglot::hlo
