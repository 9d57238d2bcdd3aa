// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/operation.h"

#include <fmt/format.h>

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/wire.h"
#include "tileglot/value/json.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::fail;
using core::Result;

constexpr xla::ParseOptions kAsXla{.spelling = xla::Spelling::kXla};

template <class T>
Json described_as(const T& value) {
  return {{"print", xla::print(value)}, {"proto", xla::to_hex(xla::to_wire(value))}};
}

}  // namespace

Json described(const xla::Shape& shape) { return described_as(shape); }
Json described(const xla::Layout& layout) { return described_as(layout); }

Result<xla::Shape> shape_argument(XlaArguments args, std::size_t i) {
  return in_argument(xla::parse_shape(args[i], kAsXla), args, i);
}

Result<xla::Shape> shape_as_written_argument(XlaArguments args, std::size_t i) {
  constexpr xla::ParseOptions kAsWritten{.spelling = xla::Spelling::kXla,
                                         .missing_layout = xla::MissingLayout::kNone};
  return in_argument(xla::parse_shape(args[i], kAsWritten), args, i);
}

Result<xla::Shape> valid_shape_argument(XlaArguments args, std::size_t i) {
  return in_argument(xla::parse_valid_shape(args[i], kAsXla), args, i);
}

Result<xla::Layout> layout_argument(XlaArguments args, std::size_t i) {
  return in_argument(xla::parse_layout(args[i], kAsXla), args, i);
}

Result<xla::PrimitiveType> type_argument(XlaArguments args, std::size_t i) {
  if (const auto type = xla::primitive_type_named(args[i])) return *type;
  return fail({.code = "xla.type",
               .message = fmt::format("'{}' is not an XLA type", args[i].substr(0, 64)),
               .help = "types are written as f32, bf16, s4, pred"});
}

}  // namespace tileglot::api
