// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/mlir.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/affine_map.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/detail/number_list.h"
#include "tileglot/notation/strided/limits.h"
#include "tileglot/notation/strided/strides.h"

namespace tileglot::notation::strided {
namespace {

using core::Span;
using core::TypeNotation;

core::Error dynamic(core::Scanner& scanner, std::string_view what) {
  return {{.code = "mlir.dynamic",
           .message = fmt::format("{} is known at run time only", what),
           .span = scanner.here(),
           .help = "write a number in place of the ?"}};
}

core::Status refuse_dynamic(core::Scanner& scanner, std::string_view what) {
  return scanner.looking_at("?") ? core::Status(core::fail(dynamic(scanner, what)))
                                 : core::Status();
}

core::Result<MlirStrides> read_strided(core::Scanner& scanner) {
  TILEGLOT_TRY_STATUS(scanner.expect("strided", "before the strides"));
  TILEGLOT_TRY_STATUS(scanner.expect("<", "after 'strided'"));
  TILEGLOT_TRY_STATUS(scanner.expect("[", "before the strides"));
  const std::size_t rest = scanner.position();
  const std::size_t unknown = scanner.text().find('?', rest);
  if (unknown != std::string_view::npos && unknown < scanner.text().find('>', rest)) {
    scanner.rewind(unknown);
    return core::fail(dynamic(scanner, "a stride or the offset"));
  }
  TILEGLOT_TRY(strides, detail::read_numbers(scanner, "a stride", "]"));
  MlirStrides layout{.strides = strides};
  if (scanner.accept(",")) {
    TILEGLOT_TRY_STATUS(scanner.expect("offset", "after the strides"));
    TILEGLOT_TRY_STATUS(scanner.expect(":", "after 'offset'"));
    TILEGLOT_TRY(offset, scanner.integer("the offset"));
    layout.offset = offset;
  }
  TILEGLOT_TRY_STATUS(scanner.expect(">", "after the strides"));
  return layout;
}

/// Reads a layout if there is one; returns whether it did.
core::Result<bool> read_layout(core::Scanner& scanner, MlirLayout& layout) {
  if (scanner.looking_at("strided")) {
    TILEGLOT_TRY(strides, read_strided(scanner));
    layout.layout = std::move(strides);
    return true;
  }
  if (!scanner.looking_at("affine_map")) return false;
  TILEGLOT_TRY(map, read_affine_map(scanner));
  if (map != identity_map(map.dimensions)) layout.layout = std::move(map);
  return true;
}

/// ui8 is u8 and si8 is s8; i8, which is signless, is s8. MLIR names our floats as Triton does.
std::optional<core::ElementType> type_named(std::string_view name) {
  const bool has_sign = name.starts_with("si") || name.starts_with("ui");
  if (!has_sign) return core::find_element_type(TypeNotation::kTriton, name);
  return core::find_element_type(TypeNotation::kTileglot,
                                 fmt::format("{}{}", name.front(), name.substr(2)));
}

/// nullopt for complex numbers.
std::optional<std::string> type_text(core::ElementType type) {
  const core::ElementTypeRow& row = core::row_of(type);
  if (row.kind == core::ElementKind::kUnsigned) return fmt::format("ui{}", row.bits);
  return row.triton ? std::optional(std::string(*row.triton)) : std::nullopt;
}

core::Result<core::ElementType> read_type(core::Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string_view name = scanner.name();
  if (const auto type = type_named(name)) return *type;
  return core::fail({.code = "mlir.memref",
                     .message = fmt::format("'{}' is not an element type", name.substr(0, 64)),
                     .span = scanner.span_from(begin),
                     .help = "the types are f32, bf16, i8, ui8 and the like"});
}

/// 16x8xf32
core::Result<Array> read_array(core::Scanner& scanner) {
  if (scanner.looking_at("*")) {
    return core::fail({.code = "mlir.memref",
                       .message = "an unranked memref has no layout",
                       .span = scanner.here(),
                       .help = "write the extents in place of the *, as in memref<16x8xf32>"});
  }
  Array array;
  while (true) {
    TILEGLOT_TRY_STATUS(refuse_dynamic(scanner, "an extent"));
    const char first = scanner.peek();
    if (first < '0' || first > '9') break;
    if (array.extents.size() == kMaxRank) {
      return core::fail({.code = "strided.limit",
                         .message = fmt::format("more than {} dimensions", kMaxRank),
                         .span = scanner.here()});
    }
    TILEGLOT_TRY(extent, scanner.integer("an extent"));
    array.extents.push_back(extent);
    TILEGLOT_TRY_STATUS(scanner.expect("x", "after an extent"));
  }
  TILEGLOT_TRY(type, read_type(scanner));
  array.type = type;
  return array;
}

/// Reads up to the > that closes the memref.
core::Result<std::string> read_memory_space(core::Scanner& scanner) {
  scanner.skip_space();
  const std::string_view rest = scanner.text().substr(scanner.position());
  std::size_t depth = 0;
  std::size_t length = 0;
  for (; length < rest.size(); ++length) {
    if (rest[length] == '<') ++depth;
    if (rest[length] == '>' && depth-- == 0) break;
  }
  const Span span{scanner.position(), scanner.position() + std::max<std::size_t>(length, 1)};
  std::string_view space = rest.substr(0, length);
  while (space.ends_with(' ')) space.remove_suffix(1);
  const bool is_plain = std::ranges::all_of(space, [](char c) { return c >= ' ' && c <= '~'; });
  if (length == rest.size() || space.empty() || space.size() > kMaxAttributeBytes || !is_plain) {
    return core::fail({.code = "mlir.memref",
                       .message = "the memory space is not valid, or does not end",
                       .span = span,
                       .help = "write memref<16x8xf32, strided<[8, 1]>, 3>"});
  }
  scanner.rewind(scanner.position() + length);
  return std::string(space);
}

/// Reads the layout, and the extents where the text has them.
core::Result<std::optional<Array>> read_memref(core::Scanner& scanner, MlirLayout& layout) {
  TILEGLOT_TRY_STATUS(scanner.expect("<", "after 'memref'"));
  TILEGLOT_TRY(array, read_array(scanner));
  if (scanner.accept(",")) {
    TILEGLOT_TRY(has_layout, read_layout(scanner, layout));
    if (!has_layout || scanner.accept(",")) {
      TILEGLOT_TRY(space, read_memory_space(scanner));
      layout.memory_space = std::move(space);
    }
  }
  TILEGLOT_TRY_STATUS(scanner.expect(">", "after the memref"));
  return std::optional(array);
}

core::Result<std::optional<Array>> read_text(core::Scanner& scanner, MlirLayout& layout) {
  if (scanner.accept("memref")) return read_memref(scanner, layout);
  TILEGLOT_TRY(has_layout, read_layout(scanner, layout));
  if (has_layout) return std::optional<Array>();
  return core::fail({.code = "mlir.layout",
                     .message = fmt::format("expected a layout of MLIR, found {}", scanner.found()),
                     .span = scanner.here(),
                     .help = "write memref<16x8xf32, strided<[8, 1]>>, strided<[8, 1]> or "
                             "affine_map<(d0, d1) -> (d1, d0)>"});
}

std::size_t rank_of(const MlirLayout& layout) {
  if (const auto* strides = std::get_if<MlirStrides>(&layout.layout))
    return strides->strides.size();
  if (const auto* map = std::get_if<AffineMap>(&layout.layout)) return map->dimensions;
  return rank(layout.array);
}

/// Checks that steps refer only to earlier steps, and that results are steps.
bool is_well_made(const AffineMap& map) {
  for (std::size_t i = 0; i < map.steps.size(); ++i) {
    const AffineStep& step = map.steps[i];
    const bool is_leaf = step.verb == AffineVerb::kDimension || step.verb == AffineVerb::kConstant;
    const bool divides = step.verb >= AffineVerb::kFloorDiv;
    if (step.verb == AffineVerb::kDimension &&
        (step.number < 0 || static_cast<std::size_t>(step.number) >= map.dimensions)) {
      return false;
    }
    if ((!is_leaf && step.left >= i) || (step.verb == AffineVerb::kAdd && step.right >= i)) {
      return false;
    }
    if (divides && step.number < 1) return false;
  }
  return map.steps.size() <= kMaxExpressions &&
         std::ranges::all_of(map.results, [&](std::size_t r) { return r < map.steps.size(); });
}

core::Error negative(std::size_t result, std::int64_t low) {
  return {{.code = "mlir.negative",
           .message =
               fmt::format("result {} may be as low as {}, and it indexes an array", result, low),
           .help = "results of a map of several are 0 or more; write one result, the offset"}};
}

core::Status check_results(const MlirLayout& layout, const AffineMap& map) {
  const auto bounds = bounds_of(map, layout.array.extents);
  if (!bounds || map.results.size() < 2) return {};
  for (std::size_t i = 0; i < map.results.size(); ++i) {
    const std::int64_t low = (*bounds)[map.results[i]].lo;
    if (low < 0) return core::fail(negative(i, low));
  }
  return {};
}

core::Checked positions_of(const AffineMap& map, std::span<const std::int64_t> extents) {
  const auto bounds = bounds_of(map, extents);
  if (!bounds) return std::nullopt;
  core::Checked product = 1;
  for (const std::size_t result : map.results) {
    const core::Checked places = positions_between((*bounds)[result].lo, (*bounds)[result].hi);
    if (!product || !places) return std::nullopt;
    product = core::checked_mul(*product, *places);
  }
  return product;
}

std::int64_t offset_of(const AffineMap& map, std::span<const std::int64_t> extents,
                       std::span<const std::int64_t> x) {
  std::vector<std::int64_t> results(map.results.size());
  apply(map, x, results);
  if (results.size() == 1) return results[0];
  const auto bounds = bounds_of(map, extents);
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    offset = offset * ((*bounds)[map.results[i]].hi + 1) + results[i];
  }
  return offset;
}

/// `strided<..>`, `affine_map<..>`, or empty for the identity.
std::string layout_text(const MlirLayout& layout) {
  if (const auto* map = std::get_if<AffineMap>(&layout.layout)) return print(*map);
  const auto* strides = std::get_if<MlirStrides>(&layout.layout);
  if (strides == nullptr) return {};
  const std::string offset =
      strides->offset == 0 ? "" : fmt::format(", offset: {}", strides->offset);
  return fmt::format("strided<[{}]{}>", fmt::join(strides->strides, ", "), offset);
}

}  // namespace

core::Status check(const MlirLayout& layout) {
  TILEGLOT_TRY_STATUS(check_array(layout.array));
  if (rank_of(layout) != rank(layout.array)) {
    return core::fail(wrong_rank("the layout", rank_of(layout), layout.array));
  }
  if (element_count(layout.array.extents) == 0) return {};
  const auto* map = std::get_if<AffineMap>(&layout.layout);
  if (map != nullptr) {
    if (!is_well_made(*map)) {
      return core::fail({.code = "mlir.affine", .message = "a step of the map needs a later one"});
    }
    TILEGLOT_TRY_STATUS(check_results(layout, *map));
  }
  if (positions(layout)) return {};
  return core::fail({.code = "strided.too_large",
                     .message = fmt::format("over {} the layout leaves the offsets that a signed "
                                            "64-bit integer can hold",
                                            tuple_text(layout.array.extents))});
}

std::int64_t offset_of(const MlirLayout& layout, std::span<const std::int64_t> x) {
  const auto& extents = layout.array.extents;
  if (const auto* map = std::get_if<AffineMap>(&layout.layout)) return offset_of(*map, extents, x);
  const auto* strides = std::get_if<MlirStrides>(&layout.layout);
  std::int64_t offset = strides != nullptr ? strides->offset : 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    offset = strides != nullptr ? offset + x[k] * strides->strides[k] : offset * extents[k] + x[k];
  }
  return offset;
}

core::Checked positions(const MlirLayout& layout) {
  const auto& extents = layout.array.extents;
  if (element_count(extents) == 0) return 0;
  if (const auto* map = std::get_if<AffineMap>(&layout.layout)) return positions_of(*map, extents);
  const auto* strides = std::get_if<MlirStrides>(&layout.layout);
  if (strides == nullptr) return element_count(extents);
  return cosize(extents, strides->strides, strides->offset);
}

core::Result<MlirLayout> parse_mlir(std::string_view text, const std::optional<Array>& tensor) {
  core::Scanner scanner(text);
  MlirLayout layout;
  TILEGLOT_TRY(own, read_text(scanner, layout));
  TILEGLOT_TRY_STATUS(detail::expect_end(scanner, "the layout"));
  TILEGLOT_TRY(array, array_for(own, tensor));
  layout.array = std::move(array);
  if (auto checked = check(layout); !checked) {
    checked.error()->span = Span{0, std::max<std::size_t>(text.size(), 1)};
    return core::fail(std::move(checked).error());
  }
  return layout;
}

std::string print(const MlirLayout& layout) {
  const auto type = layout.array.type ? type_text(*layout.array.type) : std::nullopt;
  std::string text = layout_text(layout);
  if (!type) return text.empty() ? print(identity_map(rank(layout.array))) : text;
  if (!text.empty()) text = ", " + text;
  if (!layout.memory_space.empty()) text += ", " + layout.memory_space;
  std::string extents;
  for (const std::int64_t extent : layout.array.extents) extents += fmt::format("{}x", extent);
  return fmt::format("memref<{}{}{}>", extents, *type, text);
}

bool looks_like_mlir(std::string_view text) {
  core::Scanner scanner(text);
  const std::string_view name = scanner.name();
  constexpr std::array<std::string_view, 3> kWords{"memref", "strided", "affine_map"};
  return std::ranges::find(kWords, name) != kWords.end() && scanner.looking_at("<");
}

}  // namespace tileglot::notation::strided
