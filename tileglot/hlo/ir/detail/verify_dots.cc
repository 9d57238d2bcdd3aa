// SPDX-License-Identifier: Apache-2.0
// dot, ragged-dot and scaled-dot.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/precision.h"
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
using notation::xla::is_floating_point;
using notation::xla::is_integral;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

constexpr std::string_view kDot = "ShapeInference::InferDotOpShape";

const Dimension& at(const Shape& shape, std::int64_t number) {
  return shape.dimensions[static_cast<std::size_t>(number)];
}

/// Batch and contracting dimensions of one side are distinct and its own.
Status verify_side(const Subject& subject, std::size_t operand, AttributeKey batch,
                   AttributeKey contracting) {
  const std::size_t count = rank(subject.operand(operand));
  TILEGLOT_TRY_STATUS(expect_dimensions(subject, kDot, batch, count));
  TILEGLOT_TRY_STATUS(expect_dimensions(subject, kDot, contracting, count));
  for (const std::int64_t d : subject.integers(batch)) {
    if (!contains(subject.integers(contracting), d)) continue;
    return subject.refuse(
        kDot, fmt::format("{} and {} both name {}", name_of(batch), name_of(contracting), d));
  }
  return {};
}

Status verify_paired(const Subject& subject, AttributeKey left, AttributeKey right) {
  const Ints& a = subject.integers(left);
  const Ints& b = subject.integers(right);
  bool fits = a.size() == b.size();
  for (std::size_t i = 0; fits && i < a.size(); ++i) {
    fits = same_extent(at(subject.operand(0), a[i]), at(subject.operand(1), b[i]));
  }
  if (fits) return {};
  return subject.refuse(
      kDot, fmt::format("{} and {} pair dimensions that differ", name_of(left), name_of(right)));
}

Status verify_dimension_numbers(const Subject& subject) {
  TILEGLOT_TRY_STATUS(expect_arrays(subject, kDot));
  TILEGLOT_TRY_STATUS(
      verify_side(subject, 0, AttributeKey::kLhsBatchDims, AttributeKey::kLhsContractingDims));
  TILEGLOT_TRY_STATUS(
      verify_side(subject, 1, AttributeKey::kRhsBatchDims, AttributeKey::kRhsContractingDims));
  TILEGLOT_TRY_STATUS(
      verify_paired(subject, AttributeKey::kLhsBatchDims, AttributeKey::kRhsBatchDims));
  return verify_paired(subject, AttributeKey::kLhsContractingDims,
                       AttributeKey::kRhsContractingDims);
}

/// Sums of integers may not be narrower than the factors.
Status verify_sum_type(const Subject& subject, std::string_view check) {
  const PrimitiveType left = subject.operand(0).type;
  const PrimitiveType right = subject.operand(1).type;
  const PrimitiveType sum = subject.shape().type;
  const PrimitiveType wider = higher_precision(left, right);
  if (sum == wider || is_floating_point(wider) || bits_of(sum) >= bits_of(wider)) return {};
  return subject.refuse(check, fmt::format("sums of {} are written as {}, which is narrower",
                                           name_of(wider), name_of(sum)));
}

/// The free dimensions of an operand, after its batch.
void append_free(const Subject& subject, std::size_t operand, AttributeKey batch,
                 AttributeKey contracting, std::vector<Dimension>& out) {
  const Shape& shape = subject.operand(operand);
  for (std::size_t i = 0; i < rank(shape); ++i) {
    const auto d = static_cast<std::int64_t>(i);
    if (contains(subject.integers(batch), d) || contains(subject.integers(contracting), d))
      continue;
    out.push_back(shape.dimensions[i]);
  }
}

Shape dot_result(const Subject& subject) {
  Shape result{.type = subject.shape().type};
  for (const std::int64_t d : subject.integers(AttributeKey::kLhsBatchDims)) {
    result.dimensions.push_back(at(subject.operand(0), d));
  }
  append_free(subject, 0, AttributeKey::kLhsBatchDims, AttributeKey::kLhsContractingDims,
              result.dimensions);
  append_free(subject, 1, AttributeKey::kRhsBatchDims, AttributeKey::kRhsContractingDims,
              result.dimensions);
  return result;
}

Status verify_dot(const Subject& subject) {
  TILEGLOT_TRY_STATUS(verify_dimension_numbers(subject));
  return verify_sum_type(subject, kDot);
}

/// A scale of one bf16 element for each dimension means that there is none.
bool is_no_scale(const Shape& operand, const Shape& scale) {
  const auto is_one = [](const Dimension& d) { return d.bound == 1; };
  return operand.type == PrimitiveType::kBf16 && scale.type == operand.type &&
         std::ranges::all_of(scale.dimensions, is_one) &&
         !std::ranges::all_of(operand.dimensions, is_one);
}

Status verify_scale(const Subject& subject, std::size_t number, AttributeKey contracting) {
  constexpr std::string_view kCheck = "ScalesShapeVerifier";
  const Shape& operand = subject.operand(number);
  const Shape& scale = subject.operand(number + 2);
  if (is_no_scale(operand, scale)) return {};
  if (rank(scale) != rank(operand)) {
    return subject.refuse(
        kCheck, fmt::format("the scale {} of {} has another rank", print(scale), print(operand)));
  }
  if (subject.integers(contracting).size() != 1) {
    return subject.refuse(kCheck, "a scaled operand contracts one dimension");
  }
  for (std::size_t i = 0; i < rank(scale); ++i) {
    const std::int64_t parts = scale.dimensions[i].bound.value_or(1);
    if (parts != 0 && operand.dimensions[i].bound.value_or(0) % parts == 0) continue;
    return subject.refuse(kCheck, fmt::format("dimension {} of {} is not a multiple of that of "
                                              "its scale {}",
                                              i, print(operand), print(scale)));
  }
  return {};
}

Status verify_scaled_dot(const Subject& subject) {
  TILEGLOT_TRY_STATUS(verify_dimension_numbers(subject));
  TILEGLOT_TRY_STATUS(verify_scale(subject, 0, AttributeKey::kLhsContractingDims));
  TILEGLOT_TRY_STATUS(verify_scale(subject, 1, AttributeKey::kRhsContractingDims));
  if (is_scalar(subject.operand(2)) && is_scalar(subject.operand(3))) {
    return subject.refuse("ShapeVerifier::HandleScaledDot", "both of its scales are scalars");
  }
  return expect_shape(subject, "ShapeVerifier::HandleScaledDot", dot_result(subject));
}

constexpr std::string_view kRagged = "ShapeInference::InferRaggedDotOpShape";

/// Which of the left operand's dimensions is in groups of different length.
enum class RaggedMode : std::uint8_t { kNonContracting, kContracting, kBatch };

RaggedMode ragged_mode(const Subject& subject, std::int64_t ragged) {
  if (contains(subject.integers(AttributeKey::kLhsContractingDims), ragged)) {
    return RaggedMode::kContracting;
  }
  return contains(subject.integers(AttributeKey::kLhsBatchDims), ragged)
             ? RaggedMode::kBatch
             : RaggedMode::kNonContracting;
}

Status verify_group_dimensions(const Subject& subject, RaggedMode mode) {
  const Ints& groups = subject.integers(AttributeKey::kRhsGroupDims);
  TILEGLOT_TRY_STATUS(
      expect_dimensions(subject, kRagged, AttributeKey::kRhsGroupDims, rank(subject.operand(1))));
  const std::size_t wanted = mode == RaggedMode::kNonContracting ? 1 : 0;
  if (groups.size() != wanted) {
    return subject.refuse(kRagged, fmt::format("rhs_group_dims names {} dimensions instead of {}",
                                               groups.size(), wanted));
  }
  for (const std::int64_t d : groups) {
    if (contains(subject.integers(AttributeKey::kRhsBatchDims), d) ||
        contains(subject.integers(AttributeKey::kRhsContractingDims), d)) {
      return subject.refuse(kRagged, "its group dimension is one of its batch or contracting ones");
    }
    const Shape& sizes = subject.operand(2);
    if (rank(sizes) == 0 || !same_extent(at(subject.operand(1), d), sizes.dimensions.back())) {
      return subject.refuse(kRagged, fmt::format("{} does not have a size for each group of {}",
                                                 print(sizes), print(subject.operand(1))));
    }
  }
  return {};
}

Shape ragged_result(const Subject& subject, RaggedMode mode) {
  Shape result{.type = subject.shape().type};
  if (mode == RaggedMode::kContracting && rank(subject.operand(2)) > 0) {
    result.dimensions.push_back(subject.operand(2).dimensions.back());
  }
  for (const std::int64_t d : subject.integers(AttributeKey::kLhsBatchDims)) {
    result.dimensions.push_back(at(subject.operand(0), d));
  }
  append_free(subject, 0, AttributeKey::kLhsBatchDims, AttributeKey::kLhsContractingDims,
              result.dimensions);
  const Ints& groups = subject.integers(AttributeKey::kRhsGroupDims);
  const Shape& rhs = subject.operand(1);
  for (std::size_t i = 0; i < rank(rhs); ++i) {
    const auto d = static_cast<std::int64_t>(i);
    if (contains(groups, d) || contains(subject.integers(AttributeKey::kRhsBatchDims), d) ||
        contains(subject.integers(AttributeKey::kRhsContractingDims), d)) {
      continue;
    }
    result.dimensions.push_back(rhs.dimensions[i]);
  }
  return result;
}

Status verify_ragged_dot(const Subject& subject) {
  TILEGLOT_TRY_STATUS(verify_dimension_numbers(subject));
  const Ints& ragged = subject.integers(AttributeKey::kLhsRaggedDims);
  TILEGLOT_TRY_STATUS(
      expect_dimensions(subject, kRagged, AttributeKey::kLhsRaggedDims, rank(subject.operand(0))));
  if (ragged.size() != 1) {
    return subject.refuse(
        kRagged, fmt::format("lhs_ragged_dims names {} dimensions instead of 1", ragged.size()));
  }
  if (!is_integral(subject.operand(2).type)) {
    return subject.refuse(
        kRagged, fmt::format("the group sizes {} are not integers", print(subject.operand(2))));
  }
  const RaggedMode mode = ragged_mode(subject, ragged[0]);
  TILEGLOT_TRY_STATUS(verify_group_dimensions(subject, mode));
  TILEGLOT_TRY_STATUS(verify_sum_type(subject, kRagged));
  return expect_shape(subject, kRagged, ragged_result(subject, mode));
}

}  // namespace

Status verify_dots(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kDot: return verify_dot(subject);
    case Opcode::kScaledDot: return verify_scaled_dot(subject);
    case Opcode::kRaggedDot: return verify_ragged_dot(subject);
    default: return {};
  }
}

}  // namespace tileglot::hlo
