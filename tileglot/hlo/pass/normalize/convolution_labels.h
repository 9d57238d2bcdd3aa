// SPDX-License-Identifier: Apache-2.0
// convolution_labels.h: dim_labels of a convolution whose arrays become row-major.
//
// What     fit(labels, arrays): each label of an array is one of its dimensions, and none is named
//          twice. relabelled(labels, arrays) are the labels of the arrays' normalized shapes
//          (layout_normalizer.h): each dimension's number becomes its place, major to minor.
// Example  b01f_01io->b01f, the kernel {2,1,0,3}: b01f_o01i->b01f.
//          [tests: hlo/pass/normalize/layouts_test.cc, "labels of convolutions go to their places"]
// Source   XLA, cudnn_custom_call_converter and layout normalization of convolutions.
#pragma once

#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

/// The arrays that the labels refer to. The shapes live in the module's table.
struct LabelledArrays {
  const notation::xla::Shape& input;
  const notation::xla::Shape& kernel;
  const notation::xla::Shape& output;
};

/// Null if the instruction has no labels.
const ConvolutionDimensions* labels_of(const Instruction& instruction);

bool fit(const ConvolutionDimensions& labels, const LabelledArrays& arrays);

/// Precondition: they fit.
ConvolutionDimensions relabelled(ConvolutionDimensions labels, const LabelledArrays& arrays);

}  // namespace tileglot::hlo::pass
