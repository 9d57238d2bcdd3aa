// SPDX-License-Identifier: Apache-2.0
// literal_text.h: the text of a constant in a message.
//
// What     append_literal writes the elements of a LiteralProto in logical order, with enough digits
//          that they are read back bit by bit.
// Why      XLA stores elements in the order of the literal's layout, in a field for each type;
//          types of less than a byte are packed.
// Example  s32[2,2]{0,1} with the numbers 1, 2, 3, 4 is { {1, 3}, {2, 4} }.
//          [tests: text_of_proto_test.cc, "constants are written in logical order"]
// Errors   hlo.proto (another number of elements than the shape has, a type without elements),
//          hlo.limit (too many elements, or braces around few).
// Source   XLA, literal.cc.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

core::Status append_literal(const Message& literal, std::string& out);

}  // namespace tileglot::hlo
