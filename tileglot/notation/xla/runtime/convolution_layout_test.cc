// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/convolution_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::notation::xla {
namespace {

std::string layout(std::string_view labels, ConvolutionOperand operand, ConvolutionForm form) {
  return print(convolution_layout(dimensions_of(*parse_convolution_labels(labels), operand), form));
}

std::string refusal(std::string_view labels) {
  const auto read = parse_convolution_labels(labels);
  return read ? "read" : read.error()->code + ": " + read.error()->message;
}

TEST(ConvolutionLayout, TheTwoFormsOfEachOperand) {
  constexpr std::string_view kLabels = "b01f_01io->b01f";
  using enum ConvolutionOperand;
  using enum ConvolutionForm;
  EXPECT_EQ(layout(kLabels, kInput, kNhwc), "{3,2,1,0}");
  EXPECT_EQ(layout(kLabels, kInput, kNchw), "{2,1,3,0}");
  EXPECT_EQ(layout(kLabels, kFilter, kNhwc), "{2,1,0,3}");
  EXPECT_EQ(layout(kLabels, kFilter, kNchw), "{1,0,2,3}");
  EXPECT_EQ(layout(kLabels, kOutput, kNhwc), "{3,2,1,0}");
  EXPECT_EQ(layout("bf10_oi01->f0b1", kInput, kNhwc), "{1,2,3,0}");
  EXPECT_EQ(layout("bf10_oi01->f0b1", kOutput, kNchw), "{3,1,0,2}");
  EXPECT_EQ(layout("bf_io->bf", kInput, kNhwc), "{1,0}");
  EXPECT_EQ(layout("bf01_oi01->bf01", kInput, kNchwVectC), "{4,3,2,1,0}");
}

TEST(ConvolutionLayout, TheFormByTypeAndArchitecture) {
  using enum PrimitiveType;
  const auto form = [](PrimitiveType type, std::size_t spatial, std::int64_t capability) {
    return name_of(convolution_form(type, spatial, capability));
  };
  EXPECT_EQ(form(kF16, 2, 70), "NHWC");
  EXPECT_EQ(form(kBf16, 2, 80), "NHWC");
  EXPECT_EQ(form(kF16, 3, 80), "NCHW");
  EXPECT_EQ(form(kF16, 2, 60), "NCHW");
  EXPECT_EQ(form(kF32, 2, 80), "NCHW");
  EXPECT_EQ(form(kF32, 2, 90), "NHWC");
  EXPECT_EQ(form(kF32, 3, 90), "NCHW");
  EXPECT_EQ(form(kF64, 2, 90), "NCHW");
  EXPECT_EQ(form(kS8, 2, 70), "NHWC");
  EXPECT_EQ(form(kF8e4m3fn, 3, 90), "NHWC");
}

TEST(ConvolutionLayout, WrongLabelsAreRefused) {
  EXPECT_EQ(refusal("b01f"),
            "xla.dim_labels: '_' and '->' separate the labels of input, filter and output");
  EXPECT_EQ(refusal("b01_01io->b01f"), "xla.dim_labels: the dimensions 'b01' have no 'f'");
  EXPECT_EQ(refusal("b01f_01ioo->b01f"), "xla.dim_labels: the dimensions '01ioo' have 'o' twice");
  EXPECT_EQ(refusal("b02f_01io->b01f"), "xla.dim_labels: the dimensions 'b02f' have no '1'");
  EXPECT_EQ(refusal("->_"),
            "xla.dim_labels: '_' and '->' separate the labels of input, filter and output");
}

}  // namespace
}  // namespace tileglot::notation::xla
