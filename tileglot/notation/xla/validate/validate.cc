// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/validate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/validate/detail/refusals.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/splits.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Span;
using core::Status;

std::string plural(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

/// From the first to the last entry of minor_to_major; the whole layout where it has none.
std::optional<Span> order_span(const LayoutSpans& spans) {
  if (spans.minor_to_major.empty()) return spans.whole;
  return Span{spans.minor_to_major.front().begin, spans.minor_to_major.back().end};
}

std::string order_help(std::size_t rank) {
  const std::string row_major = print(descending_layout(rank));
  if (rank == 2)
    return fmt::format("write {} for row-major or {{0,1}} for column-major", row_major);
  return fmt::format("write {} for row-major", row_major);
}

Status check_rank(const Layout& layout, std::size_t rank, const LayoutSpans& spans) {
  if (layout.minor_to_major.size() == rank) return {};
  return fail({.code = "xla.rank",
               .message = fmt::format("the shape has {}, but minor_to_major lists {}",
                                      plural(rank, "dimension"), layout.minor_to_major.size()),
               .span = order_span(spans),
               .help = rank == 0 ? "a scalar's layout lists no dimension" : order_help(rank)});
}

/// The smallest dimension missing from minor_to_major. Precondition: it is not a permutation.
std::int64_t missing_dimension(const Layout& layout) {
  std::int64_t missing = 0;
  while (std::count(layout.minor_to_major.begin(), layout.minor_to_major.end(), missing) > 0) {
    ++missing;
  }
  return missing;
}

Status order_error(const Layout& layout, std::size_t at, std::string_view what,
                   const LayoutSpans& spans) {
  return fail({.code = "xla.order",
               .message = fmt::format(
                   "minor_to_major must list every dimension once; {} {} and {} is missing",
                   layout.minor_to_major[at], what, missing_dimension(layout)),
               .span = span_at(spans.minor_to_major, at),
               .help = order_help(layout.minor_to_major.size())});
}

Status check_order(const Layout& layout, const LayoutSpans& spans) {
  const auto& order = layout.minor_to_major;
  std::vector<bool> seen(order.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::int64_t dimension = order[i];
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(order.size())) {
      const std::string what =
          fmt::format("is not a dimension of a shape of rank {}", order.size());
      return order_error(layout, i, what, spans);
    }
    const auto place = static_cast<std::size_t>(dimension);
    if (seen[place]) return order_error(layout, i, "is listed twice", spans);
    seen[place] = true;
  }
  return {};
}

Status check_tail(const Layout& layout, const LayoutSpans& spans) {
  if (layout.tail_padding_alignment >= 1) return {};
  return fail({.code = "xla.tail",
               .message = fmt::format("the tail padding alignment must be at least 1, not {}",
                                      layout.tail_padding_alignment),
               .span = spans.tail_padding_alignment,
               .help = "leave L out for no alignment, or write L(n) with n >= 1"});
}

Status check_dense(std::string_view what, bool present, std::optional<Span> place) {
  if (!present) return {};
  return fail(
      {.code = "xla.sparse",
       .message = fmt::format("{} belongs to a sparse array, and this array is dense", what),
       .span = place,
       .help = "leave it out; XLA has no sparse arrays any more"});
}

Status tile_error(std::string message, std::optional<Span> place) {
  return fail(
      {.code = "xla.tile",
       .message = std::move(message),
       .span = place,
       .help = "write a positive size, or * to merge a dimension into the next more minor one"});
}

Status check_tile(const Tile& tile, const TileSpans& spans) {
  if (tile.entries.empty()) return tile_error("a tile must have at least one entry", spans.whole);
  for (std::size_t i = 0; i < tile.entries.size(); ++i) {
    const TileEntry entry = tile.entries[i];
    if (!entry || *entry >= 1) continue;
    return tile_error(fmt::format("a tile cannot have the size {}", *entry),
                      span_at(spans.entries, i));
  }
  return {};
}

TileSpans tile_places_at(const LayoutSpans& spans, std::size_t i) {
  return i < spans.tiles.size() ? spans.tiles[i] : TileSpans{};
}

Status check_tiles(const Layout& layout, const LayoutSpans& spans) {
  for (std::size_t i = 0; i < layout.tiles.size(); ++i) {
    TILEGLOT_TRY_STATUS(check_tile(layout.tiles[i], tile_places_at(spans, i)));
  }
  return {};
}

/// Elements are packed, or each is in whole bytes that hold it: pred of 32 bits each, as TPUs keep
/// it.
bool has_room(std::int64_t bits, PrimitiveType type) {
  constexpr std::int64_t kWidest = 128;
  const std::int64_t whole = 8 * byte_width(type);
  if (bits % 8 == 0 && bits >= whole && bits <= kWidest) return true;
  return is_sub_byte(type) ? bits == bit_width(type) : bits <= whole;
}

Status check_bits(const Layout& layout, const Shape& array, const LayoutSpans& spans) {
  const std::int64_t bits = layout.element_size_bits.value_or(0);
  if (bits == 0 || has_room(bits, array.type)) return {};
  return fail(
      {.code = "xla.element_size",
       .message = fmt::format("an element of {} has {} bits, or whole bytes up to 128 bits, "
                              "not {}",
                              name_of(array.type), bit_width(array.type), bits),
       .span = spans.element_size,
       .help = is_sub_byte(array.type)
                   ? fmt::format("write E({}) for packed elements, and no E for bytes",
                                 bit_width(array.type))
                   : "leave E out for the type's own size"});
}

Status check_memory_space(const Layout& layout, const LayoutSpans& spans) {
  if (layout.memory_space >= 0) return {};
  return fail({.code = "xla.memory_space",
               .message = fmt::format("there is no memory space {}", layout.memory_space),
               .span = spans.memory_space,
               .help = "memory spaces are 0 to 127; XLA keeps the lowest 8 bits of a number"});
}

Status check_last_entries(const Layout& layout, const LayoutSpans& spans) {
  for (std::size_t i = 0; i < layout.tiles.size(); ++i) {
    if (layout.tiles[i].entries.back()) continue;
    const TileSpans tile = tile_places_at(spans, i);
    return tile_error(
        "the last entry of a tile cannot be *: no more minor dimension is left to merge into",
        span_at(tile.entries, layout.tiles[i].entries.size() - 1));
  }
  return {};
}

Status check_element_size(const Layout& layout, const LayoutSpans& spans) {
  if (layout.element_size_bits.value_or(0) >= 0) return {};
  return fail({.code = "xla.element_size",
               .message = fmt::format("an element cannot have {} bits", *layout.element_size_bits),
               .span = spans.element_size,
               .help = "leave E out for the type's own size"});
}

Status split_error(std::string message, std::optional<Span> place) {
  return fail(
      {.code = "xla.split",
       .message = std::move(message),
       .span = place,
       .help = "SC(d:i,j) cuts physical dimension d, 0 the most major, before i and before j"});
}

Status check_split(const SplitConfig& split, const Layout& layout, const Shape& array,
                   std::optional<Span> place) {
  const std::size_t rank = layout.minor_to_major.size();
  const auto physical = static_cast<std::uint64_t>(split.dimension);
  if (physical >= rank) {
    return split_error(
        fmt::format("{} is not a physical dimension of an array of rank {}", split.dimension, rank),
        place);
  }
  const auto logical = static_cast<std::size_t>(
      layout.minor_to_major[static_cast<std::size_t>(rank - 1 - physical)]);
  const auto bound = array.dimensions[logical].bound;
  for (const std::int64_t index : split.indices) {
    if (index >= 0 && (!bound || index <= *bound)) continue;
    return split_error(
        fmt::format("the split index {} is outside physical dimension {}, whose size is {}", index,
                    split.dimension, bound ? fmt::format("{}", *bound) : "?"),
        place);
  }
  return {};
}

Status check_splits(const Layout& layout, const Shape& array, const LayoutSpans& spans) {
  for (std::size_t i = 0; i < layout.split_configs.size(); ++i) {
    TILEGLOT_TRY_STATUS(
        check_split(layout.split_configs[i], layout, array, span_at(spans.split_configs, i)));
  }
  return {};
}

/// XLA accepts cuts in any order; parts of negative length are meaningless.
Status check_cuts(const Layout& layout, const LayoutSpans& spans) {
  std::vector<std::int64_t> seen;
  for (std::size_t i = 0; i < layout.split_configs.size(); ++i) {
    const SplitConfig& split = layout.split_configs[i];
    const auto place = span_at(spans.split_configs, i);
    const auto& cuts = split.indices;
    if (std::adjacent_find(cuts.begin(), cuts.end(), std::greater_equal<>()) != cuts.end())
      return split_error(fmt::format("the cuts {} do not increase", fmt::join(cuts, ",")), place);
    if (std::find(seen.begin(), seen.end(), split.dimension) != seen.end())
      return split_error(fmt::format("dimension {} is split twice", split.dimension), place);
    seen.push_back(split.dimension);
  }
  return {};
}

/// Checks what XLA accepts although it is meaningless.
Status check_beyond_xla(const Layout& layout, const Shape& array, const LayoutSpans& spans) {
  TILEGLOT_TRY_STATUS(check_last_entries(layout, spans));
  TILEGLOT_TRY_STATUS(check_bits(layout, array, spans));
  TILEGLOT_TRY_STATUS(check_memory_space(layout, spans));
  return check_cuts(layout, spans);
}

/// Checks that the total size of all parts, each as large as the largest, fits. Precondition: it
/// has bounds.
Status check_parts(const Shape& array) {
  if (!array.layout || array.layout->split_configs.empty()) return {};
  Shape part = array;
  part.layout->split_configs.clear();
  core::Checked parts = 1;
  for (std::size_t d = 0; d < rank(array); ++d) {
    const std::vector<std::int64_t> bounds = split_bounds_of_valid(array, d);
    part.dimensions[d].bound = longest_part(bounds);
    if (parts) parts = core::checked_mul(*parts, static_cast<std::int64_t>(bounds.size()) - 1);
  }
  TILEGLOT_TRY(evaluator, Evaluator::of_valid(part));
  if (parts && core::checked_mul(*parts, evaluator.physical_size())) return {};
  return fail(detail::too_large(array));
}

/// Checks that the size of the padded array and of its parts fits, unless a dimension is unbounded.
Status check_size(const Shape& array, const ShapeSpans& spans) {
  const auto evaluator = Evaluator::of_valid(array);
  Status status = evaluator ? check_parts(array) : fail(evaluator.error());
  if (status || status.error()->code == "xla.unbounded") return {};
  status.error()->span = spans.whole;
  return status;
}

Status validate_array(const Shape& array, const ShapeSpans& spans) {
  if (array.layout) {
    TILEGLOT_TRY_STATUS(validate_layout(*array.layout, array, spans.layout));
    TILEGLOT_TRY_STATUS(check_beyond_xla(*array.layout, array, spans.layout));
  }
  return check_size(array, spans);
}

}  // namespace

Status validate_layout(const Layout& layout, const Shape& array, const LayoutSpans& spans) {
  TILEGLOT_TRY_STATUS(check_rank(layout, rank(array), spans));
  TILEGLOT_TRY_STATUS(check_order(layout, spans));
  TILEGLOT_TRY_STATUS(check_tail(layout, spans));
  TILEGLOT_TRY_STATUS(
      check_dense("an index type", layout.index_type.has_value(), spans.index_type));
  TILEGLOT_TRY_STATUS(
      check_dense("a pointer type", layout.pointer_type.has_value(), spans.pointer_type));
  TILEGLOT_TRY_STATUS(
      check_dense("a physical shape", layout.physical_shape != nullptr, spans.physical_shape));
  TILEGLOT_TRY_STATUS(check_tiles(layout, spans));
  TILEGLOT_TRY_STATUS(check_element_size(layout, spans));
  return check_splits(layout, array, spans);
}

Status validate(const Shape& shape, const ShapeSpans& spans) {
  if (is_array(shape)) return validate_array(shape, spans);
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    const ShapeSpans none;
    const ShapeSpans& element = i < spans.elements.size() ? spans.elements[i] : none;
    TILEGLOT_TRY_STATUS(validate(shape.elements[i], element));
  }
  return {};
}

Status validate_layout_in_shape(const Shape& shape, MissingLayouts missing) {
  for (const Shape& element : shape.elements) {
    TILEGLOT_TRY_STATUS(validate_layout_in_shape(element, missing));
  }
  if (!is_array(shape)) return {};
  if (shape.layout) return validate_layout(*shape.layout, shape);
  if (missing == MissingLayouts::kAllowed) return {};
  return fail({.code = "xla.layout_missing",
               .message = fmt::format("shape {} does not have a layout", print(shape)),
               .help = "xla.with_default_layout gives it the row-major one"});
}

}  // namespace tileglot::notation::xla
