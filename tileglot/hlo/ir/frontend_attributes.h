// SPDX-License-Identifier: Apache-2.0
// frontend_attributes.h: attributes that a frontend passes to the compiler by name.
//
// What     frontend_value(attributes, name) finds one value in {a="b",c={..}}, as a module or an
//          instruction stores it: the text between its quotation marks, unescaped, or its braces.
// Example  arg_layout_modes of {arg_layout_modes="default;auto",out_layout_modes={1,0}} is
//          default;auto, and out_layout_modes is {1,0}.
//          [tests: hlo/ir/frontend_attributes_test.cc, "a value is found by its name"]
// Source   XLA, FrontendAttributesToString, which omits the quotation marks of a text in braces.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tileglot::hlo {

struct FrontendValue {
  std::string text = {};
  std::size_t begin = 0;  ///< its offset in the attributes, if nothing in it was escaped
};

std::optional<FrontendValue> frontend_value(std::string_view attributes, std::string_view name);

}  // namespace tileglot::hlo
