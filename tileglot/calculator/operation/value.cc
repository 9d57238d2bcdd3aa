// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/value.h"

#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/wire.h"
#include "tileglot/value/linear.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
namespace xla = notation::xla;

std::string text_of(const Json& json) {
  const bool has_print = json.is_object() && json.contains("print");
  const Json& shown = has_print ? json["print"] : json;
  return shown.is_string() ? shown.get<std::string>() : shown.dump();
}

struct Printer {
  Spelling spelling;

  std::string operator()(bool answer) const { return answer ? "true" : "false"; }
  std::string operator()(const Text& text) const { return text.text; }
  std::string operator()(const LayoutAtOffset& part) const {
    const std::string layout =
        std::visit([this](const auto& l) { return print(l, spelling); }, part.layout);
    return "(" + layout + "," + print(part.offset, spelling) + ")";
  }
  std::string operator()(const linear::Layout& layout) const { return linear::print(layout); }
  std::string operator()(const xla::Shape& shape) const { return xla::print(shape); }
  std::string operator()(const xla::Layout& layout) const { return xla::print(layout); }
  std::string operator()(const Json& json) const { return text_of(json); }
  template <class OfCute>
  std::string operator()(const OfCute& value) const {
    return print(value, spelling);
  }
};

struct Namer {
  std::string_view operator()(bool) const { return "bool"; }
  std::string_view operator()(cute::Integer) const { return "int"; }
  std::string_view operator()(const cute::IntTuple& t) const {
    return t.is_scalar ? "int" : "cute.int_tuple";
  }
  std::string_view operator()(const cute::Layout<>&) const { return "cute.layout"; }
  std::string_view operator()(const cute::ComposedLayout&) const { return "cute.composed"; }
  std::string_view operator()(cute::Swizzle) const { return "cute.swizzle"; }
  std::string_view operator()(const cute::Tiler&) const { return "cute.tiler"; }
  std::string_view operator()(const LayoutAtOffset&) const { return "list"; }
  std::string_view operator()(const Text&) const { return "text"; }
  std::string_view operator()(const linear::Layout&) const { return "linear.layout"; }
  std::string_view operator()(const xla::Shape&) const { return "object"; }
  std::string_view operator()(const xla::Layout&) const { return "object"; }
  std::string_view operator()(const Json& json) const {
    if (json.is_boolean()) return "bool";
    if (json.is_number()) return "int";
    if (json.is_string()) return "text";
    if (json.is_array()) return "list";
    return json.is_null() ? "null" : "object";
  }
};

template <class OfXla>
Json described(const OfXla& value) {
  return {{"print", xla::print(value)}, {"proto", xla::to_hex(xla::to_wire(value))}};
}

struct ToJson {
  Spelling spelling;

  Json operator()(const linear::Layout& layout) const { return value::linear_to_json(layout); }
  Json operator()(const xla::Shape& shape) const { return described(shape); }
  Json operator()(const xla::Layout& layout) const { return described(layout); }
  Json operator()(const Json& json) const { return json; }
  template <class OfCute>
  Json operator()(const OfCute& value) const {
    return Printer{spelling}(value);
  }
};

}  // namespace

std::string print_value(const Value& value, Spelling spelling) {
  return std::visit(Printer{spelling}, value);
}

std::string argument_text(const Value& value) {
  const auto* layout = std::get_if<linear::Layout>(&value);
  return layout != nullptr ? value::linear_to_json(*layout).dump() : print_value(value);
}

Json to_json(const Value& value, Spelling spelling) { return std::visit(ToJson{spelling}, value); }

std::string_view type_name(const Value& value) { return std::visit(Namer{}, value); }

core::Result<Value> parse_cute_value(std::string_view text) {
  const auto layout = cute::parse_any_layout(text);
  if (layout) return std::visit([](const auto& l) { return Value(l); }, *layout);
  if (const auto swizzle = cute::parse_swizzle(text)) return Value(*swizzle);
  if (const auto tiler = cute::parse_tiler(text)) return Value(*tiler);
  return core::fail(layout.error());
}

}  // namespace tileglot::calculator
