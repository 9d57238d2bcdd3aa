// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/layout_modes_to_shapes.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

/// A value and its attributes.
struct Value {
  Shape shape = {};
  std::optional<Sharding> sharding = {};
};

Status check_count(std::string_view what, std::size_t given, std::size_t count) {
  if (given == count) return {};
  return fail({.code = "xla.mode_count",
               .message = fmt::format("{} values, and {} {}", count, given, what),
               .help = "give one for each value, or for each element of the one tuple"});
}

std::optional<Sharding> element_sharding(const std::optional<Sharding>& sharding, std::size_t i) {
  if (!sharding || sharding->kind != ShardingKind::kTuple) return sharding;
  return sharding->elements[i];
}

Result<std::vector<Value>> elements_of(const Shape& tuple,
                                       const std::optional<Sharding>& sharding) {
  if (sharding && sharding->kind == ShardingKind::kTuple) {
    TILEGLOT_TRY_STATUS(check_count("shardings", sharding->elements.size(), tuple.elements.size()));
  }
  std::vector<Value> values;
  values.reserve(tuple.elements.size());
  for (std::size_t i = 0; i < tuple.elements.size(); ++i)
    values.push_back({tuple.elements[i], element_sharding(sharding, i)});
  return values;
}

Result<std::vector<Value>> values_of(const BorderValues& border) {
  TILEGLOT_TRY_STATUS(check_count("shardings", border.shardings.size(), border.shapes.size()));
  const bool one_tuple =
      border.shapes.size() == 1 && border.shapes[0].type == PrimitiveType::kTuple;
  if (one_tuple) return elements_of(border.shapes[0], border.shardings[0]);
  std::vector<Value> values;
  values.reserve(border.shapes.size());
  for (std::size_t i = 0; i < border.shapes.size(); ++i)
    values.push_back({border.shapes[i], border.shardings[i]});
  return values;
}

bool has_no_layout(const Shape& shape) {
  return shape.type == PrimitiveType::kToken || shape.type == PrimitiveType::kOpaque;
}

/// The layout for the mode; nullopt for auto.
Result<std::optional<Layout>> layout_of(const LayoutMode& mode, const Shape& sharded,
                                        const CompactLayoutChooser& chooser) {
  if (mode.is_auto()) return std::optional<Layout>();
  if (const Layout* layout = mode.user_layout()) return std::optional(*layout);
  TILEGLOT_TRY(chosen, chooser(sharded));
  return chosen.layout;
}

}  // namespace

Result<Shape> row_major_shape(const Shape& shape) {
  Shape result = shape;
  if (is_array(shape)) result.layout = descending_layout(rank(shape));
  return result;
}

Result<Shape> layout_mode_to_shape(const LayoutMode& mode, const Shape& whole, const Shape& sharded,
                                   std::int64_t memory_space, const CompactLayoutChooser& chooser) {
  if (has_no_layout(whole)) return whole;
  if (!is_array(whole)) {
    return fail(
        {.code = "xla.not_array",
         .message = fmt::format("{} has no layout of its own", print(whole, LayoutText::kHidden)),
         .help = "modes are for arrays: give the elements of a tuple one by one"});
  }
  TILEGLOT_TRY(layout, layout_of(mode, sharded, chooser));
  if (!std::in_range<std::int8_t>(memory_space)) {
    return fail({.code = "xla.memory_space",
                 .message = fmt::format("there is no memory space {}", memory_space),
                 .help = "a memory space is a number of 8 bits"});
  }
  Shape result = whole;
  result.layout = layout;
  TILEGLOT_TRY_STATUS(validate(result));
  if (result.layout) result.layout->memory_space = static_cast<std::int8_t>(memory_space);
  return result;
}

Result<std::vector<Shape>> border_shapes(const BorderValues& border,
                                         const CompactLayoutChooser& chooser) {
  TILEGLOT_TRY(values, values_of(border));
  TILEGLOT_TRY_STATUS(check_count("layout modes", border.modes.size(), values.size()));
  TILEGLOT_TRY_STATUS(check_count("memory spaces", border.memory_spaces.size(), values.size()));
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value& value = values[i];
    TILEGLOT_TRY(sharded, value.sharding ? tile_shape(*value.sharding, value.shape) : value.shape);
    TILEGLOT_TRY(shape, layout_mode_to_shape(border.modes[i], value.shape, sharded,
                                             border.memory_spaces[i], chooser));
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

Result<BorderShapes> layout_modes_to_shapes(const BorderValues& arguments,
                                            const BorderValues& results,
                                            const CompactLayoutChooser& chooser) {
  TILEGLOT_TRY_STATUS(check_count("results", results.shapes.size(), 1));
  TILEGLOT_TRY(argument_shapes, border_shapes(arguments, chooser));
  TILEGLOT_TRY(result_shapes, border_shapes(results, chooser));
  BorderShapes shapes{.arguments = std::move(argument_shapes)};
  if (results.shapes[0].type == PrimitiveType::kTuple) {
    shapes.result = {.type = PrimitiveType::kTuple, .elements = std::move(result_shapes)};
  } else {
    shapes.result = std::move(result_shapes[0]);
  }
  return shapes;
}

}  // namespace tileglot::notation::xla
