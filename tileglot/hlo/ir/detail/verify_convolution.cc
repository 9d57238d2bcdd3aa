// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::Dimension;
using notation::xla::Shape;

constexpr std::string_view kConvolution = "ShapeInference::InferConvolveShape";

const Dimension& at(const Shape& shape, std::int64_t number) {
  return shape.dimensions[static_cast<std::size_t>(number)];
}

Status verify_features(const Subject& subject, const ConvolutionDimensions& d) {
  const Shape& input = subject.operand(0);
  const Shape& kernel = subject.operand(1);
  const std::int64_t features =
      integer_of(subject.instruction(), AttributeKey::kFeatureGroupCount, 1);
  const std::int64_t batches = integer_of(subject.instruction(), AttributeKey::kBatchGroupCount, 1);
  const auto refuse = [&](std::string_view why) {
    return subject.refuse(kConvolution,
                          fmt::format("convolution of {} and {}, feature_group_count {}, "
                                      "batch_group_count {}: {}",
                                      print(input), print(kernel), features, batches, why));
  };
  if (features < 1 || batches < 1) return refuse("a group count is below 1");
  if (features > 1 && batches > 1) return refuse("both group counts are above 1");
  const auto in = at(input, d.input_feature).bound;
  const auto taken = at(kernel, d.kernel_input_feature).bound;
  const auto out = at(kernel, d.kernel_output_feature).bound;
  const auto batch = at(input, d.input_batch).bound;
  if (in && taken && (*in % features != 0 || *in / features != *taken)) {
    return refuse("the input's features are not the kernel's");
  }
  if (out && (*out % features != 0 || *out % batches != 0)) {
    return refuse("the kernel's output features are not in equal groups");
  }
  if (batch && *batch % batches != 0) return refuse("the batch is not in equal groups");
  return {};
}

/// Whether the three sets of labels each number the dimensions of an array of rank `count`.
bool numbers_all(std::int64_t first, std::int64_t second, const std::vector<std::int64_t>& spatial,
                 std::size_t count) {
  std::vector<bool> seen(count);
  std::vector<std::int64_t> all = spatial;
  all.push_back(first);
  all.push_back(second);
  if (all.size() != count) return false;
  for (const std::int64_t d : all) {
    if (d < 0 || static_cast<std::size_t>(d) >= count || seen[static_cast<std::size_t>(d)]) {
      return false;
    }
    seen[static_cast<std::size_t>(d)] = true;
  }
  return true;
}

}  // namespace

Status verify_convolution(const Subject& subject) {
  if (subject.opcode() != Opcode::kConvolution) return {};
  TILEGLOT_TRY_STATUS(expect_arrays(subject, kConvolution));
  const auto* const labels =
      attribute_of<Shared<ConvolutionDimensions>>(subject.instruction(), AttributeKey::kDimLabels);
  if (labels == nullptr) return {};
  const ConvolutionDimensions& d = **labels;
  const std::size_t count = rank(subject.operand(0));
  const bool fit =
      rank(subject.operand(1)) == count &&
      numbers_all(d.input_batch, d.input_feature, d.input_spatial, count) &&
      numbers_all(d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial, count) &&
      numbers_all(d.output_batch, d.output_feature, d.output_spatial, count);
  if (!fit) {
    return subject.refuse(kConvolution,
                          fmt::format("dim_labels do not number the dimensions of {} "
                                      "and {}",
                                      print(subject.operand(0)), print(subject.operand(1))));
  }
  const auto* const window = attribute_of<Window>(subject.instruction(), AttributeKey::kWindow);
  for (std::size_t i = 0; window != nullptr && i < window->size(); ++i) {
    const auto size = at(subject.operand(1), d.kernel_spatial[i]).bound;
    if (size && *size != (*window)[i].size) {
      return subject.refuse(kConvolution, fmt::format("its window has {} elements along spatial "
                                                      "dimension {}, and the kernel {}",
                                                      (*window)[i].size, i, *size));
    }
  }
  return verify_features(subject, d);
}

}  // namespace tileglot::hlo
