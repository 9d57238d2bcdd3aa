// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/xla.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/text/jax_layout.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/sharding_wire.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::value {
namespace {

namespace xla = notation::xla;
using core::Result;

template <class T>
Result<XlaValue> as_value(Result<T> read) {
  if (!read) return core::fail(std::move(read).error());
  return XlaValue(*std::move(read));
}

/// Inside the braces of a layout are numbers and capitals; of a sharding words, or shardings.
bool is_sharding(std::string_view text) {
  core::Scanner scanner(text);
  if (!scanner.accept("{")) return false;
  const char first = scanner.peek();
  return first == '{' || (first >= 'a' && first <= 'z');
}

bool is_bare_layout(std::string_view text) {
  core::Scanner scanner(text);
  return scanner.looking_at("{");
}

Result<std::string> to_jax(const xla::Layout& layout) { return xla::print_jax_layout(layout); }
Result<std::string> to_jax(const xla::Shape& shape) {
  return xla::print_jax_layout(xla::layout_or_default(shape));
}
Result<std::string> to_jax(const xla::Sharding&) {
  return core::fail({.code = "xla.jax", .message = "a sharding is not a layout of JAX"});
}

}  // namespace

std::optional<Result<XlaValue>> read_bare_xla_text(std::string_view text) {
  if (xla::looks_like_jax_layout(text)) return as_value(xla::parse_jax_layout(text));
  if (is_sharding(text)) return as_value(xla::parse_sharding(text));
  if (is_bare_layout(text)) return as_value(xla::parse_layout(text));
  return std::nullopt;
}

Result<XlaValue> read_xla_wire(std::string_view bytes, std::string_view message) {
  if (message == "shape") return as_value(xla::shape_from_wire(bytes));
  if (message == "layout") return as_value(xla::layout_from_wire(bytes));
  if (message == "sharding") return as_value(xla::sharding_from_wire(bytes));
  return core::fail({.code = "convert.message",
                     .message = fmt::format("'{}' is not a message", message.substr(0, 64)),
                     .help = "the messages are shape, layout and sharding"});
}

std::string wire_of(const XlaValue& value) {
  return std::visit([](const auto& v) { return xla::to_wire(v); }, value);
}

Result<std::string> write_xla_value(const XlaValue& value, std::string_view target) {
  if (target == "wire") return xla::to_hex(wire_of(value));
  if (target == "jax") return std::visit([](const auto& v) { return to_jax(v); }, value);
  return std::visit([](const auto& v) { return xla::print(v); }, value);
}

}  // namespace tileglot::value
