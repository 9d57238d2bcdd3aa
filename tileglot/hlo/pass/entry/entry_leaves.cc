// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/entry_leaves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/partitioning.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"
#include "tileglot/notation/xla/sharding/validate.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;
using xla::ShardingKind;

std::optional<xla::Sharding> sharding_of_leaf(const xla::Sharding* sharding, std::size_t number) {
  if (sharding == nullptr) return std::nullopt;
  if (sharding->kind != ShardingKind::kTuple) return *sharding;
  return sharding->elements[number];
}

core::Status check_leaf_count(const Module& module, InstructionId id, const xla::Sharding* sharding,
                              std::size_t leaves) {
  const bool fits = sharding == nullptr || sharding->kind != ShardingKind::kTuple ||
                    sharding->elements.size() == leaves ||
                    (leaves == 0 && sharding->elements.size() == 1);
  if (fits) return {};
  return core::fail(
      {.code = "xla.sharding_shape",
       .message = fmt::format("{}, {}, has {} leaves, and its sharding is of {}", module[id].name,
                              xla::print(module.shape_of(id), xla::LayoutText::kHidden), leaves,
                              sharding->elements.size()),
       .span = module[id].place,
       .help = "a tuple has a sharding for each array inside it, in order"});
}

core::Status append_leaves(const Module& module, InstructionId id, const xla::Shape& shape,
                           std::optional<std::size_t> parameter, std::vector<EntryLeaf>& leaves) {
  const auto* const held = attribute_of<Shared<xla::Sharding>>(module[id], AttributeKey::kSharding);
  const xla::Sharding* const sharding = held == nullptr ? nullptr : &**held;
  std::vector<xla::Leaf> parts = xla::leaves(shape);
  TILEGLOT_TRY_STATUS(check_leaf_count(module, id, sharding, parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    leaves.push_back({.parameter = parameter,
                      .path = std::move(parts[i].path),
                      .instruction = id,
                      .shape = std::move(parts[i].shape),
                      .written = sharding_of_leaf(sharding, i)});
  }
  return {};
}

std::int64_t devices_named(const xla::Sharding& sharding) {
  if (sharding.kind == ShardingKind::kTiled) return xla::tile_count(sharding.tiles);
  return sharding.kind == ShardingKind::kMaximal ? sharding.device + 1 : 1;
}

/// A header that does not state the number of partitions has 1.
std::int64_t device_count(const Module& module, const EntryLeaves& leaves) {
  if (module.header.partition_count > 1) return module.header.partition_count;
  std::int64_t count = leaves.partitioning.is_partitioned ? leaves.partitioning.devices : 1;
  for (const auto* side : {&leaves.arguments, &leaves.results}) {
    for (const EntryLeaf& leaf : *side) {
      if (leaf.written) count = std::max(count, devices_named(*leaf.written));
    }
  }
  return count;
}

core::Status check_shardings(const Module& module, const std::vector<EntryLeaf>& leaves,
                             std::int64_t devices) {
  for (const EntryLeaf& leaf : leaves) {
    if (!leaf.sharding) continue;
    auto status = xla::validate_sharding(*leaf.sharding, leaf.shape, devices);
    if (status) continue;
    core::Error error = std::move(status).error();
    error->message =
        fmt::format("{}, {}, cannot be spread as {}: {}", title_of(module, leaf),
                    xla::print(leaf.shape), xla::print(*leaf.sharding), error->message);
    error->span = module[leaf.instruction].place;
    return core::fail(std::move(error));
  }
  return {};
}

/// The place of each leaf: parameter, or nothing for the result, and path.
using LeafNumbers = std::map<std::pair<std::optional<std::size_t>, xla::TuplePath>, std::size_t>;

LeafNumbers numbers_of(const std::vector<EntryLeaf>& leaves) {
  LeafNumbers numbers;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    numbers.emplace(std::pair(leaves[i].parameter, leaves[i].path), i);
  }
  return numbers;
}

bool are_alike(const xla::Shape& a, const xla::Shape& b) {
  return is_array(a) && is_array(b) && a.dimensions == b.dimensions;
}

/// The text's shardings are of the shapes. One array in one place is spread in one way.
void apply_written_shardings(const Module& module, EntryLeaves& leaves) {
  for (auto* side : {&leaves.arguments, &leaves.results}) {
    for (EntryLeaf& leaf : *side) leaf.sharding = leaf.written;
  }
  for (const AliasedLeaves& alias : aliased_leaves(module, leaves)) {
    EntryLeaf& argument = leaves.arguments[alias.argument];
    EntryLeaf& result = leaves.results[alias.result];
    if (!are_alike(argument.shape, result.shape)) continue;
    if (!argument.sharding) argument.sharding = result.sharding;
    if (!result.sharding) result.sharding = argument.sharding;
  }
}

/// Takes leaves from the front.
xla::Shape with_leaves(xla::Shape shape, std::span<const xla::Shape>& leaves) {
  if (shape.type != xla::PrimitiveType::kTuple) {
    shape = leaves.front();
    leaves = leaves.subspan(1);
    return shape;
  }
  for (xla::Shape& element : shape.elements) element = with_leaves(std::move(element), leaves);
  return shape;
}

}  // namespace

core::Result<EntryLeaves> entry_leaves(const Module& module, std::optional<bool> is_partitioned) {
  TILEGLOT_TRY(entry, entry_layout_of(module));
  const Computation& computation = module[module.entry()];
  EntryLeaves leaves{.partitioning = partitioning_of(module, is_partitioned)};
  for (std::size_t i = 0; i < computation.parameters.size(); ++i) {
    TILEGLOT_TRY_STATUS(
        append_leaves(module, computation.parameters[i], entry.parameters[i], i, leaves.arguments));
  }
  TILEGLOT_TRY_STATUS(
      append_leaves(module, *computation.root, entry.result, std::nullopt, leaves.results));
  leaves.devices = device_count(module, leaves);
  if (leaves.partitioning.is_partitioned) return leaves;
  apply_written_shardings(module, leaves);
  TILEGLOT_TRY_STATUS(check_shardings(module, leaves.arguments, leaves.devices));
  TILEGLOT_TRY_STATUS(check_shardings(module, leaves.results, leaves.devices));
  return leaves;
}

std::vector<AliasedLeaves> aliased_leaves(const Module& module, const EntryLeaves& leaves) {
  const LeafNumbers arguments = numbers_of(leaves.arguments);
  const LeafNumbers results = numbers_of(leaves.results);
  std::vector<AliasedLeaves> aliased;
  for (const InputOutputAlias& alias : module.header.aliases) {
    const auto from = arguments.find({static_cast<std::size_t>(alias.parameter), alias.index});
    const auto to = results.find({std::nullopt, alias.output});
    if (from != arguments.end() && to != results.end()) {
      aliased.push_back({from->second, to->second});
    }
  }
  return aliased;
}

EntryLayout entry_of_leaves(const Module& module, std::span<const xla::Shape> arguments,
                            std::span<const xla::Shape> results) {
  EntryLayout entry;
  const auto& parameters = module[module.entry()].parameters;
  entry.parameters.reserve(parameters.size());
  for (const InstructionId id : parameters) {
    entry.parameters.push_back(with_leaves(module.shape_of(id), arguments));
  }
  entry.result = with_leaves(module.shape_of(*module[module.entry()].root), results);
  return entry;
}

core::Error about_leaf(const Module& module, const EntryLeaf& leaf, core::Error error) {
  const std::string cannot = leaf.sharding
                                 ? fmt::format("cannot be spread as {}", xla::print(*leaf.sharding))
                                 : std::string("cannot be stored so");
  error->message = fmt::format("{}, {}, {}: {}", title_of(module, leaf), xla::print(leaf.shape),
                               cannot, error->message);
  error->span = module[leaf.instruction].place;
  return error;
}

std::string title_of(const Module& module, const EntryLeaf& leaf) {
  const std::string path =
      leaf.path.empty() ? std::string() : fmt::format(" {{{}}}", fmt::join(leaf.path, ","));
  if (!leaf.parameter) return "result" + path;
  return fmt::format("parameter {}{}", module[leaf.instruction].name, path);
}

}  // namespace tileglot::hlo::pass
