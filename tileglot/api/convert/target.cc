// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/convert/strided_targets.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/thread_value.h"
#include "tileglot/bridge/to_triton.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/order.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/render/picture/table.h"
#include "tileglot/value/xla.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
namespace strided = notation::strided;
namespace xla = notation::xla;

constexpr std::array<std::string_view, 16> kTargets{
    "cute",  "xla",    "jax",  "wire",   "linear", "triton", "strided", "numpy",
    "torch", "mdspan", "mlir", "onednn", "tvm",    "map",    "table",   "all"};

constexpr std::array<std::string_view, 11> kNotations{
    "cute", "xla", "linear", "triton", "numpy", "torch", "mdspan", "mlir", "onednn", "tvm", "map"};

constexpr std::string_view kMemoryNote =
    "from the element of the tensor to its offset; --convention map keeps the layout's direction, "
    "from the offset to the element\n";

constexpr std::string_view kPlaceNote =
    "from the place (register, lane, warp, block) to the row-major number of the element\n";
constexpr std::string_view kOffsetNote = "from the offset to the row-major number of the element\n";

/// The linear layout to turn round; nothing if the source is not one.
const linear::Layout* turned(const Source& source) {
  if (source.convention == Convention::kMap) return nullptr;
  return std::get_if<linear::Layout>(&source.layout);
}

bool is_memory(const linear::Layout& layout) {
  return layout.find_in(linear::kOffset) != nullptr && !bridge::is_distributed(layout);
}

std::string memory_note(const Source& source) {
  const linear::Layout* layout = turned(source);
  return layout != nullptr && is_memory(*layout) ? std::string(kMemoryNote) : "";
}

std::string text_of(const Source& source, const cute::CuteLayout& layout) {
  return std::visit([&](const auto& l) { return cute::print(l, source.spelling); }, layout);
}

std::string thread_value_note(const linear::Layout& layout) {
  const linear::Dimension* lane = layout.find_in(linear::kLane);
  const linear::Dimension* block = layout.find_in(linear::kBlock);
  const bool has_blocks = block != nullptr && block->bits > 0;
  return fmt::format(
      "CuTe's convention: (thread, value{}) to the index of the tensor, column-major: dim0 is the "
      "fastest; thread = lane + {}*warp, value = register\n",
      has_blocks ? ", block" : "", lane == nullptr ? 1 : lane->size());
}

core::Result<Written> thread_value_of(const Source& source, const linear::Layout& layout) {
  TILEGLOT_TRY(form, bridge::to_thread_value(layout));
  return Written{text_of(source, form), thread_value_note(layout)};
}

core::Result<Written> to_cute(const Source& source) {
  const linear::Layout* layout = turned(source);
  const bool is_thread_value = layout != nullptr && (bridge::is_distributed(*layout) ||
                                                     source.convention == Convention::kThreadValue);
  if (is_thread_value) return thread_value_of(source, *layout);
  TILEGLOT_TRY(map, memory_of(source));
  TILEGLOT_TRY(found, bridge::to_any_cute(map));
  return Written{text_of(source, found), memory_note(source)};
}

/// The direction of a map or a table of a linear layout.
std::string direction_note(const Source& source) {
  const auto* layout = std::get_if<linear::Layout>(&source.layout);
  if (layout == nullptr) return "";
  if (bridge::is_distributed(*layout)) return std::string(kPlaceNote);
  return is_memory(*layout) ? std::string(kOffsetNote) : "";
}

core::Result<Written> to_spelling_of_xla(const Source& source, std::string_view target) {
  TILEGLOT_TRY(shape, to_xla_shape(source));
  TILEGLOT_TRY(text, value::write_xla_value(shape, target));
  return Written{text, memory_note(source)};
}

core::Result<Written> to_linear(const Source& source) {
  TILEGLOT_TRY(layout, bridge::to_linear(source.map));
  return Written{linear::print(layout)};
}

core::Result<Written> to_strides(const Source& source, std::string_view target) {
  TILEGLOT_TRY(map, memory_of(source));
  TILEGLOT_TRY(text, write_strided(map, source.type, target));
  return Written{text, memory_note(source)};
}

/// A position after the last element belongs to the buffer, but strides do not record it.
std::string tail_note(const Source& source, const std::string& text, std::string_view target) {
  const auto map = memory_of(source);
  if (!map || map->codomain().size() != 1 || map->size() == 0) return "";
  bridge::ReadAs how{.tensor = bridge::Tensor{{}, source.type.value_or(core::ElementType::kF32)}};
  for (const map::Dim& dim : map->domain()) how.tensor->extents.push_back(dim.extent);
  if (const auto notation = bridge::notation_named(target)) how.notation = *notation;
  const auto written = bridge::parse_layout(text, how);
  const auto back = written ? bridge::to_map(*written) : core::fail(written.error());
  if (!back || back->codomain_size() >= map->codomain_size()) return "";
  return fmt::format("ends at {} positions; the buffer's tail padding, up to {}, is not recorded\n",
                     back->codomain_size(), map->codomain_size());
}

/// Marks of an XLA shape that move no element.
std::string marks_note(const Source& source) {
  const auto* shape = std::get_if<xla::Shape>(&source.layout);
  if (shape == nullptr) return "";
  std::vector<std::string> marks;
  if (shape->layout && shape->layout->memory_space != 0)
    marks.push_back(fmt::format("the memory space S({})", shape->layout->memory_space));
  if (std::ranges::any_of(shape->dimensions, &xla::Dimension::dynamic))
    marks.emplace_back("that a bound <= is dynamic");
  return marks.empty() ? "" : fmt::format("not recorded: {}\n", fmt::join(marks, "; "));
}

/// Adds notes on what the text does not record of the source.
Written with_untold(const Source& source, Written written, std::string_view target) {
  if (target == "cute" || is_strided_target(target))
    written.note += tail_note(source, written.text, target);
  written.note += marks_note(source);
  return written;
}

std::string_view source_name(const bridge::AnyLayout& layout) {
  const bridge::Notation notation = bridge::notation_of(layout);
  return notation == bridge::Notation::kCute ? "CuTe" : bridge::name_of(notation);
}

/// C, F, contiguous or channels_last, over a shape.
bool is_named_order(const bridge::AnyLayout& layout) {
  const auto* any = std::get_if<strided::AnyLayout>(&layout);
  return any != nullptr && std::holds_alternative<strided::OrderedArray>(*any);
}

constexpr std::string_view kTurnedNote =
    "turned round: Triton's memory goes from the offset to the element of the tensor\n";

core::Result<Written> to_triton(const Source& source) {
  TILEGLOT_TRY(layout, bridge::to_linear(source.map));
  TILEGLOT_TRY(text, bridge::to_attribute(layout));
  const bool is_turned = !bridge::is_distributed(layout) && !is_memory(layout);
  return Written{text, is_turned ? std::string(kTurnedNote) : ""};
}

/// A layout in its own notation keeps what a map does not know: attributes, combined dimensions.
std::string own_text(const Source& source) {
  if (const auto* l = std::get_if<cute::Layout<>>(&source.layout))
    return cute::print(*l, source.spelling);
  if (const auto* l = std::get_if<cute::ComposedLayout>(&source.layout))
    return cute::print(*l, source.spelling);
  return bridge::print(source.layout);
}

/// The name of an order states no strides, so it is not what `--to numpy` asks for.
bool is_notation_of(std::string_view target, const bridge::AnyLayout& layout) {
  return !is_named_order(layout) && target == bridge::name_of(bridge::notation_of(layout));
}

/// Writes a target from the map.
core::Result<Written> write_map(const Source& source, std::string_view target) {
  if (target == "cute") return to_cute(source);
  if (is_spelling_of_xla(target)) return to_spelling_of_xla(source, target);
  if (target == "linear") return to_linear(source);
  if (target == "triton") return to_triton(source);
  if (is_strided_target(target)) return to_strides(source, target);
  if (target == "map") return Written{map::to_text(source.map), direction_note(source)};
  TILEGLOT_TRY(table, render::to_table(source.map));
  return Written{table, direction_note(source)};
}

}  // namespace

core::Result<Convention> convention_named(const std::optional<std::string>& name) {
  if (!name) return Convention::kUsual;
  if (*name == "tv") return Convention::kThreadValue;
  if (*name == "map") return Convention::kMap;
  return core::fail({.code = "convert.convention",
                     .message = fmt::format("'{}' is not a convention", name->substr(0, 64)),
                     .help = "--convention takes tv or map"});
}

core::Status check_target(const std::string& target) {
  if (std::find(kTargets.begin(), kTargets.end(), target) != kTargets.end()) return {};
  const std::string guess = core::did_you_mean(target, kTargets);
  return core::fail(
      {.code = "convert.target",
       .message = fmt::format("'{}' is not a conversion target", target.substr(0, 64)),
       .help = guess.empty() ? fmt::format("--to takes {}", fmt::join(kTargets, ", ")) : guess});
}

std::span<const std::string_view> targets() { return kTargets; }

bool is_spelling_of_xla(std::string_view target) {
  return target == "xla" || target == "jax" || target == "wire";
}

std::span<const std::string_view> notations() { return kNotations; }

core::Result<map::IndexMap> memory_of(const Source& source) {
  const linear::Layout* layout = turned(source);
  if (layout == nullptr) return source.map;
  if (bridge::is_distributed(*layout)) {
    return core::fail(
        {.code = "bridge.no_role",
         .message = "the layout says what threads hold, not where elements are in memory",
         .help = "--to cute has the thread-value form; --convention map takes the places as the "
                 "dimensions of an array of numbers of elements"});
  }
  return is_memory(*layout) ? bridge::memory_map(*layout) : source.map;
}

core::Result<xla::Shape> to_xla_shape(const Source& source) {
  if (const auto* shape = std::get_if<xla::Shape>(&source.layout);
      shape != nullptr && !source.padded)
    return *shape;
  TILEGLOT_TRY(map, memory_of(source));
  if (!source.type) {
    return core::fail({.code = "convert.dtype_missing",
                       .message = fmt::format(
                           "an XLA shape needs an element type, and a {} layout does not have one",
                           source_name(source.layout)),
                       .help = "add --dtype, as in --dtype bf16"});
  }
  const auto type = xla::primitive_type_of(*source.type);
  if (!type) {
    return core::fail(
        {.code = "xla.type",
         .message = fmt::format("XLA has no element type {}", core::name(*source.type))});
  }
  return bridge::to_xla(map, *type);
}

core::Result<Written> write(const Source& source, std::string_view target) {
  if (is_notation_of(target, source.layout) && !source.padded) return Written{own_text(source)};
  if (is_spelling_of_xla(target) && !source.padded) return to_spelling_of_xla(source, target);
  TILEGLOT_TRY(written, write_map(source, target));
  return with_untold(source, std::move(written), target);
}

}  // namespace tileglot::api
