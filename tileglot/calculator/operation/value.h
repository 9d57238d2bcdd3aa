// SPDX-License-Identifier: Apache-2.0
// value.h: the arguments and results of this package's operations.
//
// What     Value is a bool, an integer, a tuple, a layout, a composed layout, a swizzle, a tiler, a
//          layout with the offset where it begins, or a text. print_value and type_name describe
//          it.
// Why      The command line, the JSON interface and the golden tests handle values without knowing
//          which operation produced them.
// Example  type_name of 12:1 is "cute.layout"; print_value with Marks::kShow writes _12:_1.
//          [tests: cute/operations_test.cc, "every kind of value has a name and a text"]
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {

/// A part of a layout, and the offset (a coordinate if strides are scaled bases) of its first
/// element.
struct LayoutAtOffset {
  CuteLayout layout;
  IntTuple offset;
};

/// A text that is printed verbatim: a table, a LaTeX document.
struct Text {
  std::string text;
};

using Value = std::variant<bool, Integer, IntTuple, Layout<>, ComposedLayout, Swizzle, Tiler,
                           LayoutAtOffset, Text>;

std::string print_value(const Value& value, Spelling spelling);
std::string print_value(const Value& value, Marks marks);

/// A layout (plain, with scaled bases, composed), a swizzle or a tiler.
core::Result<Value> parse_value(std::string_view text);

/// The type name in the envelope of `eval --jsonl`: "cute.layout", "int", ..
std::string_view type_name(const Value& value);

}  // namespace tileglot::notation::cute
