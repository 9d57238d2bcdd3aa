// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/gather.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"

namespace tileglot::hlo::run {
namespace {

std::size_t at(std::int64_t k) { return static_cast<std::size_t>(k); }

bool holds(const Extents& list, std::int64_t k) { return std::ranges::count(list, k) > 0; }

/// Whether slices out of bounds are moved inside or skipped.
enum class Border { kMoved, kLeftOut };

/// Maps an element of the result to one of the operand.
class Slices {
 public:
  Slices(const GatherArrays& arrays, const GatherDimensions& dimensions)
      : arrays_(arrays), dimensions_(dimensions) {
    for (std::int64_t k = 0; k < rank(arrays.operand); ++k) {
      const bool gone =
          holds(dimensions.collapsed_slice_dims, k) || holds(dimensions.operand_batching_dims, k);
      if (!gone) window_dims_.push_back(k);
    }
    for (std::int64_t k = 0; k < rank(arrays.result); ++k) {
      if (!holds(dimensions.offset_dims, k)) batch_dims_.push_back(k);
    }
  }

  /// The operand's element; nothing if it is skipped.
  std::optional<std::int64_t> element(const Extents& x, Border border) const {
    Extents start = start_of(x);
    for (std::size_t k = 0; k < start.size(); ++k) {
      const std::int64_t last = arrays_.operand[k] - arrays_.slice_sizes[k];
      if (border == Border::kMoved) start[k] = std::clamp<std::int64_t>(start[k], 0, last);
      if (start[k] < 0 || start[k] > last) return std::nullopt;
    }
    for (std::size_t i = 0; i < window_dims_.size(); ++i) {
      start[at(window_dims_[i])] += x[at(dimensions_.offset_dims[i])];
    }
    return dot_product(start, row_major_strides(arrays_.operand));
  }

  /// The extents of the slice; for scatter those of the updates, 1 elsewhere.
  Extents sizes_of_updates() const {
    Extents sizes(arrays_.operand.size(), 1);
    for (std::size_t i = 0; i < window_dims_.size(); ++i) {
      sizes[at(window_dims_[i])] = arrays_.result[at(dimensions_.offset_dims[i])];
    }
    return sizes;
  }

 private:
  static std::int64_t rank(const Extents& extents) {
    return static_cast<std::int64_t>(extents.size());
  }

  /// Where in the array of indices the index vector of x begins; its own dimension is 0.
  Extents row_of(const Extents& x) const {
    Extents row;
    row.reserve(arrays_.indices_extents.size());
    std::size_t next = 0;
    for (std::int64_t k = 0; k < rank(arrays_.indices_extents); ++k) {
      row.push_back(k == dimensions_.index_vector_dim ? 0 : x[at(batch_dims_[next++])]);
    }
    return row;
  }

  Extents start_of(const Extents& x) const {
    Extents row = row_of(x);
    Extents start(arrays_.operand.size(), 0);
    const Extents strides = row_major_strides(arrays_.indices_extents);
    for (std::size_t i = 0; i < dimensions_.operand_batching_dims.size(); ++i) {
      start[at(dimensions_.operand_batching_dims[i])] =
          row[at(dimensions_.indices_batching_dims[i])];
    }
    for (std::size_t i = 0; i < dimensions_.start_index_map.size(); ++i) {
      if (at(dimensions_.index_vector_dim) < row.size()) {
        row[at(dimensions_.index_vector_dim)] = static_cast<std::int64_t>(i);
      }
      start[at(dimensions_.start_index_map[i])] = index_at(at(dot_product(row, strides)));
    }
    return start;
  }

  /// A u64 index beyond int64 is out of bounds of every operand.
  std::int64_t index_at(std::size_t i) const {
    const std::int64_t index = integer_at(*arrays_.indices, i);
    const bool beyond = arrays_.indices->type == PrimitiveType::kU64 && index < 0;
    return beyond ? core::kInt64Max : index;
  }

  const GatherArrays& arrays_;
  const GatherDimensions& dimensions_;
  Extents window_dims_ = {};  ///< of the operand, in order
  Extents batch_dims_ = {};   ///< of the result, in order
};

}  // namespace

Elements gathered_slices(const Elements& operand, const GatherArrays& arrays,
                         const GatherDimensions& dimensions) {
  const Slices slices(arrays, dimensions);
  const std::int64_t size = size_of(arrays.result);
  std::vector<std::int64_t> from;
  from.reserve(at(size));
  Extents x(arrays.result.size(), 0);
  for (std::int64_t i = 0; i < size; ++i, next_coordinate(arrays.result, x)) {
    from.push_back(*slices.element(x, Border::kMoved));
  }
  return gathered(operand, from);
}

core::Result<std::vector<Elements>> scattered(const Applying& applying, ComputationId computation,
                                              std::span<const Elements* const> operands,
                                              std::span<const Elements* const> updates,
                                              GatherArrays arrays,
                                              const GatherDimensions& dimensions) {
  std::vector<PrimitiveType> types;
  std::vector<Elements> totals;
  types.reserve(operands.size());
  totals.reserve(operands.size());
  for (const Elements* operand : operands) {
    types.push_back(operand->type);
    totals.push_back(*operand);
  }
  TILEGLOT_TRY(combiner, Combiner::of(applying, computation, types));
  const Slices slices(arrays, dimensions);
  arrays.slice_sizes = slices.sizes_of_updates();
  std::vector<std::int64_t> into;
  std::vector<std::int64_t> from;
  Extents x(arrays.result.size(), 0);
  for (std::int64_t i = 0; i < size_of(arrays.result); ++i, next_coordinate(arrays.result, x)) {
    if (const auto element = slices.element(x, Border::kLeftOut)) {
      into.push_back(*element);
      from.push_back(i);
    }
  }
  TILEGLOT_TRY_STATUS(combiner.fold(totals, into, updates, from));
  for (Elements& total : totals) round_to_type(total);
  return totals;
}

}  // namespace tileglot::hlo::run
