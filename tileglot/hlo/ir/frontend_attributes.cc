// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/frontend_attributes.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/hlo/ir/escapes.h"

namespace tileglot::hlo {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// The end of the string that begins at `begin`: after its quotation mark.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  return std::min(at + 1, text.size());
}

/// The end of the item that begins at `begin`: before a comma, or the brace around the list.
std::size_t end_of_item(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t at = begin; at < text.size();) {
    if (text[at] == '"') {
      at = end_of_string(text, at);
      continue;
    }
    const bool is_end = depth == 0 && (text[at] == ',' || text[at] == '}');
    if (is_end) return at;
    depth += text[at] == '{' ? 1U : 0U;
    depth -= text[at] == '}' ? 1U : 0U;
    ++at;
  }
  return text.size();
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

}  // namespace

std::optional<FrontendValue> frontend_value(std::string_view attributes, std::string_view name) {
  for (std::size_t begin = attributes.find('{'); begin < attributes.size();) {
    const std::size_t end = end_of_item(attributes, ++begin);
    const std::string_view item = attributes.substr(begin, end - begin);
    const std::size_t equals = item.find('=');
    if (equals != std::string_view::npos && trimmed(item.substr(0, equals)) == name) {
      const std::string_view value = trimmed(item.substr(equals + 1));
      const auto at = static_cast<std::size_t>(value.data() - attributes.data());
      if (!value.starts_with('"')) return FrontendValue{std::string(value), at};
      return FrontendValue{from_quoted(value), at + 1};
    }
    begin = end;
  }
  return std::nullopt;
}

}  // namespace tileglot::hlo
