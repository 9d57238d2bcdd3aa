// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/value.h"

#include <string>
#include <string_view>
#include <variant>

#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/print.h"

namespace tileglot::notation::cute {
namespace {

struct Printer {
  Marks marks;

  std::string operator()(bool answer) const { return answer ? "true" : "false"; }
  std::string operator()(Swizzle swizzle) const { return print(swizzle); }
  std::string operator()(const Text& text) const { return text.text; }
  std::string operator()(const LayoutAtOffset& part) const {
    const std::string layout =
        std::visit([this](const auto& l) { return print(l, marks); }, part.layout);
    return "(" + layout + "," + print(part.offset, marks) + ")";
  }
  template <class T>
  std::string operator()(const T& value) const {
    return print(value, marks);
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

std::string print_value(const Value& value, Marks marks) {
  return std::visit(Printer{marks}, value);
}

std::string_view type_name(const Value& value) { return std::visit(Namer{}, value); }

}  // namespace tileglot::notation::cute
