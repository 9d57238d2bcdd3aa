// SPDX-License-Identifier: Apache-2.0
// opcode_attributes.h: which attributes an operation has.
//
// What     is_allowed(opcode, key) and required_attributes(opcode); every operation also has the
//          common ones: sharding, metadata, backend_config and others.
// Why      Dropping a misspelt attribute would silently change a program.
// Example  transpose needs dimensions; dot has lhs_contracting_dims and seven others of its own.
//          [tests: hlo/ir/opcode_attributes_test.cc, "a transpose needs its dimensions"]
// Source   XLA, hlo_parser.cc.
#pragma once

#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {

bool is_allowed(Opcode opcode, AttributeKey key);
const std::vector<AttributeKey>& required_attributes(Opcode opcode);

/// Their names, sorted.
std::vector<std::string_view> allowed_attribute_names(Opcode opcode);

}  // namespace tileglot::hlo
