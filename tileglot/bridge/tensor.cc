// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::bridge {
namespace {

namespace triton = notation::triton;
namespace xla = notation::xla;

constexpr std::string_view kTensor = "tensor<";

bool is_bounded(const xla::Shape& shape) {
  return std::ranges::all_of(shape.dimensions,
                             [](const xla::Dimension& d) { return d.bound.has_value(); });
}

core::Result<Tensor> parse_xla_tensor(std::string_view text) {
  TILEGLOT_TRY(shape, xla::parse_valid_shape(text));
  const auto type = xla::element_type_of(shape.type);
  if (!type || !is_bounded(shape)) {
    return core::fail(
        {.code = type ? "tensor.unbounded" : "tensor.element",
         .message = fmt::format("{} has no extents, or no type of an element", xla::print(shape)),
         .span = core::Scanner(text).here(),
         .help = "write f16[16,32] or tensor<16x32xf16>"});
  }
  Tensor tensor{.extents = {}, .type = *type};
  for (const xla::Dimension& d : shape.dimensions) tensor.extents.push_back(*d.bound);
  return tensor;
}

core::Result<core::ElementType> element_type_of(const std::string& element) {
  if (element.starts_with("!tt.ptr<") || element == "index") return core::ElementType::kS64;
  if (const auto type = core::find_element_type(core::TypeNotation::kTriton, element)) return *type;
  auto type = core::parse_element_type(element);
  if (type) return *type;
  core::Error error = std::move(type).error();
  error->code = "tensor.element";
  return core::fail(std::move(error));
}

/// Parses 16x32xf16 as the inside of a type; spans point into the original text.
core::Result<triton::TensorType> parse_inside(std::string_view text) {
  auto type = triton::parse_tensor_type(fmt::format("{}{}>", kTensor, text));
  if (type) return type;
  core::Error error = std::move(type).error();
  if (error->span) {
    const auto shifted = [&](std::size_t at) {
      return std::clamp(at, kTensor.size(), kTensor.size() + text.size()) - kTensor.size();
    };
    error->span = core::Span{shifted(error->span->begin), shifted(error->span->end)};
  }
  return core::fail(std::move(error));
}

}  // namespace

core::Result<Tensor> parse_tensor(std::string_view text) {
  if (text.find('[') < text.find('<')) return parse_xla_tensor(text);
  core::Scanner scanner(text);
  const bool is_bare = scanner.peek() >= '0' && scanner.peek() <= '9';
  TILEGLOT_TRY(type, is_bare ? parse_inside(text) : triton::parse_tensor_type(text));
  TILEGLOT_TRY(element, element_type_of(type.element));
  return Tensor{type.shape, element, type.kind != triton::TypeKind::kTensor};
}

core::Result<xla::Shape> xla_array(const Tensor& tensor) {
  const auto type = xla::primitive_type_of(tensor.type);
  if (!type) {
    return core::fail(
        {.code = "xla.type",
         .message = fmt::format("XLA has no element type {}", core::name(tensor.type))});
  }
  xla::Shape array{.type = *type};
  for (const std::int64_t extent : tensor.extents) array.dimensions.push_back({extent});
  return array;
}

}  // namespace tileglot::bridge
