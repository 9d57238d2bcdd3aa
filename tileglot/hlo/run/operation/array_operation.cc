// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/array_operation.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/elementwise.h"
#include "tileglot/hlo/run/operation/check_operation.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/hlo/run/operation/dot.h"
#include "tileglot/hlo/run/operation/gather.h"
#include "tileglot/hlo/run/operation/reduce.h"
#include "tileglot/hlo/run/operation/shape_operations.h"
#include "tileglot/hlo/run/operation/sort.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;
using All = std::vector<Elements>;
using Operands = std::span<const ArrayOperand>;

std::vector<const Elements*> elements_of(Operands operands) {
  std::vector<const Elements*> result;
  result.reserve(operands.size());
  for (const ArrayOperand& operand : operands) result.push_back(&operand.elements);
  return result;
}

All one(Elements elements) {
  All all;
  all.push_back(std::move(elements));
  return all;
}

core::Result<All> one(core::Result<Elements> elements) {
  if (!elements) return core::fail(std::move(elements).error());
  return one(*std::move(elements));
}

/// One operation: the part of the module that it needs, and its operands.
class Operation {
 public:
  Operation(const Applying& applying, InstructionId id, Operands operands)
      : applying_(applying),
        module_(*applying.module),
        id_(id),
        instruction_(module_[id]),
        shape_(module_.shape_of(id)),
        operands_(operands) {}

  core::Result<All> result() const {
    if (computes_elementwise(instruction_.opcode)) {
      return one(elementwise(module_, id_, elements_of(operands_)));
    }
    if (auto moved = moved_elements()) return one(*std::move(moved));
    switch (instruction_.opcode) {
      case Opcode::kMap: return mapped();
      case Opcode::kReduce: return reduced(applying_, reduction(), ints(AttributeKey::kDimensions));
      case Opcode::kReduceWindow:
        return window_reduced(applying_, reduction(), window(), leaf_extents());
      case Opcode::kSelectAndScatter: return one(select_and_scatter());
      case Opcode::kDot: return one(dot_of());
      case Opcode::kConvolution: return one(convolution_of());
      case Opcode::kScatter: return scatter_of();
      default:  // sort
        return sorted(applying_, to_apply(), elements_of(operands_), operands_[0].extents,
                      dimension(AttributeKey::kDimensions));
    }
  }

 private:
  const Extents& ints(AttributeKey key) const { return integers_of(instruction_, key); }
  std::size_t dimension(AttributeKey key) const {
    const Extents& list = ints(key);
    return list.empty() ? 0 : static_cast<std::size_t>(list[0]);
  }
  ComputationId computation(AttributeKey key) const {
    return *attribute_of<ComputationId>(instruction_, key);
  }
  ComputationId to_apply() const { return computation(AttributeKey::kToApply); }
  Window window() const {
    const auto* window = attribute_of<Window>(instruction_, AttributeKey::kWindow);
    return window == nullptr ? Window() : *window;
  }
  Extents extents() const { return extents_of(shape_); }
  Extents leaf_extents() const {
    return shape_.elements.empty() ? extents() : extents_of(shape_.elements[0]);
  }
  const Elements& x(std::size_t k = 0) const { return operands_[k].elements; }
  const Extents& extents_of_operand(std::size_t k = 0) const { return operands_[k].extents; }

  /// Operations that only move elements.
  std::optional<Elements> moved_elements() const {
    switch (instruction_.opcode) {
      case Opcode::kReshape: return x();
      case Opcode::kBitcastConvert: return bitcast_converted(x(), shape_.type);
      case Opcode::kBroadcast:
        return broadcast(x(), extents_of_operand(), ints(AttributeKey::kDimensions), extents());
      case Opcode::kTranspose:
        return transposed(x(), extents_of_operand(), ints(AttributeKey::kDimensions));
      case Opcode::kReverse:
        return reversed(x(), extents_of_operand(), ints(AttributeKey::kDimensions));
      case Opcode::kSlice:
        return sliced(x(), extents_of_operand(),
                      *attribute_of<SliceRanges>(instruction_, AttributeKey::kSlice));
      case Opcode::kPad:
        return padded(x(), extents_of_operand(),
                      *attribute_of<Padding>(instruction_, AttributeKey::kPadding), x(1),
                      extents());
      case Opcode::kConcatenate: return concatenation();
      case Opcode::kIota:
        return iota(
            shape_.type, extents(),
            static_cast<std::size_t>(integer_of(instruction_, AttributeKey::kIotaDimension)));
      default: return moved_by_index();
    }
  }

  std::optional<Elements> moved_by_index() const {
    switch (instruction_.opcode) {
      case Opcode::kDynamicSlice: return dynamic_slice();
      case Opcode::kDynamicUpdateSlice: return dynamic_update_slice();
      case Opcode::kGather: return gathered_slices(x(), gather_arrays(), gather_dimensions());
      case Opcode::kGetDimensionSize:
        return scalar(shape_.type, extents_of_operand()[dimension(AttributeKey::kDimensions)]);
      case Opcode::kPartitionId: return scalar(shape_.type, applying_.device.partition);
      case Opcode::kReplicaId: return scalar(shape_.type, applying_.device.replica);
      default: return std::nullopt;
    }
  }

  Elements concatenation() const {
    std::vector<Part> parts;
    parts.reserve(operands_.size());
    for (const ArrayOperand& operand : operands_) {
      parts.push_back({&operand.elements, operand.extents});
    }
    return concatenated(parts, dimension(AttributeKey::kDimensions), extents());
  }

  /// One scalar per dimension, or all in one array.
  Extents starts_from(std::size_t first) const {
    Extents starts;
    for (const ArrayOperand& operand : operands_.subspan(first)) {
      for (std::size_t i = 0; i < operand.elements.size(); ++i) {
        const std::int64_t start = integer_at(operand.elements, i);
        const bool beyond = operand.elements.type == PrimitiveType::kU64 && start < 0;
        starts.push_back(beyond ? INT64_MAX : start);
      }
    }
    return starts;
  }

  Elements dynamic_slice() const {
    const Extents sizes = extents();
    const Extents starts = clamped_starts(starts_from(1), sizes, extents_of_operand());
    return slice_at(x(), extents_of_operand(), starts, sizes);
  }

  Elements dynamic_update_slice() const {
    const Extents& sizes = extents_of_operand(1);
    const Extents starts = clamped_starts(starts_from(2), sizes, extents_of_operand());
    return updated_at(x(), extents_of_operand(), starts, x(1), sizes);
  }

  core::Result<All> mapped() const {
    const ScalarFunction function(applying_, to_apply());
    All arguments;
    arguments.reserve(operands_.size());
    for (const ArrayOperand& operand : operands_) arguments.push_back(operand.elements);
    return function(arguments);
  }

  Reduction reduction() const {
    const std::size_t half = operands_.size() / 2;
    all_ = elements_of(operands_);
    return {.operands = std::span(all_).first(half),
            .initial = std::span(all_).subspan(half),
            .extents = extents_of_operand(),
            .computation = to_apply()};
  }

  core::Result<Elements> select_and_scatter() const {
    return selected_and_scattered(applying_,
                                  {.operand = &x(),
                                   .extents = extents_of_operand(),
                                   .source = &x(1),
                                   .source_extents = extents_of_operand(1),
                                   .initial = &x(2),
                                   .select = computation(AttributeKey::kSelect),
                                   .scatter = computation(AttributeKey::kScatter)},
                                  window());
  }

  Factor factor(std::size_t k) const { return {&x(k), extents_of_operand(k)}; }

  core::Result<Elements> dot_of() const {
    return dot(factor(0), factor(1),
               {.lhs_batch = ints(AttributeKey::kLhsBatchDims),
                .lhs_contracting = ints(AttributeKey::kLhsContractingDims),
                .rhs_batch = ints(AttributeKey::kRhsBatchDims),
                .rhs_contracting = ints(AttributeKey::kRhsContractingDims)},
               shape_.type, *applying_.budget);
  }

  core::Result<Elements> convolution_of() const {
    const auto* labels =
        attribute_of<Shared<ConvolutionDimensions>>(instruction_, AttributeKey::kDimLabels);
    return convolution(
        factor(0), factor(1),
        {.window = window(),
         .dimensions = **labels,
         .feature_groups = integer_of(instruction_, AttributeKey::kFeatureGroupCount, 1),
         .batch_groups = integer_of(instruction_, AttributeKey::kBatchGroupCount, 1),
         .result = extents()},
        shape_.type, *applying_.budget);
  }

  GatherArrays gather_arrays() const {
    return {.operand = extents_of_operand(),
            .indices = &x(1),
            .indices_extents = extents_of_operand(1),
            .slice_sizes = ints(AttributeKey::kSliceSizes),
            .result = extents()};
  }

  GatherDimensions gather_dimensions() const {
    return {.offset_dims = ints(AttributeKey::kOffsetDims),
            .collapsed_slice_dims = ints(AttributeKey::kCollapsedSliceDims),
            .start_index_map = ints(AttributeKey::kStartIndexMap),
            .operand_batching_dims = ints(AttributeKey::kOperandBatchingDims),
            .indices_batching_dims = ints(AttributeKey::kStartIndicesBatchingDims),
            .index_vector_dim = integer_of(instruction_, AttributeKey::kIndexVectorDim)};
  }

  GatherDimensions scatter_dimensions() const {
    return {.offset_dims = ints(AttributeKey::kUpdateWindowDims),
            .collapsed_slice_dims = ints(AttributeKey::kInsertedWindowDims),
            .start_index_map = ints(AttributeKey::kScatterDimsToOperandDims),
            .operand_batching_dims = ints(AttributeKey::kInputBatchingDims),
            .indices_batching_dims = ints(AttributeKey::kScatterIndicesBatchingDims),
            .index_vector_dim = integer_of(instruction_, AttributeKey::kIndexVectorDim)};
  }

  core::Result<All> scatter_of() const {
    const std::size_t n = operands_.size() / 2;
    const auto all = elements_of(operands_);
    return scattered(applying_, to_apply(), std::span(all).first(n), std::span(all).subspan(n + 1),
                     {.operand = extents_of_operand(),
                      .indices = &x(n),
                      .indices_extents = extents_of_operand(n),
                      .result = extents_of_operand(n + 1)},
                     scatter_dimensions());
  }

  const Applying& applying_;
  const Module& module_;
  InstructionId id_;
  const Instruction& instruction_;
  const Shape& shape_;
  Operands operands_;
  mutable std::vector<const Elements*> all_ = {};  ///< what a Reduction refers to
};

core::Error unsupported(Opcode opcode) {
  return {{.code = "run.unsupported",
           .message = fmt::format("{} is not evaluated", name_of(opcode)),
           .help =
               "what needs no random numbers, files and calls of foreign code is; cholesky, fft, "
               "triangular-solve and batch norms are not"}};
}

core::Error not_as_declared(const Module& module, InstructionId id) {
  return {{.code = "run.operands",
           .message =
               fmt::format("{} does not give the type or the number of elements that its shape has",
                           module[id].name),
           .help = "hlo verify says more"}};
}

bool is_as_declared(const Elements& elements, const Shape& shape) {
  return elements.type == shape.type &&
         elements.size() == static_cast<std::size_t>(size_of(extents_of(shape)));
}

bool are_as_declared(const All& results, const Shape& shape) {
  if (shape.elements.empty()) return results.size() == 1 && is_as_declared(results[0], shape);
  if (results.size() != shape.elements.size()) return false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!is_as_declared(results[i], shape.elements[i])) return false;
  }
  return true;
}

}  // namespace

Extents extents_of(const Shape& shape) {
  Extents extents;
  extents.reserve(shape.dimensions.size());
  for (const auto& dimension : shape.dimensions) extents.push_back(dimension.bound.value_or(0));
  return extents;
}

bool is_array_operation(Opcode opcode) {
  switch (opcode) {
    case Opcode::kBitcastConvert:
    case Opcode::kBroadcast:
    case Opcode::kConcatenate:
    case Opcode::kConvolution:
    case Opcode::kDot:
    case Opcode::kDynamicSlice:
    case Opcode::kDynamicUpdateSlice:
    case Opcode::kGather:
    case Opcode::kGetDimensionSize:
    case Opcode::kIota:
    case Opcode::kMap:
    case Opcode::kPad:
    case Opcode::kPartitionId:
    case Opcode::kReduce:
    case Opcode::kReduceWindow:
    case Opcode::kReplicaId:
    case Opcode::kReshape:
    case Opcode::kReverse:
    case Opcode::kScatter:
    case Opcode::kSelectAndScatter:
    case Opcode::kSlice:
    case Opcode::kSort:
    case Opcode::kTranspose: return true;
    default: return computes_elementwise(opcode);
  }
}

core::Result<All> array_operation(const Applying& applying, InstructionId id, Operands operands) {
  const Module& module = *applying.module;
  const Opcode opcode = module[id].opcode;
  if (!is_array_operation(opcode)) return core::fail(unsupported(opcode));
  TILEGLOT_TRY_STATUS(check_operation(module, id));
  TILEGLOT_TRY(results, Operation(applying, id, operands).result());
  if (!are_as_declared(results, module.shape_of(id))) {
    return core::fail(not_as_declared(module, id));
  }
  return std::move(results);
}

}  // namespace tileglot::hlo::run
