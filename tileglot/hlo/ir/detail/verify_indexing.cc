// SPDX-License-Identifier: Apache-2.0
// gather, scatter, dynamic-slice, dynamic-update-slice, and sizes of dimensions.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::Dimension;
using notation::xla::is_integral;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

Status expect_sorted(const Subject& subject, std::string_view check, AttributeKey key,
                     std::size_t count) {
  if (!std::ranges::is_sorted(subject.integers(key))) {
    return subject.refuse(check, fmt::format("{} is not sorted", name_of(key)));
  }
  return expect_dimensions(subject, check, key, count);
}

/// The keys of a gather or a scatter, which mean the same.
struct IndexingKeys {
  std::string_view check = {};
  AttributeKey window = {};      ///< dimensions of slices in the result or the updates
  AttributeKey dropped = {};     ///< dimensions of the operand that slices do not have
  AttributeKey batching = {};    ///< dimensions shared with the indices
  AttributeKey of_indices = {};  ///< the same ones in the indices
  AttributeKey start_map = {};   ///< which dimension each number of an index is for
  std::size_t indices = 1;       ///< the operand that has the indices
};

constexpr IndexingKeys kGatherKeys{.check = "ShapeInference::InferGatherShape",
                                   .window = AttributeKey::kOffsetDims,
                                   .dropped = AttributeKey::kCollapsedSliceDims,
                                   .batching = AttributeKey::kOperandBatchingDims,
                                   .of_indices = AttributeKey::kStartIndicesBatchingDims,
                                   .start_map = AttributeKey::kStartIndexMap};
constexpr IndexingKeys kScatterKeys{.check = "ShapeInference::InferScatterShape",
                                    .window = AttributeKey::kUpdateWindowDims,
                                    .dropped = AttributeKey::kInsertedWindowDims,
                                    .batching = AttributeKey::kInputBatchingDims,
                                    .of_indices = AttributeKey::kScatterIndicesBatchingDims,
                                    .start_map = AttributeKey::kScatterDimsToOperandDims};

/// How many numbers an index has; nothing where the bound is unknown.
std::optional<std::int64_t> index_length(const Shape& indices, std::size_t vector_dimension) {
  if (vector_dimension == rank(indices)) return 1;
  return indices.dimensions[vector_dimension].bound;
}

Status verify_batching(const Subject& subject, const IndexingKeys& keys) {
  const Ints& of_operand = subject.integers(keys.batching);
  const Ints& of_indices = subject.integers(keys.of_indices);
  const Shape& operand = subject.operand(0);
  const Shape& indices = subject.operand(keys.indices);
  TILEGLOT_TRY_STATUS(expect_sorted(subject, keys.check, keys.batching, rank(operand)));
  TILEGLOT_TRY_STATUS(expect_dimensions(subject, keys.check, keys.of_indices, rank(indices)));
  if (of_operand.size() != of_indices.size()) {
    return subject.refuse(
        keys.check, fmt::format("{} names {} dimensions, and {} names {}", name_of(keys.batching),
                                of_operand.size(), name_of(keys.of_indices), of_indices.size()));
  }
  for (const std::int64_t d : of_operand) {
    for (const AttributeKey other : {keys.dropped, keys.start_map}) {
      if (!contains(subject.integers(other), d)) continue;
      return subject.refuse(keys.check, fmt::format("{} and {} both name {}",
                                                    name_of(keys.batching), name_of(other), d));
    }
  }
  return {};
}

/// The numbers of dimensions of a gather or scatter, whose slices go to an array of rank `width`.
Status verify_numbers(const Subject& subject, const IndexingKeys& keys, std::size_t width) {
  const Shape& operand = subject.operand(0);
  const Shape& indices = subject.operand(keys.indices);
  const std::int64_t vector = integer_of(subject.instruction(), AttributeKey::kIndexVectorDim);
  if (!is_integral(indices.type)) {
    return subject.refuse(keys.check,
                          fmt::format("the indices {} are not integers", print(indices)));
  }
  if (vector < 0 || static_cast<std::size_t>(vector) > rank(indices)) {
    return subject.refuse(
        keys.check, fmt::format("index_vector_dim={} of the indices {}", vector, print(indices)));
  }
  // Layout normalization orders the windows of updates as they lie; a later pass sorts them.
  TILEGLOT_TRY_STATUS(subject.opcode() == Opcode::kScatter
                          ? expect_dimensions(subject, keys.check, keys.window, width)
                          : expect_sorted(subject, keys.check, keys.window, width));
  TILEGLOT_TRY_STATUS(expect_sorted(subject, keys.check, keys.dropped, rank(operand)));
  TILEGLOT_TRY_STATUS(expect_dimensions(subject, keys.check, keys.start_map, rank(operand)));
  TILEGLOT_TRY_STATUS(verify_batching(subject, keys));
  const auto length = index_length(indices, static_cast<std::size_t>(vector));
  const auto named = static_cast<std::int64_t>(subject.integers(keys.start_map).size());
  if (length && *length != named) {
    return subject.refuse(keys.check, fmt::format("{} names {} dimensions, and an index has {} "
                                                  "numbers",
                                                  name_of(keys.start_map), named, *length));
  }
  const std::size_t all = subject.integers(keys.window).size() +
                          subject.integers(keys.dropped).size() +
                          subject.integers(keys.batching).size();
  if (all == rank(operand)) return {};
  return subject.refuse(
      keys.check, fmt::format("{}, {} and {} name {} dimensions, and {} has {}",
                              name_of(keys.window), name_of(keys.dropped), name_of(keys.batching),
                              all, print(operand), rank(operand)));
}

/// How many dimensions the indices have besides that of the index vector.
std::size_t batch_rank(const Subject& subject, const IndexingKeys& keys) {
  const Shape& indices = subject.operand(keys.indices);
  const std::int64_t vector = integer_of(subject.instruction(), AttributeKey::kIndexVectorDim);
  const bool inside = vector >= 0 && static_cast<std::size_t>(vector) < rank(indices);
  return rank(indices) - (inside ? 1 : 0);
}

Status verify_gather(const Subject& subject) {
  constexpr std::string_view kCheck = kGatherKeys.check;
  TILEGLOT_TRY_STATUS(expect_arrays(subject, kCheck));
  const std::size_t window = subject.integers(AttributeKey::kOffsetDims).size();
  TILEGLOT_TRY_STATUS(
      verify_numbers(subject, kGatherKeys, batch_rank(subject, kGatherKeys) + window));
  const Shape& operand = subject.operand(0);
  const Ints& sizes = subject.integers(AttributeKey::kSliceSizes);
  bool fits = sizes.size() == rank(operand);
  for (std::size_t i = 0; fits && i < sizes.size(); ++i) {
    const bool one = contains(subject.integers(AttributeKey::kCollapsedSliceDims), i) ||
                     contains(subject.integers(AttributeKey::kOperandBatchingDims), i);
    fits = sizes[i] >= 0 && sizes[i] <= operand.dimensions[i].bound.value_or(sizes[i]) &&
           (!one || sizes[i] <= 1);
  }
  if (fits) return {};
  return subject.refuse(kCheck, fmt::format("slice_sizes do not fit {}, or more than one element "
                                            "is taken along a collapsed dimension",
                                            print(operand)));
}

/// The windows of updates, in the order in which they are listed, fit the operand's dimensions.
bool windows_fit(const Subject& subject, const IndexingKeys& keys, const Shape& update) {
  std::size_t of_operand = 0;
  for (const std::int64_t d : subject.integers(keys.window)) {
    while (contains(subject.integers(keys.dropped), of_operand) ||
           contains(subject.integers(keys.batching), of_operand)) {
      ++of_operand;
    }
    const Dimension& given = update.dimensions[static_cast<std::size_t>(d)];
    const Dimension& room = subject.operand(0).dimensions[of_operand++];
    if (given.bound && room.bound && *given.bound > *room.bound) return false;
  }
  return true;
}

/// The other dimensions of updates are those of the indices, in order.
bool batches_fit(const Subject& subject, const IndexingKeys& keys, const Shape& update) {
  const auto vector =
      static_cast<std::size_t>(integer_of(subject.instruction(), AttributeKey::kIndexVectorDim));
  const Shape& indices = subject.operand(keys.indices);
  std::size_t of_indices = 0;
  for (std::size_t i = 0; i < rank(update); ++i) {
    if (contains(subject.integers(keys.window), i)) continue;
    if (of_indices == vector) ++of_indices;
    const Dimension& given = update.dimensions[i];
    const Dimension& wanted = indices.dimensions[of_indices++];
    if (!same_extent(given, wanted)) return false;
  }
  return true;
}

Status verify_update(const Subject& subject, const Shape& update) {
  IndexingKeys keys = kScatterKeys;
  keys.indices = subject.operand_count() / 2;
  const auto refuse = [&] {
    return subject.refuse(
        keys.check, fmt::format("the update {} does not fit {} at the indices {}", print(update),
                                print(subject.operand(0)), print(subject.operand(keys.indices))));
  };
  if (rank(update) != batch_rank(subject, keys) + subject.integers(keys.window).size()) {
    return refuse();
  }
  TILEGLOT_TRY_STATUS(verify_numbers(subject, keys, rank(update)));
  if (windows_fit(subject, keys, update) && batches_fit(subject, keys, update)) return {};
  return refuse();
}

Status verify_scatter(const Subject& subject) {
  constexpr std::string_view kCheck = kScatterKeys.check;
  TILEGLOT_TRY_STATUS(expect_arrays(subject, kCheck));
  const std::size_t count = subject.operand_count() / 2;
  if (subject.operand_count() % 2 == 0) {
    return subject.refuse(kCheck, "it needs an update for each operand, and indices");
  }
  for (const std::int64_t d : subject.integers(AttributeKey::kScatterDimsToOperandDims)) {
    if (d >= 0 && static_cast<std::size_t>(d) < rank(subject.operand(0))) continue;
    return subject.refuse("InstructionVerifier::HandleScatter",
                          fmt::format("scatter_dims_to_operand_dims names {}, and {} has {} "
                                      "dimensions",
                                      d, print(subject.operand(0)), rank(subject.operand(0))));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!same_dimensions(subject.operand(0), subject.operand(i)) ||
        !same_dimensions(subject.operand(count + 1), subject.operand(count + 1 + i))) {
      return subject.refuse(kCheck, "its operands differ, or its updates do");
    }
  }
  return verify_update(subject, subject.operand(count + 1));
}

/// Start indices: one integer for each dimension, or one vector of them.
Status verify_starts(const Subject& subject, std::string_view check, std::size_t first) {
  const std::size_t wanted = rank(subject.operand(0));
  const std::size_t given = subject.operand_count() - first;
  const auto refuse = [&](std::string_view why) { return subject.refuse(check, std::string(why)); };
  const bool vector = given == 1 && rank(subject.operand(first)) == 1;
  if (vector) {
    const auto bound = subject.operand(first).dimensions[0].bound;
    if (bound && static_cast<std::size_t>(*bound) != wanted) {
      return refuse("the start indices are not one for each dimension");
    }
  } else if (given != wanted) {
    return refuse(fmt::format("{} start indices for {} dimensions", given, wanted));
  }
  for (std::size_t i = first; i < subject.operand_count(); ++i) {
    const Shape& index = subject.operand(i);
    if (!is_integral(index.type)) {
      return refuse(fmt::format("the start index {} is not an integer", print(index)));
    }
    if (!vector && !compatible(index, subject.operand(first))) {
      return refuse("its start indices differ in type");
    }
    if (!vector && !is_scalar(index)) {
      return refuse(fmt::format("the start index {} is not a scalar", print(index)));
    }
  }
  return {};
}

const Shape& content(const Shape& shape) {
  return shape.type == PrimitiveType::kBuffer && !shape.elements.empty() ? shape.elements[0]
                                                                         : shape;
}

Status verify_dynamic_update_slice(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferDynamicUpdateSliceShape";
  const Shape& operand = content(subject.operand(0));
  const Shape& update = subject.operand(1);
  bool fits = is_array(operand) && is_array(update) && operand.type == update.type &&
              rank(operand) == rank(update);
  for (std::size_t i = 0; fits && i < rank(update); ++i) {
    const auto& room = operand.dimensions[i].bound;
    const auto& given = update.dimensions[i].bound;
    fits = !room || !given || *given <= *room;
  }
  if (!fits) {
    return subject.refuse(
        kCheck, fmt::format("the update {} does not fit into {}", print(update), print(operand)));
  }
  if (&operand != &subject.operand(0)) return {};
  return verify_starts(subject, kCheck, 2);
}

Status verify_dimension_size(const Subject& subject, std::string_view check) {
  const Ints& dimensions = subject.integers(AttributeKey::kDimensions);
  TILEGLOT_TRY_STATUS(
      expect_dimensions(subject, check, AttributeKey::kDimensions, rank(subject.operand(0))));
  if (dimensions.size() != 1)
    return subject.refuse(check, "dimensions does not name one dimension");
  const auto bound = subject.operand(0).dimensions[static_cast<std::size_t>(dimensions[0])].bound;
  if (bound && *bound > std::numeric_limits<std::int32_t>::max()) {
    return subject.refuse(check, fmt::format("{} elements do not fit s32", *bound));
  }
  if (subject.operand_count() < 2 ||
      compatible(subject.operand(1), scalar_of(PrimitiveType::kS32))) {
    return {};
  }
  return subject.refuse(check, fmt::format("the size is {}, not s32[]", print(subject.operand(1))));
}

Status verify_dynamic_reshape(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleDynamicReshape";
  if (subject.operand_count() != rank(subject.shape()) + 1) {
    return subject.refuse(kCheck, fmt::format("{} sizes for {}", subject.operand_count() - 1,
                                              print(subject.shape())));
  }
  for (std::size_t i = 1; i < subject.operand_count(); ++i) {
    if (subject.operand(i).type == PrimitiveType::kS32) continue;
    return subject.refuse(kCheck, fmt::format("the size {} is not s32", print(subject.operand(i))));
  }
  return {};
}

Status verify_pad(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferPadShape";
  if (is_scalar(subject.operand(1)) && subject.operand(1).type == subject.operand(0).type) {
    return {};
  }
  return subject.refuse(kCheck, fmt::format("{} is padded with {}, not a scalar of its type",
                                            print(subject.operand(0)), print(subject.operand(1))));
}

}  // namespace

Status verify_indexing(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kGather: return verify_gather(subject);
    case Opcode::kScatter: return verify_scatter(subject);
    case Opcode::kDynamicSlice:
      return verify_starts(subject, "ShapeInference::InferDynamicSliceShape", 1);
    case Opcode::kDynamicUpdateSlice: return verify_dynamic_update_slice(subject);
    case Opcode::kGetDimensionSize:
      return verify_dimension_size(subject, "ShapeInference::InferGetDimensionSizeShape");
    case Opcode::kSetDimensionSize:
      return verify_dimension_size(subject, "ShapeInference::InferSetDimensionSizeShape");
    case Opcode::kDynamicReshape: return verify_dynamic_reshape(subject);
    case Opcode::kPad: return verify_pad(subject);
    default: return {};
  }
}

}  // namespace tileglot::hlo
