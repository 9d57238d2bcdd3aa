// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize_reductions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/inherited_attributes.h"
#include "tileglot/hlo/pass/layout_invariant.h"
#include "tileglot/hlo/pass/pass_invariant.h"
#include "tileglot/notation/xla/permute_dimensions.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

bool is_row_major(const xla::Shape& array) {
  return std::ranges::is_sorted(array.layout->minor_to_major, std::ranges::greater());
}

/// The dimensions as an input's layout has them: which are reduced, by their places in memory, and the
/// kept ones, by their numbers in the result.
struct Dimensions {
  Ints reduced = {};
  Ints kept = {};
};

Dimensions dimensions_as_they_lie(const xla::Shape& input, const Ints& reduced) {
  const std::size_t size = rank(input);
  std::vector<bool> is_reduced(size, false);
  for (const std::int64_t d : reduced) is_reduced[static_cast<std::size_t>(d)] = true;
  Ints number_in_result(size);
  std::int64_t next = 0;
  for (std::size_t d = 0; d < size; ++d) number_in_result[d] = is_reduced[d] ? next : next++;
  Dimensions result;
  for (std::size_t i = 0; i < size; ++i) {
    const auto d = static_cast<std::size_t>(input.layout->minor_to_major[size - 1 - i]);
    if (is_reduced[d]) {
      result.reduced.push_back(static_cast<std::int64_t>(i));
    } else {
      result.kept.push_back(number_in_result[d]);
    }
  }
  return result;
}

/// One reduction.
class Normalization {
 public:
  Normalization(Module& module, InstructionId reduce)
      : module_(module), reduce_(reduce), inputs_(module[reduce].operand_count / 2) {}

  core::Result<std::size_t> run() {
    TILEGLOT_TRY_STATUS(check_inputs());
    if (is_row_major(input(0))) return 0;
    const Dimensions dimensions =
        dimensions_as_they_lie(input(0), integers_of(module_[reduce_], AttributeKey::kDimensions));
    for (std::size_t i = 0; i < inputs_; ++i) TILEGLOT_TRY_STATUS(bitcast_input(i));
    set_attribute(module_[reduce_], AttributeKey::kDimensions, dimensions.reduced);
    TILEGLOT_TRY_STATUS(change_result(dimensions.kept));
    return ++changes_;
  }

 private:
  const xla::Shape& input(std::size_t i) const {
    return module_.shape_of(module_.operand(reduce_, i));
  }

  core::Status check_inputs() const {
    for (std::size_t i = 1; i < inputs_; ++i) {
      if (input(i).layout->minor_to_major == input(0).layout->minor_to_major) continue;
      return core::fail({.code = "hlo.layouts",
                         .message = fmt::format("{} reduces arrays that lie in different orders",
                                                module_[reduce_].name),
                         .span = module_[reduce_].place,
                         .help = "layout assignment gives all its inputs one order"});
    }
    return {};
  }

  core::Status bitcast_input(std::size_t i) {
    const InstructionId operand = module_.operand(reduce_, i);
    TILEGLOT_TRY(shape, xla::make_shape_with_descending_layout_and_same_physical_layout(input(i)));
    const InstructionId bitcast =
        module_.add_after(operand, {.opcode = Opcode::kBitcast,
                                    .shape = module_.keep(shape),
                                    .operands = {operand},
                                    .attributes = metadata_of(module_[operand])});
    module_.replace_operand(reduce_, i, bitcast);
    ++changes_;
    return {};
  }

  /// The result with the kept dimensions in another order, and its old shape behind it.
  core::Status change_result(const Ints& kept) {
    const ShapeId before = module_[reduce_].shape;
    xla::Shape shape = module_.shape(before);
    if (is_array(shape)) {
      TILEGLOT_TRY(permuted, xla::permute_dimensions(kept, shape));
      shape = std::move(permuted);
    }
    for (xla::Shape& element : shape.elements) {
      TILEGLOT_TRY(permuted, xla::permute_dimensions(kept, element));
      element = std::move(permuted);
    }
    const ShapeId after = module_.keep(shape);
    if (after != before) replace_result(before, after);
    return {};
  }

  void replace_result(ShapeId before, ShapeId after) {
    const std::vector<Attribute> inherited = inherited_attributes(module_[reduce_]);
    module_[reduce_].shape = after;
    remove_attribute(module_[reduce_], AttributeKey::kSharding);
    const InstructionId back = is_array(module_.shape(before))
                                   ? bitcast(reduce_, reduce_, before, inherited)
                                   : tuple_of_bitcasts(before, inherited);
    module_.replace_uses(reduce_, back);
    for (const InstructionId element : elements_) module_.replace_operand(element, 0, reduce_);
  }

  InstructionId put_behind(InstructionId behind, NewInstruction made) {
    ++changes_;
    return module_.add_after(behind, std::move(made));
  }

  InstructionId bitcast(InstructionId behind, InstructionId value, ShapeId shape,
                        const std::vector<Attribute>& attributes) {
    return put_behind(behind, {.opcode = Opcode::kBitcast,
                               .shape = shape,
                               .operands = {value},
                               .attributes = attributes});
  }

  InstructionId tuple_of_bitcasts(ShapeId before, const std::vector<Attribute>& inherited) {
    std::vector<InstructionId> results;
    results.reserve(inputs_);
    InstructionId last = reduce_;
    for (std::size_t i = 0; i < inputs_; ++i) {
      elements_.push_back(element(last, i));
      const ShapeId shape = module_.keep(xla::Shape(module_.shape(before).elements[i]));
      last = bitcast(elements_.back(), elements_.back(), shape, metadata_of(module_[reduce_]));
      results.push_back(last);
    }
    return put_behind(last, {.opcode = Opcode::kTuple,
                             .shape = before,
                             .operands = std::move(results),
                             .attributes = inherited});
  }

  InstructionId element(InstructionId behind, std::size_t i) {
    const ShapeId shape = module_.keep(xla::Shape(module_.shape_of(reduce_).elements[i]));
    return put_behind(behind,
                      {.opcode = Opcode::kGetTupleElement,
                       .shape = shape,
                       .operands = {reduce_},
                       .attributes = {{AttributeKey::kIndex, static_cast<std::int64_t>(i)}}});
  }

  Module& module_;
  InstructionId reduce_;
  std::size_t inputs_;
  std::vector<InstructionId> elements_ = {};  ///< get-tuple-elements of the new result
  std::size_t changes_ = 0;
};

std::string_view fault_of(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kReduce) return {};
  const std::size_t inputs = module[id].operand_count / 2;
  for (std::size_t i = 0; i < inputs; ++i) {
    if (!is_row_major(module.shape_of(module.operand(id, i)))) {
      return "reduces an array that is not row-major";
    }
  }
  return {};
}

}  // namespace

core::Result<std::size_t> normalize_reductions(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  std::size_t changes = 0;
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (module[id].opcode != Opcode::kReduce) continue;
      TILEGLOT_TRY(count, Normalization(module, id).run());
      changes += count;
    }
  }
  return changes;
}

core::Status check_reductions_normalized(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, "reduction-layout-normalizer", fault_of);
}

}  // namespace tileglot::hlo::pass
