// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/python/errors.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::python {
namespace {

namespace cute = notation::cute;
namespace strided = notation::strided;

/// True if the text alone is read as the layout.
bool is_whole(const std::string& text, const strided::AnyLayout& layout) {
  const auto again = strided::parse(text, {}, strided::spelling_of(layout));
  return again && *again == layout;
}

void add_array(const strided::AnyLayout& layout, Description& to) {
  if (is_whole(to.text, layout)) return;
  const strided::Array& array = strided::array_of(layout);
  to.shape = array.extents;
  if (array.type) to.dtype = std::string(core::name(*array.type));
}

/// Strides and tags have a shape without a type.
bridge::AnyLayout read_untyped(const Description& description, strided::Spelling spelling) {
  const strided::Array array{.extents = *description.shape};
  return value_of(
      strided::parse(description.text, array, spelling, description.notation.has_value()),
      description.text);
}

bridge::Notation notation_of(const Description& description) {
  if (description.notation) {
    return value_of(bridge::notation_named(*description.notation), *description.notation);
  }
  return value_of(bridge::detect(description.text), description.text);
}

std::string tuple_text(const std::vector<std::int64_t>& numbers) {
  return fmt::format("({}{})", fmt::join(numbers, ", "), numbers.size() == 1 ? "," : "");
}

}  // namespace

std::optional<std::string> Description::tensor() const {
  if (!shape) return std::nullopt;
  return fmt::format("{}[{}]", dtype.value_or("f32"), fmt::join(*shape, ","));
}

Description describe(const bridge::AnyLayout& layout, bool exact) {
  Description description{.text = bridge::print(layout),
                          .notation = std::string(bridge::name_of(bridge::notation_of(layout)))};
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout); exact && plain != nullptr) {
    description.text = cute::print(*plain, cute::Marks::kShow);
  }
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&layout);
      exact && composed != nullptr) {
    description.text = cute::print(*composed, cute::Marks::kShow);
  }
  if (const auto* any = std::get_if<strided::AnyLayout>(&layout)) add_array(*any, description);
  return description;
}

bridge::AnyLayout read(const Description& description) {
  if (description.shape && !description.dtype) {
    const bridge::Notation notation = notation_of(description);
    if (const auto spelling = strided::spelling_named(bridge::name_of(notation))) {
      return read_untyped(description, *spelling);
    }
    if (notation == bridge::Notation::kXla) {
      raise(core::Error({.code = "layout.dtype_missing",
                         .message = "a layout of XLA is one of elements of a known type",
                         .help = "give dtype=, as in dtype='bf16'"}));
    }
  }
  std::optional<bridge::Tensor> tensor;
  if (const auto text = description.tensor()) tensor = value_of(bridge::parse_tensor(*text), *text);
  return value_of(
      value::read_layout(description.text, description.notation, tensor, description.dtype),
      description.text);
}

std::string repr_of(const bridge::AnyLayout& layout) {
  const Description description = describe(layout);
  std::string text = fmt::format("tileglot.layout('{}'", description.text);
  if (description.shape) text += ", shape=" + tuple_text(*description.shape);
  if (description.dtype) text += ", dtype='" + *description.dtype + "'";
  return text + ")";
}

}  // namespace tileglot::python
