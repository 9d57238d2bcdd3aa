// SPDX-License-Identifier: Apache-2.0
// attribute_rule.h: how one attribute is read from the message of an instruction.
//
// What     A rule is an attribute and the function that makes its text; append_attribute writes
//          `, name=value`, or nothing where the message does not have it.
// Errors   Those of the function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

/// The text of a value; nullopt where the message does not have the attribute.
using AttributeText = std::optional<std::string>;
using ReadAttribute = core::Result<AttributeText> (*)(const Message& instruction);

struct AttributeRule {
  AttributeKey key;
  ReadAttribute read;
};

/// The text as one that an instruction has.
core::Result<AttributeText> wrapped(core::Result<std::string> text);

void append_attribute_text(AttributeKey key, std::string_view text, std::string& out);
core::Status append_attribute(const Message& instruction, const AttributeRule& rule,
                              std::string& out);

}  // namespace tileglot::hlo
