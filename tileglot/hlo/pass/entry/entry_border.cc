// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/entry_border.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/entry/replace_leaves.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;
using Changes = std::vector<std::optional<LeafChange>>;

/// The wanted shape; open layouts, and which dimensions are dynamic, are taken from the program's.
xla::Shape completed(const xla::Shape& wanted, const xla::Shape& own) {
  xla::Shape result = wanted;
  if (xla::same_dimensions(wanted, own)) result.dimensions = own.dimensions;
  if (is_array(result) && !result.layout) result.layout = own.layout;
  for (std::size_t i = 0; i < result.elements.size(); ++i) {
    result.elements[i] = completed(wanted.elements[i], own.elements[i]);
  }
  return result;
}

xla::Shape without_memory_spaces(xla::Shape shape) {
  xla::for_each_array(shape, [](xla::Shape& array) {
    if (array.layout) array.layout->memory_space = 0;
  });
  return shape;
}

/// The change that makes `to` of an array `from`; nothing where their layouts are the same.
std::optional<LeafChange> change(Module& module, const xla::Shape& from, const xla::Shape& to,
                                 BorderChanges kind) {
  const bool is_alike =
      kind == BorderChanges::kDimensions || !is_array(from) ||
      xla::equal(xla::layout_or_default(from), xla::layout_or_default(to), {.memory_space = true});
  if (is_alike && from.dimensions == to.dimensions) return std::nullopt;
  const Opcode opcode = from.dimensions == to.dimensions ? Opcode::kCopy : Opcode::kReshape;
  return LeafChange{opcode, module.keep(to)};
}

Changes changes(Module& module, const xla::Shape& from, const xla::Shape& to, BorderChanges kind) {
  const std::vector<xla::Leaf> sources = xla::leaves(from);
  const std::vector<xla::Leaf> targets = xla::leaves(to);
  Changes result;
  result.reserve(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    result.push_back(change(module, sources[i].shape, targets[i].shape, kind));
  }
  return result;
}

std::size_t count(const Changes& changes) {
  std::size_t result = 0;
  for (const auto& change : changes) result += change ? 1U : 0U;
  return result;
}

/// Drops a sharding if the dimensions change, since it refers to the old ones.
void give_shape(Module& module, InstructionId id, const xla::Shape& shape) {
  if (!xla::equal(module.shape_of(id), shape, xla::kCompatible)) {
    remove_attribute(module[id], AttributeKey::kSharding);
  }
  module[id].shape = module.keep(shape);
}

std::size_t set_parameter(Module& module, InstructionId id, const xla::Shape& requested,
                          BorderChanges kind) {
  const xla::Shape own = module.shape_of(id);
  const xla::Shape wanted = completed(requested, own);
  const Changes made = changes(module, wanted, own, kind);
  if (count(made) == 0) return 0;
  std::vector<Use> uses;
  for (const Use use : module.uses(id)) uses.push_back(use);
  const bool was_root = module.is_root(id);
  give_shape(module, id, wanted);
  const InstructionId inside = replace_leaves(module, id, id, made);
  for (const Use use : uses) module.replace_operand(use.user, use.operand, inside);
  if (was_root) module.set_root(module.entry(), inside);
  return count(made);
}

std::size_t set_result(Module& module, const xla::Shape& requested, BorderChanges kind) {
  const InstructionId root = *module[module.entry()].root;
  const xla::Shape own = module.shape_of(root);
  const Changes made = changes(module, own, completed(requested, own), kind);
  const InstructionId last = *module[module.entry()].last;
  module.set_root(module.entry(), replace_leaves(module, root, last, made));
  return count(made);
}

core::Status check_leaf(const std::string& what, const xla::Shape& own, const xla::Shape& wanted) {
  if (!is_array(own)) return {};
  if (own.type == wanted.type && own.dimensions == wanted.dimensions) return {};
  const auto has = xla::elements_in(own);
  const auto requested = xla::elements_in(wanted);
  if (own.type == wanted.type && has && requested && *has == *requested) return {};
  return core::fail({.code = "hlo.border",
                     .message = fmt::format("{} is {}, which cannot be stored as {}", what,
                                            xla::print(own), xla::print(wanted)),
                     .help = "a representation keeps the type and the number of elements"});
}

core::Status check(const std::string& what, const xla::Shape& own, const xla::Shape& wanted) {
  const std::vector<xla::Leaf> has = xla::leaves(own);
  const std::vector<xla::Leaf> requested = xla::leaves(wanted);
  for (std::size_t i = 0; i < has.size(); ++i) {
    TILEGLOT_TRY_STATUS(check_leaf(what, has[i].shape, requested[i].shape));
  }
  return {};
}

}  // namespace

core::Result<std::size_t> set_border(Module& module, const EntryLayout& wanted,
                                     BorderChanges kind) {
  TILEGLOT_TRY(now, entry_layout_of(module));
  const std::vector<InstructionId> parameters = module[module.entry()].parameters;
  EntryLayout entry;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    TILEGLOT_TRY_STATUS(
        check(std::string(module[parameters[i]].name), now.parameters[i], wanted.parameters[i]));
    entry.parameters.push_back(completed(wanted.parameters[i], now.parameters[i]));
  }
  TILEGLOT_TRY_STATUS(check("the result", now.result, wanted.result));
  entry.result = completed(wanted.result, now.result);
  std::size_t made = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    made += set_parameter(module, parameters[i], without_memory_spaces(entry.parameters[i]), kind);
  }
  made += set_result(module, without_memory_spaces(entry.result), kind);
  module.header.entry_layout = std::move(entry);
  return made;
}

}  // namespace tileglot::hlo::pass
