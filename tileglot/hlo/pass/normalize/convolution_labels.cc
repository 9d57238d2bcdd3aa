// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/convolution_labels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

using Spatial = std::vector<std::int64_t>;

bool fit(std::int64_t first, std::int64_t second, Spatial all, const xla::Shape& array) {
  all.push_back(first);
  all.push_back(second);
  std::ranges::sort(all);
  const bool are_distinct = std::ranges::adjacent_find(all) == all.end();
  return is_array(array) && are_distinct && all.front() >= 0 &&
         std::cmp_less(all.back(), rank(array));
}

void relabel(std::int64_t& first, std::int64_t& second, Spatial& spatial, const xla::Shape& array) {
  const core::Permutation to = places(array);
  const auto place = [&to](std::int64_t d) { return to[static_cast<std::size_t>(d)]; };
  first = place(first);
  second = place(second);
  for (std::int64_t& d : spatial) d = place(d);
}

}  // namespace

const ConvolutionDimensions* labels_of(const Instruction& instruction) {
  const auto* const labels =
      attribute_of<Shared<ConvolutionDimensions>>(instruction, AttributeKey::kDimLabels);
  return labels == nullptr ? nullptr : &**labels;
}

bool fit(const ConvolutionDimensions& labels, const LabelledArrays& arrays) {
  const ConvolutionDimensions& d = labels;
  return fit(d.input_batch, d.input_feature, d.input_spatial, arrays.input) &&
         fit(d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial, arrays.kernel) &&
         fit(d.output_batch, d.output_feature, d.output_spatial, arrays.output);
}

ConvolutionDimensions relabelled(ConvolutionDimensions labels, const LabelledArrays& arrays) {
  ConvolutionDimensions& d = labels;
  relabel(d.input_batch, d.input_feature, d.input_spatial, arrays.input);
  relabel(d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial, arrays.kernel);
  relabel(d.output_batch, d.output_feature, d.output_spatial, arrays.output);
  return labels;
}

}  // namespace tileglot::hlo::pass
