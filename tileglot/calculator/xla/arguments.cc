// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::fail;
using core::Result;

constexpr xla::ParseOptions kAsXla{.spelling = xla::Spelling::kXla};

/// The value of a call inside, if reading its text would neither refuse nor complete it.
const xla::Shape* complete_shape(const Arguments& args, std::size_t i) {
  const auto* shape = args.value<xla::Shape>(i);
  return shape != nullptr && xla::has_layout(*shape) && xla::validate(*shape) ? shape : nullptr;
}

}  // namespace

Result<xla::Shape> shape_argument(const Arguments& args, std::size_t i) {
  if (const xla::Shape* shape = complete_shape(args, i)) return *shape;
  return in_argument(xla::parse_shape(args.text(i), kAsXla), args, i);
}

Result<xla::Shape> shape_as_written_argument(const Arguments& args, std::size_t i) {
  constexpr xla::ParseOptions kAsWritten{.spelling = xla::Spelling::kXla,
                                         .missing_layout = xla::MissingLayout::kNone};
  if (const xla::Shape* shape = complete_shape(args, i)) return *shape;
  return in_argument(xla::parse_shape(args.text(i), kAsWritten), args, i);
}

Result<xla::Shape> valid_shape_argument(const Arguments& args, std::size_t i) {
  if (const xla::Shape* shape = complete_shape(args, i)) return *shape;
  return in_argument(xla::parse_valid_shape(args.text(i), kAsXla), args, i);
}

Result<xla::Layout> xla_layout_argument(const Arguments& args, std::size_t i) {
  const auto* layout = args.value<xla::Layout>(i);
  const bool is_dense = layout != nullptr && !layout->index_type && !layout->pointer_type &&
                        layout->physical_shape == nullptr;
  if (is_dense) return *layout;
  return in_argument(xla::parse_layout(args.text(i), kAsXla), args, i);
}

Result<xla::PrimitiveType> type_argument(const Arguments& args, std::size_t i) {
  const std::string text = args.text(i);
  if (const auto type = xla::primitive_type_named(text)) return *type;
  return fail({.code = "xla.type",
               .message = fmt::format("'{}' is not an XLA type", text.substr(0, 64)),
               .help = "types are written as f32, bf16, s4, pred"});
}

}  // namespace tileglot::calculator
