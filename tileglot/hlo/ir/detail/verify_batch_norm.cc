// SPDX-License-Identifier: Apache-2.0
// Batch normalization: one number for each feature, and what each of the three operations gives.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

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
using notation::xla::is_floating_point;
using notation::xla::Shape;

/// Operands from 1 to before `features` are vectors over the features of operand 0.
Status verify_features(const Subject& subject, std::string_view check, std::size_t features) {
  TILEGLOT_TRY_STATUS(expect_arrays(subject, check));
  const Shape& operand = subject.operand(0);
  const std::int64_t along = integer_of(subject.instruction(), AttributeKey::kFeatureIndex);
  if (along < 0 || along >= static_cast<std::int64_t>(rank(operand))) {
    return subject.refuse(check, fmt::format("feature_index={} of {}", along, print(operand)));
  }
  if (!is_floating_point(operand.type)) {
    return subject.refuse(check, fmt::format("{} does not have floats", print(operand)));
  }
  const auto& count = operand.dimensions[static_cast<std::size_t>(along)];
  for (std::size_t i = 1; i < features; ++i) {
    const Shape& vector = subject.operand(i);
    const bool fits = rank(vector) == 1 && vector.type == operand.type &&
                      same_extent(count, vector.dimensions[0]);
    if (fits) continue;
    return subject.refuse(check, fmt::format("operand {} is {}, not a number for each feature of "
                                             "{}",
                                             i, print(vector), print(operand)));
  }
  return {};
}

Shape vector_of_features(const Subject& subject) {
  const auto along =
      static_cast<std::size_t>(integer_of(subject.instruction(), AttributeKey::kFeatureIndex));
  return {.type = subject.operand(0).type, .dimensions = {subject.operand(0).dimensions[along]}};
}

/// An array like operand 0, and two numbers for each feature.
Shape with_statistics(const Subject& subject) {
  const Shape vector = vector_of_features(subject);
  return tuple_of(std::array{subject.operand(0), vector, vector});
}

}  // namespace

Status verify_batch_norm(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kBatchNormTraining: {
      constexpr std::string_view kCheck = "ShapeInference::InferBatchNormTrainingShape";
      TILEGLOT_TRY_STATUS(verify_features(subject, kCheck, 3));
      return expect_shape(subject, kCheck, with_statistics(subject));
    }
    case Opcode::kBatchNormInference:
      return verify_features(subject, "ShapeInference::InferBatchNormInferenceShape", 5);
    case Opcode::kBatchNormGrad: {
      constexpr std::string_view kCheck = "ShapeInference::InferBatchNormGradShape";
      TILEGLOT_TRY_STATUS(verify_features(subject, kCheck, 4));
      if (!compatible(subject.operand(0), subject.operand(4))) {
        return subject.refuse(
            kCheck, fmt::format("grad_output is {}, and the operand {}", print(subject.operand(4)),
                                print(subject.operand(0))));
      }
      return expect_shape(subject, kCheck, with_statistics(subject));
    }
    default: return {};
  }
}

}  // namespace tileglot::hlo
