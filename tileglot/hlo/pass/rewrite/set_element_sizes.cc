// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/set_element_sizes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

std::optional<std::int64_t> wanted_size(xla::PrimitiveType type) {
  return xla::is_sub_byte(type) ? std::optional(xla::bit_width(type)) : std::nullopt;
}

void set_sizes(xla::Shape& shape) {
  xla::for_each_array(shape, [](xla::Shape& array) {
    if (array.layout) array.layout->element_size_bits = wanted_size(array.type);
  });
}

bool says_its_size(const xla::Shape& array) {
  const auto stated = array.layout ? array.layout->element_size_bits : wanted_size(array.type);
  return stated == wanted_size(array.type);
}

bool sizes_are_set(const xla::Shape& shape) {
  return (!is_array(shape) || says_its_size(shape)) &&
         std::ranges::all_of(shape.elements, sizes_are_set);
}

/// Each shape of the module is looked at once.
class Sizes {
 public:
  explicit Sizes(Module& module) : module_(module) {}

  std::size_t set() {
    for (const ComputationId computation : module_.computations()) {
      for (const InstructionId id : module_.instructions(computation)) set_of(id);
    }
    if (module_.header.entry_layout) set_of(*module_.header.entry_layout);
    return changes_;
  }

 private:
  ShapeId with_sizes(ShapeId id) {
    const auto found = known_.find(id);
    if (found != known_.end()) return found->second;
    xla::Shape shape = module_.shape(id);
    set_sizes(shape);
    return known_.emplace(id, module_.keep(shape)).first->second;
  }

  void set_of(InstructionId id) {
    const ShapeId before = module_[id].shape;
    module_[id].shape = with_sizes(before);
    if (module_[id].shape != before) ++changes_;
  }

  void set_of(xla::Shape& leaf) {
    if (sizes_are_set(leaf)) return;
    set_sizes(leaf);
    ++changes_;
  }

  void set_of(EntryLayout& entry) {
    for (xla::Shape& parameter : entry.parameters) set_of(parameter);
    set_of(entry.result);
  }

  Module& module_;
  std::unordered_map<ShapeId, ShapeId> known_ = {};
  std::size_t changes_ = 0;
};

std::string_view fault_of(const Module& module, InstructionId id) {
  return sizes_are_set(module.shape_of(id)) ? "" : "states another size than its elements have";
}

core::Status check_entry(const Module& module) {
  const auto& entry = module.header.entry_layout;
  if (!entry) return {};
  if (sizes_are_set(entry->result) && std::ranges::all_of(entry->parameters, sizes_are_set)) {
    return {};
  }
  return core::fail({.code = "hlo.invariant",
                     .message = "the entry layout states another size than its elements have",
                     .help = "after the pass sub-byte-size-setter there is no such leaf"});
}

}  // namespace

core::Result<std::size_t> set_element_sizes(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return Sizes(module).set();
}

core::Status check_element_sizes_set(const Module& module) {
  TILEGLOT_TRY_STATUS(
      check_instructions(module, module.computations(), "sub-byte-size-setter", fault_of));
  return check_entry(module);
}

}  // namespace tileglot::hlo::pass
