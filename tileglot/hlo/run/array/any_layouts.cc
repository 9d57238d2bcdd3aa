// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/any_layouts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Layout;
using notation::xla::Shape;

/// Operations that pass a value on unchanged, so that its layout must be the declared one.
bool hands_on(Opcode opcode) {
  switch (opcode) {
    case Opcode::kTuple:
    case Opcode::kGetTupleElement:
    case Opcode::kParameter:
    case Opcode::kWhile:
    case Opcode::kConditional:
    case Opcode::kCall:
    case Opcode::kFusion:
    case Opcode::kDomain:
    case Opcode::kAddDependency:
    case Opcode::kOptBarrier: return true;
    default: return false;
  }
}

class Relayouter {
 public:
  Relayouter(const Module& module, RandomBits& bits) : bits_(bits) { relaid_.module = module; }

  Relaid relaid() {
    Module& module = relaid_.module;
    std::vector<InstructionId> arrays;
    for (const ComputationId c : module.computations()) {
      for (const InstructionId id : module.instructions(c)) {
        const Shape& shape = module.shape_of(id);
        const bool has_order = notation::xla::is_array(shape) && shape.dimensions.size() > 1;
        if (has_order && !hands_on(module[id].opcode)) arrays.push_back(id);
      }
    }
    for (const InstructionId id : arrays) give_layout(id);
    return std::move(relaid_);
  }

 private:
  std::size_t dice(std::size_t n) { return static_cast<std::size_t>(bits_.next() % n); }

  Layout any_layout(std::size_t rank) {
    Layout layout = notation::xla::descending_layout(rank);
    auto& order = layout.minor_to_major;
    for (std::size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[dice(i)]);
    return dice(4) == 0 ? layout.tiled({2, 3}) : layout;
  }

  /// Bitcasts keep untiled bytes only.
  static Layout transposed_layout(const Layout& from, const Ints& permutation) {
    Layout result = from;
    for (std::int64_t& d : result.minor_to_major) {
      d = std::distance(permutation.begin(), std::ranges::find(permutation, d));
    }
    return result;
  }

  void give_layout(InstructionId id) {
    Module& module = relaid_.module;
    Shape shape = module.shape_of(id);
    const Shape default_shape = shape;
    const Layout from = notation::xla::layout_or_default(
        module.operands(id).empty() ? shape : module.shape_of(module.operand(id, 0)));
    const bool is_transpose = module[id].opcode == Opcode::kTranspose;
    if (is_transpose && from.tiles.empty() && dice(2) == 0) {
      shape.layout = transposed_layout(from, integers_of(module[id], AttributeKey::kDimensions));
      module[id].opcode = Opcode::kBitcast;
      remove_attribute(module[id], AttributeKey::kDimensions);
      relaid_.bitcasts.push_back(id);
    } else {
      shape.layout = any_layout(shape.dimensions.size());
    }
    module[id].shape = module.keep(shape);
    if (shape.layout != default_shape.layout) copy_for_users(id, default_shape);
  }

  void copy_for_users(InstructionId id, const Shape& shape) {
    Module& module = relaid_.module;
    std::vector<Use> uses;
    for (const Use use : module.uses(id)) {
      if (hands_on(module[use.user].opcode)) uses.push_back(use);
    }
    const bool is_root = module.is_root(id);
    if (uses.empty() && !is_root) return;
    const InstructionId copy = module.add_after(
        id, {.opcode = Opcode::kCopy, .shape = module.keep(shape), .operands = {id}});
    for (const Use& use : uses) module.replace_operand(use.user, use.operand, copy);
    if (is_root) module.set_root(module[id].computation, copy);
    relaid_.copies.push_back(copy);
  }

  RandomBits& bits_;
  Relaid relaid_ = {};
};

}  // namespace

Relaid any_layouts(const Module& module, RandomBits& bits) {
  return Relayouter(module, bits).relaid();
}

}  // namespace tileglot::hlo::run
