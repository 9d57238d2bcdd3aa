// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/infer_shape.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

/// The inferred shape of an operation on parameters of these shapes, "" for none, or the message.
std::string inferred(Opcode opcode, const std::vector<std::string_view>& shapes,
                     const std::vector<Attribute>& attributes = {}) {
  Module m;
  const ComputationId c = m.add_computation("e");
  std::vector<InstructionId> operands;
  operands.reserve(shapes.size());
  for (const std::string_view shape : shapes) {
    operands.push_back(m.add(
        c, {.opcode = Opcode::kParameter, .shape = m.keep(*notation::xla::parse_shape(shape))}));
  }
  const auto result = infer_shape(m, opcode, operands, attributes);
  if (!result) return result.error()->message;
  return *result ? print(**result) : "";
}

TEST(InferShape, AProductOfMatrices) {
  const std::vector<Attribute> contracting{{AttributeKey::kLhsContractingDims, Ints{1}},
                                           {AttributeKey::kRhsContractingDims, Ints{0}}};
  EXPECT_EQ(inferred(Opcode::kDot, {"f32[2,3]", "f32[3,4]"}, contracting), "f32[2,4]{1,0}");
  EXPECT_EQ(inferred(Opcode::kDot, {"f32[2,3]", "f32[4,3]"}, contracting),
            "dot of f32[2,3]{1,0} and f32[4,3]{1,0}: dimension 1 has 3 elements, and 0 has 4");
  EXPECT_EQ(inferred(Opcode::kDot, {"f32[2,4]", "f32[<=3,3]"}, contracting),
            "dot of f32[2,4]{1,0} and f32[<=3,3]{1,0}: dimension 1 has 4 elements, and 0 has 3");
  EXPECT_EQ(inferred(Opcode::kDot, {"f32[2,3]", "f32[3,4]"},
                     {{AttributeKey::kLhsContractingDims, Ints{1}}}),
            "dot of f32[2,3]{1,0} and f32[3,4]{1,0}: lhs_contracting_dims and rhs_contracting_dims "
            "name different numbers of dimensions");
}

TEST(InferShape, PlacesKeepTheirLayout) {
  EXPECT_EQ(inferred(Opcode::kNegate, {"f32[2,3]{0,1}"}), "f32[2,3]{0,1}");
  EXPECT_EQ(inferred(Opcode::kCompare, {"f32[2]", "f32[2]"}), "pred[2]{0}");
  EXPECT_EQ(inferred(Opcode::kReal, {"c64[2]"}), "f32[2]{0}");
  EXPECT_EQ(inferred(Opcode::kAdd, {"f32[2]", "f32[3]"}),
            "add of f32[2]{0} and f32[3]{0}, which differ");
  EXPECT_EQ(inferred(Opcode::kConvert, {"f32[2]"}), "");
}

TEST(InferShape, DimensionsMove) {
  EXPECT_EQ(
      inferred(Opcode::kTranspose, {"f32[2,3,4]"}, {{AttributeKey::kDimensions, Ints{2, 0, 1}}}),
      "f32[4,2,3]{0,2,1}");
  EXPECT_EQ(inferred(Opcode::kTranspose, {"f32[2,3]"}, {{AttributeKey::kDimensions, Ints{0, 0}}}),
            "dimensions names the dimension 0 twice");
  EXPECT_EQ(inferred(Opcode::kConcatenate, {"f32[2,3]", "f32[2,4]"},
                     {{AttributeKey::kDimensions, Ints{1}}}),
            "f32[2,7]{1,0}");
  const std::vector<Attribute> along{{AttributeKey::kDimensions, Ints{0}}};
  EXPECT_EQ(inferred(Opcode::kConcatenate, {"f32[4,3]", "f32[<=4,<=3]"}, along),
            "f32[<=8,<=3]{1,0}");
  EXPECT_EQ(inferred(Opcode::kConcatenate, {"f32[4,?]", "f32[?,3]"}, along), "f32[?,3]{1,0}");
  EXPECT_EQ(inferred(Opcode::kConcatenate, {"f32[4,3]", "f32[4,<=2]"}, along),
            "concatenate of f32[4,3]{1,0} is not possible with these attributes");
  EXPECT_EQ(
      inferred(Opcode::kPad, {"f32[3]", "f32[]"}, {{AttributeKey::kPadding, Padding{{1, 0, 2}}}}),
      "f32[8]{0}");
  EXPECT_EQ(inferred(Opcode::kSlice, {"f32[10]"}, {{AttributeKey::kSlice, SliceRanges{{1, 8, 3}}}}),
            "f32[3]{0}");
}

TEST(InferShape, WindowsAndReductions) {
  EXPECT_EQ(inferred(Opcode::kReduceWindow, {"f32[4]", "f32[]"},
                     {{AttributeKey::kWindow, Window{{.size = 0}}}}),
            "the window is not possible along dimension 0 of f32[4]{0}");
  EXPECT_EQ(
      inferred(Opcode::kReduce, {"f32[2,3,4]", "f32[]"}, {{AttributeKey::kDimensions, Ints{0, 2}}}),
      "f32[3]{0}");
  const ConvolutionDimensions labels{0, 3, {1, 2}, 2, 3, {0, 1}, 0, 3, {1, 2}};
  EXPECT_EQ(inferred(Opcode::kConvolution, {"f32[1,8,8,4]", "f32[3,3,4,8]"},
                     {{AttributeKey::kDimLabels, Shared<ConvolutionDimensions>(labels)},
                      {AttributeKey::kWindow, Window{{.size = 3}, {.size = 3}}}}),
            "f32[1,6,6,8]{3,2,1,0}");
  EXPECT_EQ(inferred(Opcode::kTopK, {"f32[5,8]"}, {{AttributeKey::kK, std::int64_t{2}}}),
            "(f32[5,2]{1,0}, s32[5,2]{1,0})");
}

TEST(InferShape, SlicesAreGathered) {
  EXPECT_EQ(inferred(Opcode::kGather, {"f32[8,3]", "s32[5,1]"},
                     {{AttributeKey::kOffsetDims, Ints{1}},
                      {AttributeKey::kCollapsedSliceDims, Ints{0}},
                      {AttributeKey::kIndexVectorDim, std::int64_t{1}},
                      {AttributeKey::kSliceSizes, Ints{1, 3}}}),
            "f32[5,3]{1,0}");
}

TEST(InferShape, TuplesHaveElements) {
  EXPECT_EQ(inferred(Opcode::kTuple, {"f32[2]", "s32[]"}), "(f32[2]{0}, s32[])");
  EXPECT_EQ(inferred(Opcode::kGetTupleElement, {"(f32[2], s32[])"},
                     {{AttributeKey::kIndex, std::int64_t{2}}}),
            "there is no element 2 in (f32[2]{0}, s32[])");
}

}  // namespace
}  // namespace tileglot::hlo
