// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/entry_modes.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/frontend_attributes.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/runtime/layout_modes_to_shapes.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;
using core::Result;
using xla::LayoutMode;
using Leaves = std::vector<EntryLeaf>;
using Modes = std::vector<EntryMode>;

/// The names of one side of the border in attributes.
struct SideNames {
  std::string_view modes;
  std::string_view memory_spaces;
};
constexpr SideNames kArguments{"arg_layout_modes", "arg_memory_spaces"};
constexpr SideNames kResults{"out_layout_modes", "out_memory_spaces"};

/// The attribute's value as read by `read`; nothing where there is no attribute.
template <class T>
Result<std::optional<std::vector<T>>> attribute_values(
    const Module& module, std::string_view name, std::size_t count,
    Result<std::vector<T>> (*read)(std::optional<std::string_view>, std::size_t)) {
  const auto value = frontend_value(module.header.frontend_attributes, name);
  if (!value) return std::optional<std::vector<T>>();
  auto values = read(value->text, count);
  if (values) return std::optional(*std::move(values));
  core::Error error = std::move(values).error();
  error->message = fmt::format("{}: {}", name, error->message);
  const core::Span within = error->span.value_or(core::Span{0, value->text.size()});
  error->span = core::Span{value->begin + within.begin, value->begin + within.end};
  return core::fail(std::move(error));
}

/// An array without a layout is open. Row-major is what XLA writes where nothing was chosen.
EntryMode written_mode(const xla::Shape& shape) {
  if (!is_array(shape) || rank(shape) == 0) return {};
  if (!shape.layout) {
    return {LayoutMode::chosen_by_compiler(), ModeSource::kEntryLayout, 0};
  }
  if (*shape.layout == xla::descending_layout(rank(shape))) return {};
  return {LayoutMode(*shape.layout), ModeSource::kEntryLayout, shape.layout->memory_space};
}

Result<Modes> side_modes(const Module& module, const Leaves& leaves, const SideNames& names) {
  TILEGLOT_TRY(stated,
               attribute_values(module, names.modes, leaves.size(), xla::parse_layout_modes));
  TILEGLOT_TRY(spaces, attribute_values(module, names.memory_spaces, leaves.size(),
                                        xla::parse_memory_spaces));
  Modes modes;
  modes.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    EntryMode mode =
        stated ? EntryMode{(*stated)[i], ModeSource::kAttribute, 0} : written_mode(leaves[i].shape);
    if (spaces) mode.memory_space = (*spaces)[i];
    modes.push_back(std::move(mode));
  }
  return modes;
}

Result<xla::Shape> tile_of(const EntryLeaf& leaf) {
  if (!leaf.sharding || !is_array(leaf.shape)) return leaf.shape;
  return xla::tile_shape(*leaf.sharding, leaf.shape);
}

Result<xla::Shape> shape_by_mode(const EntryLeaf& leaf, const EntryMode& mode,
                                 const xla::Representation& representation) {
  TILEGLOT_TRY(tile, tile_of(leaf));
  const auto chooser = [&](const xla::Shape& shape) -> Result<xla::Shape> {
    TILEGLOT_TRY(stored, xla::stored_shape(representation, shape, xla::FastMemory::kNo));
    if (stored.dimensions == shape.dimensions) return std::move(stored);
    return core::fail({.code = "hlo.border",
                       .message = fmt::format("its part {} is stored as {}", xla::print(shape),
                                              xla::print(stored)),
                       .help = "a layout has the dimensions of the array that it is for"});
  };
  TILEGLOT_TRY_STATUS(check_mode(mode.mode, leaf));
  return layout_mode_to_shape(mode.mode, leaf.shape, tile, mode.memory_space, chooser);
}

Result<std::vector<xla::Shape>> shapes_by_modes(const Module& module, const Leaves& leaves,
                                                const Modes& modes,
                                                const xla::Representation& representation) {
  std::vector<xla::Shape> shapes;
  shapes.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    auto shape = shape_by_mode(leaves[i], modes[i], representation);
    if (!shape) return core::fail(about_leaf(module, leaves[i], std::move(shape).error()));
    shapes.push_back(*std::move(shape));
  }
  return shapes;
}

/// A leaf of each side.
struct Aliased {
  const EntryLeaf& argument;
  const EntryLeaf& result;
};

bool are_alike(const xla::Shape& a, const xla::Shape& b) {
  return is_array(a) && is_array(b) && a.dimensions == b.dimensions;
}

core::Status make_agree(const Module& module, const Aliased& leaves, xla::Shape& argument,
                        xla::Shape& result) {
  if (!argument.layout) argument.layout = result.layout;
  if (!result.layout) result.layout = argument.layout;
  const bool agree =
      !argument.layout || xla::equal(*argument.layout, *result.layout, {.memory_space = true});
  if (agree) return {};
  return core::fail(
      {.code = "hlo.alias",
       .message = fmt::format("{} and {} share memory, but are to have the layouts {} and {}",
                              title_of(module, leaves.argument), title_of(module, leaves.result),
                              xla::print(*argument.layout), xla::print(*result.layout)),
       .help = "give both the same layout, or let one of them be auto"});
}

core::Status make_aliases_agree(const Module& module, const EntryLeaves& leaves,
                                std::vector<xla::Shape>& arguments,
                                std::vector<xla::Shape>& results) {
  for (const auto& [from, to] : aliased_leaves(module, leaves)) {
    if (!are_alike(arguments[from], results[to])) continue;
    TILEGLOT_TRY_STATUS(make_agree(module, {leaves.arguments[from], leaves.results[to]},
                                   arguments[from], results[to]));
  }
  return {};
}

}  // namespace

std::string_view name_of(ModeSource source) {
  switch (source) {
    case ModeSource::kEntryLayout: return "the module";
    case ModeSource::kAttribute: return "attribute";
    case ModeSource::kCaller: return "option";
    default: return "nobody";
  }
}

Result<EntryModes> entry_modes_of(const Module& module, const EntryLeaves& leaves) {
  TILEGLOT_TRY(arguments, side_modes(module, leaves.arguments, kArguments));
  TILEGLOT_TRY(results, side_modes(module, leaves.results, kResults));
  return EntryModes{std::move(arguments), std::move(results)};
}

core::Status check_mode(const LayoutMode& mode, const EntryLeaf& leaf) {
  const xla::Layout* const layout = mode.user_layout();
  if (layout == nullptr || !is_array(leaf.shape)) return {};
  TILEGLOT_TRY(tile, tile_of(leaf));
  tile.layout = *layout;
  return xla::validate(tile);
}

Result<EntryLayout> entry_layout_by_modes(const Module& module, const EntryLeaves& leaves,
                                          const EntryModes& modes,
                                          const xla::Representation& representation) {
  TILEGLOT_TRY(arguments,
               shapes_by_modes(module, leaves.arguments, modes.arguments, representation));
  TILEGLOT_TRY(results, shapes_by_modes(module, leaves.results, modes.results, representation));
  TILEGLOT_TRY_STATUS(make_aliases_agree(module, leaves, arguments, results));
  return entry_of_leaves(module, arguments, results);
}

}  // namespace tileglot::hlo::pass
