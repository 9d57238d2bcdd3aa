// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/replace_leaves.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/inherited_attributes.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

class Changer {
 public:
  Changer(Module& module, InstructionId after) : module_(module), last_(after) {}

  InstructionId changed(InstructionId value, LeafChanges changes) {
    const bool any = std::ranges::any_of(changes, [](const auto& c) { return c.has_value(); });
    if (!any) return value;
    if (module_.shape_of(value).type == xla::PrimitiveType::kTuple) return tuple(value, changes);
    return leaf(value, *changes[0]);
  }

 private:
  InstructionId put(const NewInstruction& made) {
    last_ = module_.add_after(last_, made);
    return last_;
  }

  /// A copy has the same array as `value`, so it inherits its attributes, the sharding too; a
  /// reshape only the metadata.
  InstructionId leaf(InstructionId value, const LeafChange& change) {
    const bool is_same_array = change.opcode == Opcode::kCopy;
    return put({.opcode = change.opcode,
                .shape = change.shape,
                .operands = {value},
                .attributes = is_same_array ? inherited_attributes(module_[value])
                                            : metadata_of(module_[value])});
  }

  InstructionId tuple(InstructionId value, LeafChanges changes) {
    const std::size_t count = module_.shape_of(value).elements.size();
    xla::Shape shape{.type = xla::PrimitiveType::kTuple};
    std::vector<InstructionId> elements;
    elements.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const xla::Shape element = module_.shape_of(value).elements[i];
      const std::size_t leaves = xla::tuple_leaf_count(element);
      elements.push_back(changed(taken(value, i, element), changes.first(leaves)));
      shape.elements.push_back(module_.shape_of(elements.back()));
      changes = changes.subspan(leaves);
    }
    return put({.opcode = Opcode::kTuple, .shape = module_.keep(shape), .operands = elements});
  }

  InstructionId taken(InstructionId value, std::size_t i, const xla::Shape& element) {
    return put({.opcode = Opcode::kGetTupleElement,
                .shape = module_.keep(element),
                .operands = {value},
                .attributes = {{AttributeKey::kIndex, static_cast<std::int64_t>(i)}}});
  }

  Module& module_;
  InstructionId last_;
};

}  // namespace

InstructionId replace_leaves(Module& module, InstructionId value, InstructionId after,
                             LeafChanges changes) {
  return Changer(module, after).changed(value, changes);
}

}  // namespace tileglot::hlo::pass
