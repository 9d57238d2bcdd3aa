// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/check_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

std::size_t at(std::int64_t k) { return static_cast<std::size_t>(k); }

bool are_dimensions(const Extents& list, std::size_t rank) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool again = std::find(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i),
                                 list[i]) != list.begin() + static_cast<std::ptrdiff_t>(i);
    if (again || list[i] < 0 || !(list[i] < static_cast<std::int64_t>(rank))) return false;
  }
  return true;
}

Extents joined(std::initializer_list<Extents> lists) {
  Extents all;
  for (const Extents& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// Checks one operation's numbers, one check per line.
class Check {
 public:
  Check(const Module& module, InstructionId id)
      : module_(module), id_(id), instruction_(module[id]), result_(module.shape_of(id)) {}

  bool passes() const {
    switch (instruction_.opcode) {
      case Opcode::kBroadcast: return broadcast();
      case Opcode::kTranspose: return are_dimensions(dims(), rank()) && dims().size() == rank();
      case Opcode::kReverse:
      case Opcode::kGetDimensionSize: return are_dimensions(dims(), rank());
      case Opcode::kSlice: return slice();
      case Opcode::kPad: return pad();
      case Opcode::kConcatenate: return concatenate();
      case Opcode::kIota:
        return are_dimensions({integer_of(instruction_, AttributeKey::kIotaDimension)},
                              result_.dimensions.size());
      case Opcode::kReducePrecision: return precision();
      default: return passes_as_product();
    }
  }

 private:
  bool passes_as_product() const {
    switch (instruction_.opcode) {
      case Opcode::kDynamicSlice: return inside(extents_of(result_)) && starts(1);
      case Opcode::kDynamicUpdateSlice: return inside(extents(1)) && starts(2) && same_type(0, 1);
      case Opcode::kReduce: return reduction() && are_dimensions(dims(), rank());
      case Opcode::kReduceWindow: return reduction() && window_gives(leaf_extents());
      case Opcode::kSelectAndScatter:
        return window_gives(extents(1)) && same_type(0, 1) && initial(0, 2);
      case Opcode::kSort:
        return all_alike(count()) && dims().size() == 1 && are_dimensions(dims(), rank());
      case Opcode::kMap: return count() > 0 && all_alike(count());
      case Opcode::kDot: return dot();
      case Opcode::kConvolution: return convolution();
      case Opcode::kGather: return gather();
      case Opcode::kScatter: return scatter();
      default: return true;
    }
  }

  const Shape& operand(std::size_t i) const { return module_.shape_of(module_.operand(id_, i)); }
  std::size_t count() const { return module_.operands(id_).size(); }
  Extents extents(std::size_t i) const { return extents_of(operand(i)); }
  std::size_t rank(std::size_t i = 0) const { return operand(i).dimensions.size(); }
  const Extents& ints(AttributeKey key) const { return integers_of(instruction_, key); }
  const Extents& dims() const { return ints(AttributeKey::kDimensions); }
  Extents leaf_extents() const {
    return extents_of(result_.elements.empty() ? result_ : result_.elements[0]);
  }
  bool same_type(std::size_t a, std::size_t b) const { return operand(a).type == operand(b).type; }
  bool is_index(std::size_t i) const { return notation::xla::is_integral(operand(i).type); }
  Window window() const {
    const auto* window = attribute_of<Window>(instruction_, AttributeKey::kWindow);
    return window == nullptr ? Window() : *window;
  }

  bool broadcast() const {
    const Extents from = extents(0);
    const Extents to = extents_of(result_);
    if (dims().size() != from.size() || !are_dimensions(dims(), to.size())) return false;
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (from[k] != 1 && from[k] != to[at(dims()[k])]) return false;
    }
    return size_of(to) == 0 || size_of(from) > 0;
  }

  bool slice() const {
    const auto* ranges = attribute_of<SliceRanges>(instruction_, AttributeKey::kSlice);
    const Extents from = extents(0);
    if (ranges == nullptr || ranges->size() != from.size()) return false;
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (!sliced_extent(from[k], (*ranges)[k])) return false;
    }
    return true;
  }

  bool pad() const {
    const auto* padding = attribute_of<Padding>(instruction_, AttributeKey::kPadding);
    const Extents from = extents(0);
    const Extents to = extents_of(result_);
    if (padding == nullptr || padding->size() != from.size() || to.size() != from.size()) {
      return false;
    }
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (padded_extent(from[k], (*padding)[k]) != to[k]) return false;
    }
    return initial(0, 1);
  }

  bool concatenate() const {
    const Extents to = extents_of(result_);
    if (dims().size() != 1 || !are_dimensions(dims(), to.size())) return false;
    const std::size_t along = at(dims()[0]);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < count(); ++i) {
      Extents part = extents(i);
      if (part.size() != to.size() || !same_type(0, i)) return false;
      sum = core::saturating_add(sum, part[along]);
      part[along] = to[along];
      if (part != to) return false;
    }
    return sum == to[along];
  }

  bool precision() const {
    const std::int64_t exponent = integer_of(instruction_, AttributeKey::kExponentBits);
    const std::int64_t mantissa = integer_of(instruction_, AttributeKey::kMantissaBits);
    return exponent >= 1 && exponent <= 11 && mantissa >= 0 && mantissa <= 52;
  }

  /// A box of these sizes fits into operand 0.
  bool inside(const Extents& sizes) const {
    const Extents all = extents(0);
    if (sizes.size() != all.size()) return false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (sizes[k] > all[k]) return false;
    }
    return true;
  }

  bool starts(std::size_t first) const {
    std::int64_t numbers = 0;
    for (std::size_t i = first; i < count(); ++i) {
      if (!is_index(i)) return false;
      numbers = core::saturating_add(numbers, size_of(extents(i)));
    }
    return numbers == static_cast<std::int64_t>(rank());
  }

  /// Operand `value` is one element of the type of operand `of`.
  bool initial(std::size_t of, std::size_t value) const {
    return same_type(of, value) && size_of(extents(value)) == 1;
  }

  bool all_alike(std::size_t n) const {
    for (std::size_t i = 1; i < n; ++i) {
      if (extents(i) != extents(0)) return false;
    }
    return true;
  }

  bool reduction() const {
    const std::size_t half = count() / 2;
    if (half == 0 || count() % 2 != 0 || !all_alike(half)) return false;
    for (std::size_t i = 0; i < half; ++i) {
      if (!initial(i, half + i)) return false;
    }
    return true;
  }

  bool window_gives(const Extents& places) const {
    const Window dimensions = window();
    const Extents from = extents(0);
    if (dimensions.size() != from.size() || places.size() != from.size()) return false;
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (dimensions[k].size < 1 || windowed_extent(from[k], dimensions[k]) != places[k]) {
        return false;
      }
    }
    return true;
  }

  bool pairs(const Extents& left, const Extents& right) const {
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (extents(0)[at(left[i])] != extents(1)[at(right[i])]) return false;
    }
    return true;
  }

  bool dot() const {
    const Extents& left = ints(AttributeKey::kLhsBatchDims);
    const Extents& right = ints(AttributeKey::kRhsBatchDims);
    const Extents& summed = ints(AttributeKey::kLhsContractingDims);
    const Extents& with = ints(AttributeKey::kRhsContractingDims);
    return are_dimensions(joined({left, summed}), rank(0)) &&
           are_dimensions(joined({right, with}), rank(1)) && pairs(left, right) &&
           pairs(summed, with);
  }

  static bool labels_all(std::int64_t first, std::int64_t second, const Extents& spatial,
                         std::size_t rank) {
    const Extents all = joined({{first, second}, spatial});
    return all.size() == rank && are_dimensions(all, rank);
  }

  bool convolution() const {
    const auto* found =
        attribute_of<Shared<ConvolutionDimensions>>(instruction_, AttributeKey::kDimLabels);
    if (found == nullptr) return false;
    const ConvolutionDimensions& d = **found;
    const bool labelled =
        labels_all(d.input_batch, d.input_feature, d.input_spatial, rank(0)) &&
        labels_all(d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial, rank(1)) &&
        labels_all(d.output_batch, d.output_feature, d.output_spatial, result_.dimensions.size());
    return labelled && groups_fit(d) && spatial_fits(d);
  }

  bool groups_fit(const ConvolutionDimensions& d) const {
    const std::int64_t features = integer_of(instruction_, AttributeKey::kFeatureGroupCount, 1);
    const std::int64_t batches = integer_of(instruction_, AttributeKey::kBatchGroupCount, 1);
    if (features < 1 || batches < 1 || (features > 1 && batches > 1)) return false;
    const std::int64_t outputs = extents(1)[at(d.kernel_output_feature)];
    const std::int64_t summed = extents(1)[at(d.kernel_input_feature)];
    const Extents to = extents_of(result_);
    return core::checked_mul(summed, features) == extents(0)[at(d.input_feature)] &&
           core::checked_mul(to[at(d.output_batch)], batches) == extents(0)[at(d.input_batch)] &&
           outputs == to[at(d.output_feature)] && outputs % std::max(features, batches) == 0;
  }

  bool spatial_fits(const ConvolutionDimensions& d) const {
    const Window dimensions = window();
    if (dimensions.size() != d.input_spatial.size()) return false;
    for (std::size_t k = 0; k < dimensions.size(); ++k) {
      const std::int64_t places =
          windowed_extent(extents(0)[at(d.input_spatial[k])], dimensions[k]).value_or(-1);
      if (dimensions[k].size < 1 || extents(1)[at(d.kernel_spatial[k])] != dimensions[k].size ||
          extents_of(result_)[at(d.output_spatial[k])] != places) {
        return false;
      }
    }
    return true;
  }

  /// Checks that gather and scatter share: the operand's dimensions, the indices', and those of the
  /// array of slices, which has `slices` extents.
  bool slices(std::size_t indices, const Extents& slices, const Extents& window,
              const Extents& dropped, const Extents& map, const Extents& batching,
              const Extents& indices_batching) const {
    const Extents index_extents = extents(indices);
    const std::int64_t vector = integer_of(instruction_, AttributeKey::kIndexVectorDim);
    const auto index_rank = static_cast<std::int64_t>(index_extents.size());
    if (!is_index(indices) || vector < 0 || vector > index_rank) return false;
    const std::int64_t length = vector == index_rank ? 1 : index_extents[at(vector)];
    const std::int64_t batch_rank = index_rank - (vector == index_rank ? 0 : 1);
    const bool ranks = rank() == window.size() + dropped.size() + batching.size() &&
                       static_cast<std::int64_t>(slices.size() - window.size()) == batch_rank;
    return ranks && are_dimensions(joined({dropped, batching}), rank()) &&
           are_dimensions(joined({map, batching}), rank()) &&
           are_dimensions(window, slices.size()) &&
           static_cast<std::int64_t>(map.size()) == length &&
           batching.size() == indices_batching.size() &&
           are_dimensions(indices_batching, index_extents.size()) &&
           std::ranges::count(indices_batching, vector) == 0 &&
           batches_fit(index_extents, batching, indices_batching) &&
           rows_fit(index_extents, vector, slices, window);
  }

  /// Each batch dimension of the indices has one of the operand.
  bool batches_fit(const Extents& index_extents, const Extents& batching,
                   const Extents& indices_batching) const {
    for (std::size_t i = 0; i < batching.size(); ++i) {
      if (index_extents[at(indices_batching[i])] != extents(0)[at(batching[i])]) return false;
    }
    return true;
  }

  /// The dimensions of the slices that are not window dimensions are the indices'.
  static bool rows_fit(Extents index_extents, std::int64_t vector, const Extents& slices,
                       const Extents& window) {
    if (at(vector) < index_extents.size()) index_extents.erase(index_extents.begin() + vector);
    std::size_t next = 0;
    for (std::size_t k = 0; k < slices.size(); ++k) {
      if (std::ranges::count(window, static_cast<std::int64_t>(k)) > 0) continue;
      if (slices[k] != index_extents[next++]) return false;
    }
    return true;
  }

  bool gather() const {
    const Extents& sizes = ints(AttributeKey::kSliceSizes);
    const Extents& window = ints(AttributeKey::kOffsetDims);
    const Extents& collapsed = ints(AttributeKey::kCollapsedSliceDims);
    const Extents& batching = ints(AttributeKey::kOperandBatchingDims);
    const bool in_order = std::ranges::is_sorted(window);
    const bool ones = std::ranges::all_of(joined({collapsed, batching}), [&](std::int64_t k) {
      return k >= 0 && at(k) < sizes.size() && sizes[at(k)] == 1;
    });
    const bool positive = std::ranges::all_of(sizes, [](std::int64_t s) { return s >= 0; });
    return in_order && positive && inside(sizes) && ones &&
           slices(1, extents_of(result_), window, collapsed, ints(AttributeKey::kStartIndexMap),
                  batching, ints(AttributeKey::kStartIndicesBatchingDims)) &&
           windows_are(sizes, joined({collapsed, batching}), extents_of(result_), window);
  }

  /// The kept sizes, in order, are the window's extents in the array of slices.
  static bool windows_are(const Extents& sizes, const Extents& dropped, const Extents& slices,
                          const Extents& window) {
    std::size_t next = 0;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      if (std::ranges::count(dropped, static_cast<std::int64_t>(k)) > 0) continue;
      if (slices[at(window[next++])] != sizes[k]) return false;
    }
    return true;
  }

  bool scatter() const {
    const std::size_t n = count() / 2;
    if (count() % 2 == 0 || !all_alike(n)) return false;
    const Extents& window = ints(AttributeKey::kUpdateWindowDims);
    for (std::size_t i = 0; i < n; ++i) {
      if (extents(n + 1 + i) != extents(n + 1) || !same_type(i, n + 1 + i)) return false;
    }
    return slices(n, extents(n + 1), window, ints(AttributeKey::kInsertedWindowDims),
                  ints(AttributeKey::kScatterDimsToOperandDims),
                  ints(AttributeKey::kInputBatchingDims),
                  ints(AttributeKey::kScatterIndicesBatchingDims));
  }

  const Module& module_;
  InstructionId id_;
  const Instruction& instruction_;
  const Shape& result_;
};

}  // namespace

core::Status check_operation(const Module& module, InstructionId id) {
  if (Check(module, id).passes()) return {};
  return core::fail(
      {.code = "run.operands",
       .message = fmt::format("the attributes of {} do not fit its operands", module[id].name),
       .help = fmt::format("see the operands that {} takes", name_of(module[id].opcode))});
}

}  // namespace tileglot::hlo::run
