// SPDX-License-Identifier: Apache-2.0
// convolution_layout.h: the layouts of the operands of GPU convolutions.
//
// What     parse_convolution_labels reads dim_labels, b01f_01io->b01f: which dimension of the
//          input, the filter and the output is the batch, the features or a spatial one.
//          convolution_form returns the form that a GPU prefers, NCHW or NHWC; convolution_layout
//          is the layout of one operand in that form.
// Why      A convolution whose operands have other layouts begins with a transpose.
// Example  For b01f_01io->b01f the input is {3,2,1,0} in NHWC and {2,1,3,0} in NCHW; the filter
//          {2,1,0,3} and {1,0,2,3}.
//          [tests: convolution_layout_test.cc, "the two forms of each operand"]
// Errors   xla.dim_labels with its place.
// Source   XLA, GpuLayoutAssignment: HeuristicLayoutAssignment; cuDNN's forms of the same names.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {

enum class ConvolutionOperand : std::uint8_t { kInput, kFilter, kOutput };

/// Dimension numbers of one operand. For a filter, `outer` is its output features and `inner` its
/// input features; for the others they are the batch and the features.
struct ConvolutionDimensions {
  std::int64_t outer = 0;
  std::int64_t inner = 0;
  std::vector<std::int64_t> spatial = {};  ///< in the order of their labels 0, 1, ..
};

struct ConvolutionLabels {
  ConvolutionDimensions input = {};
  ConvolutionDimensions filter = {};
  ConvolutionDimensions output = {};
};

enum class ConvolutionForm : std::uint8_t { kNchw, kNhwc, kNchwVectC };

/// "NCHW", "NHWC", "NCHW_VECT_C"
std::string_view name_of(ConvolutionForm form);

core::Result<ConvolutionLabels> parse_convolution_labels(std::string_view text);

const ConvolutionDimensions& dimensions_of(const ConvolutionLabels& labels,
                                           ConvolutionOperand operand);

/// The form that a CUDA GPU prefers: `compute_capability` is 70 for sm_70. Arrays of s8 whose
/// channels are split into vectors, with one dimension more than the labels name, are kNchwVectC on
/// all GPUs.
ConvolutionForm convolution_form(PrimitiveType input, std::size_t spatial_dimensions,
                                 std::int64_t compute_capability);

/// In kNchwVectC the dimension that no label names is the most minor.
Layout convolution_layout(const ConvolutionDimensions& dimensions, ConvolutionForm form);

}  // namespace tileglot::notation::xla
