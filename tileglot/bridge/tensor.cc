// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/parse.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::bridge {
namespace {

namespace xla = notation::xla;

constexpr std::array<std::string_view, 6> kTypes{
    "tensor", "!ttg.memdesc", "!tt.memdesc", "!triton_gpu.memdesc", "!tt.tensordesc", "memref"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_bounded(const xla::Shape& shape) {
  return std::ranges::all_of(shape.dimensions,
                             [](const xla::Dimension& d) { return d.bound.has_value(); });
}

/// Its layout, if it has one, is not asked for here.
core::Result<Tensor> parse_xla_tensor(std::string_view text) {
  TILEGLOT_TRY(shape, xla::parse_valid_shape(text));
  const auto type = xla::element_type_of(shape.type);
  if (!type || !is_bounded(shape)) {
    return core::fail(
        {.code = "tensor.syntax",
         .message = fmt::format("{} has no extents, or no type of an element", xla::print(shape)),
         .span = core::Scanner(text).here(),
         .help = "write f16[16,32] or tensor<16x32xf16>"});
  }
  Tensor tensor{.extents = {}, .type = *type};
  for (const xla::Dimension& d : shape.dimensions) tensor.extents.push_back(*d.bound);
  return tensor;
}

/// 16x32x, up to the element type.
core::Result<std::vector<std::int64_t>> read_extents(core::Scanner& scanner) {
  std::vector<std::int64_t> extents;
  while (is_digit(scanner.peek())) {
    scanner.skip_space();
    const std::size_t begin = scanner.position();
    TILEGLOT_TRY(extent, scanner.integer("an extent"));
    if (extent < 1) {
      return core::fail({.code = "tensor.extent",
                         .message = fmt::format("a tensor has no extent {}", extent),
                         .span = scanner.span_from(begin)});
    }
    extents.push_back(extent);
    TILEGLOT_TRY_STATUS(scanner.expect("x", "behind an extent"));
  }
  return extents;
}

core::Result<core::ElementType> read_name(core::Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string_view name = scanner.name();
  if (const auto type = core::find_element_type(core::TypeNotation::kTriton, name)) return *type;
  auto type = core::parse_element_type(name);
  if (type) return *type;
  core::Error error = type.error();
  error.code = "tensor.type";
  error.span = scanner.span_from(begin);
  return core::fail(std::move(error));
}

/// The name of a type, or a pointer with what it points at and in which memory.
core::Result<core::ElementType> read_type(core::Scanner& scanner) {
  if (!scanner.accept("!tt.ptr<")) return read_name(scanner);
  TILEGLOT_TRY_STATUS(read_type(scanner));
  if (scanner.accept(",")) TILEGLOT_TRY_STATUS(scanner.integer("a number of a memory"));
  TILEGLOT_TRY_STATUS(scanner.expect(">", "behind what is pointed at"));
  return core::ElementType::kS64;
}

bool accept_word(core::Scanner& scanner) {
  for (const std::string_view word : kTypes) {
    if (scanner.accept(word)) return true;
  }
  return false;
}

}  // namespace

core::Result<Tensor> parse_tensor(std::string_view text) {
  if (text.find('[') < text.find('<')) return parse_xla_tensor(text);
  core::Scanner scanner(text);
  const bool is_type = accept_word(scanner);
  if (is_type) TILEGLOT_TRY_STATUS(scanner.expect("<", "behind the word"));
  TILEGLOT_TRY(extents, read_extents(scanner));
  TILEGLOT_TRY(type, read_type(scanner));
  // What stands behind the element type, an encoding or a memory, is not asked for here.
  const bool ends = is_type ? scanner.looking_at(">") || scanner.looking_at(",") : scanner.at_end();
  if (ends) return Tensor{extents, type};
  return core::fail({.code = "tensor.syntax",
                     .message = fmt::format("the tensor goes on with {}", scanner.found()),
                     .span = scanner.here(),
                     .help = "write tensor<16x32xf16>, f16[16,32] or 16x32xf16"});
}

}  // namespace tileglot::bridge
