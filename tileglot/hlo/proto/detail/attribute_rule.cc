// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/attribute_rule.h"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

core::Result<AttributeText> wrapped(core::Result<std::string> text) {
  if (!text) return core::fail(std::move(text).error());
  return AttributeText(std::move(*text));
}

void append_attribute_text(AttributeKey key, std::string_view text, std::string& out) {
  fmt::format_to(std::back_inserter(out), ", {}={}", name_of(key), text);
}

core::Status append_attribute(const Message& instruction, const AttributeRule& rule,
                              std::string& out) {
  TILEGLOT_TRY(text, rule.read(instruction));
  if (text) append_attribute_text(rule.key, *text, out);
  return {};
}

}  // namespace tileglot::hlo
