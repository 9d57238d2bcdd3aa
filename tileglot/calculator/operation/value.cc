// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/value.h"

#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

struct Printer {
  Spelling spelling;

  std::string operator()(bool answer) const { return answer ? "true" : "false"; }
  std::string operator()(Swizzle swizzle) const { return print(swizzle, spelling); }
  std::string operator()(const Text& text) const { return text.text; }
  std::string operator()(const LayoutAtOffset& part) const {
    const std::string layout =
        std::visit([this](const auto& l) { return print(l, spelling); }, part.layout);
    return "(" + layout + "," + print(part.offset, spelling) + ")";
  }
  template <class T>
  std::string operator()(const T& value) const {
    return print(value, spelling);
  }
};

struct Namer {
  std::string_view operator()(bool) const { return "bool"; }
  std::string_view operator()(Integer) const { return "int"; }
  std::string_view operator()(const IntTuple& t) const {
    return t.is_scalar ? "int" : "cute.int_tuple";
  }
  std::string_view operator()(const Layout<>&) const { return "cute.layout"; }
  std::string_view operator()(const ComposedLayout&) const { return "cute.composed"; }
  std::string_view operator()(Swizzle) const { return "cute.swizzle"; }
  std::string_view operator()(const Tiler&) const { return "cute.tiler"; }
  std::string_view operator()(const LayoutAtOffset&) const { return "list"; }
  std::string_view operator()(const Text&) const { return "text"; }
};

}  // namespace

std::string print_value(const Value& value, Spelling spelling) {
  return std::visit(Printer{spelling}, value);
}

std::string print_value(const Value& value, Marks marks) {
  return print_value(value, spelling_of(marks));
}

core::Result<Value> parse_value(std::string_view text) {
  const auto layout = parse_any_layout(text);
  if (layout) return std::visit([](const auto& l) { return Value(l); }, *layout);
  if (const auto swizzle = parse_swizzle(text)) return Value(*swizzle);
  if (const auto tiler = parse_tiler(text)) return Value(*tiler);
  return core::fail(layout.error());
}

std::string_view type_name(const Value& value) { return std::visit(Namer{}, value); }

}  // namespace tileglot::notation::cute
