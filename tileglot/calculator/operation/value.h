// SPDX-License-Identifier: Apache-2.0
// value.h: what an operation answers, and what a call inside another call passes on.
//
// What     Value is one of CuTe's values (a bool, an integer, a tuple, a layout, a composed layout, a
//          swizzle, a tiler, a layout with the offset where it begins, a text), a linear layout, a
//          shape or layout of XLA, or JSON. print_value, to_json and type_name describe it;
//          argument_text is how a user would write it as an argument.
// Why      One type for every notation: an operation of one takes what an operation of another
//          answers, and the command line and the JSON interface print values without knowing which
//          operation they come from.
// Units    CuTe's text keeps static marks in Spelling::kCuteCpp only, so that is the spelling of
//          argument_text. The text of a linear layout is not JSON; as an argument it is.
// Example  type_name of 12:1 is "cute.layout"; print_value of it in CuTe's spelling is _12:_1.
//          [tests: operation/value_test.cc, "every kind of value has a name and a text"]
// Errors   Those of CuTe's texts.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {

using notation::cute::Spelling;
using value::Json;

/// A part of a CuTe layout, and the offset (a coordinate if strides are scaled bases) of its first
/// element.
struct LayoutAtOffset {
  notation::cute::CuteLayout layout;
  notation::cute::IntTuple offset;
};

/// A text that is printed verbatim: a table, a LaTeX document.
struct Text {
  std::string text;
};

using Value =
    std::variant<bool, notation::cute::Integer, notation::cute::IntTuple, notation::cute::Layout<>,
                 notation::cute::ComposedLayout, notation::cute::Swizzle, notation::cute::Tiler,
                 LayoutAtOffset, Text, notation::linear::Layout, notation::xla::Shape,
                 notation::xla::Layout, Json>;

/// The text of an answer. JSON with a text of its own, "print", is that text; a string is its
/// content.
std::string print_value(const Value& value, Spelling spelling = Spelling::kCuteCpp);

/// The text that stands for the value among the arguments of a call.
std::string argument_text(const Value& value);

/// CuTe's values are their texts; a shape or layout of XLA is its text as "print" and its protocol
/// buffer, in hex, as "proto".
Json to_json(const Value& value, Spelling spelling = Spelling::kCuteCpp);

/// The type name in the envelope of `eval --jsonl`: "cute.layout", "int", ..
std::string_view type_name(const Value& value);

/// A layout of CuTe (plain, with scaled bases, composed), a swizzle or a tiler.
core::Result<Value> parse_cute_value(std::string_view text);

}  // namespace tileglot::calculator
