// SPDX-License-Identifier: Apache-2.0
// convolution_dimensions.h: which dimension of a convolution's arrays is which.
//
// What     The numbers of the batch, feature and spatial dimensions of input, kernel and result.
// Example  b01f_01io->b01f: the input's dimension 0 is the batch, 3 the features, 1 and 2 are spatial;
//          the kernel's are 2 (input features), 3 (output features), 0 and 1.
// Source   XLA, ConvolutionDimensionNumbers.
#pragma once

#include <cstdint>
#include <vector>

namespace tileglot::hlo {

struct ConvolutionDimensions {
  std::int64_t input_batch = 0;
  std::int64_t input_feature = 1;
  std::vector<std::int64_t> input_spatial = {};
  std::int64_t kernel_input_feature = 0;
  std::int64_t kernel_output_feature = 1;
  std::vector<std::int64_t> kernel_spatial = {};
  std::int64_t output_batch = 0;
  std::int64_t output_feature = 1;
  std::vector<std::int64_t> output_spatial = {};
  friend bool operator==(const ConvolutionDimensions&, const ConvolutionDimensions&) = default;
};

}  // namespace tileglot::hlo
