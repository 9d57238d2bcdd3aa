// SPDX-License-Identifier: Apache-2.0
// The checks of shapes and types, each by a module that fails it alone, and by what passes all.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/text/verdicts.h"

namespace tileglot::hlo {
namespace {

TEST(VerifyShapes, ElementTypesHaveTheOperation) {
  expect_verdicts(std::vector<VerifyCase>{
      {"ShapeInference::InferUnaryOpShape",
       "ENTRY e { p = s32[2] parameter(0) ROOT r = s32[2] floor(p) }"},
      {"ShapeInference::InferUnaryOpShape",
       "ENTRY e { p = s32[2] parameter(0) ROOT r = s32[2] cosine(p) }"},
      {"ShapeInference::InferUnaryOpShape",
       "ENTRY e { p = u32[2] parameter(0) ROOT r = u32[2] abs(p) }"},
      {"ShapeInference::InferUnaryOpShape",
       "ENTRY e { p = f32[2] parameter(0) ROOT r = f32[2] not(p) }"},
      {"ShapeInference::InferUnaryOpShape",
       "ENTRY e { p = pred[2] parameter(0) ROOT r = pred[2] negate(p) }"},
      {"", "ENTRY e { p = pred[2] parameter(0) ROOT r = pred[2] multiply(p, p) }"},
      {"ShapeInference::InferBinaryOpShape",
       "ENTRY e { p = s32[2] parameter(0) ROOT r = s32[2] atan2(p, p) }"},
      {"", "ENTRY e { p = c64[2] parameter(0) ROOT r = c64[2] atan2(p, p) }"},
      {"", "ENTRY e { p = s32[2] parameter(0) ROOT r = s32[2] mulhi(p, p) }"},
      {"", "ENTRY e { p = c64[2] parameter(0) ROOT r = c64[2] acos(p) }"},
      {"ShapeInference::InferUnaryOpShape",
       "ENTRY e { p = c64[2] parameter(0) ROOT r = c64[2] cbrt(p) }"},
      {"ShapeInference::InferBinaryOpShape",
       "ENTRY e { p = f32[2] parameter(0) ROOT r = f32[2] and(p, p) }"},
      {"ShapeInference::InferConvertShape",
       "ENTRY e { p = c64[2] parameter(0) ROOT r = f32[2] convert(p) }"},
      {"ShapeInference::InferBitcastConvertShape",
       "ENTRY e { p = f32[2] parameter(0) ROOT r = s64[2] bitcast-convert(p) }"},
      {"ShapeInference::InferBitcastConvertShape",
       "ENTRY e { p = c64[2] parameter(0) ROOT r = s64[2] bitcast-convert(p) }"},
      {"", "ENTRY e { p = f32[2] parameter(0) ROOT r = s16[2,2] bitcast-convert(p) }"},
      {"", "ENTRY e { p = pred[2] parameter(0) ROOT r = u8[2] bitcast-convert(p) }"},
      {"ShapeInference::InferReducePrecisionShape",
       "ENTRY e { p = f32[2] parameter(0) "
       "ROOT r = f32[2] reduce-precision(p), exponent_bits=0, mantissa_bits=3 }"},
      {"CheckElementwiseInstruction",
       "ENTRY e { p = f32[2] parameter(0) ROOT r = pred[2] compare(p, p), direction=LT, "
       "type=SIGNED }"},
      {"CheckElementwiseInstruction",
       "ENTRY e { p = u8[2] parameter(0) ROOT r = pred[2] compare(p, p), direction=LT, "
       "type=SIGNED }"},
      {"",
       "ENTRY e { p = f32[2] parameter(0) ROOT r = pred[2] compare(p, p), direction=LT, "
       "type=TOTALORDER }"},
      {"CheckMixedPrecisionOperands",
       "add { x = f32[] parameter(0) y = bf16[] parameter(1) z = f32[] parameter(2) "
       "w = bf16[] parameter(3) ROOT t = (f32[], bf16[]) tuple(x, y) }\n"
       "ENTRY e { p = f32[2] parameter(0) q = bf16[2] parameter(1) i = f32[] constant(0) "
       "j = bf16[] constant(0) ROOT r = (f32[], bf16[]) reduce(p, q, i, j), dimensions={0}, "
       "to_apply=add }"}});
}

TEST(VerifyShapes, IntegersHaveNoAngles) {
  for (const std::string name : {"acos", "acosh", "asin", "asinh", "atanh", "cosh", "sinh"}) {
    for (const std::string type : {"pred", "s32"}) {
      const std::string text =
          "ENTRY e { p = " + type + "[2] parameter(0) ROOT r = " + type + "[2] " + name + "(p) }";
      EXPECT_EQ(verdict(text), "ShapeInference::InferUnaryOpShape") << text;
    }
  }
}

TEST(VerifyShapes, RandomNumbersAndCountsHaveATypeForThem) {
  expect_verdicts(std::vector<VerifyCase>{
      {"",
       "ENTRY e { a = f32[] constant(0) ROOT r = f32[4] rng(a, a), "
       "distribution=rng_uniform }"},
      {"ShapeVerifier::HandleRng",
       "ENTRY e { a = s32[] constant(0) ROOT r = s32[4] rng(a, a), "
       "distribution=rng_normal }"},
      {"ShapeVerifier::HandleRng",
       "ENTRY e { a = f32[1] constant({0}) "
       "ROOT r = f32[4] rng(a, a), distribution=rng_uniform }"},
      {"ShapeVerifier::HandleRng",
       "ENTRY e { a = f32[] constant(0) ROOT r = s32[4] rng(a, a), "
       "distribution=rng_uniform }"},
      {"ShapeVerifier::HandleRngBitGenerator",
       "ENTRY e { a = u64[2] parameter(0) ROOT r = (u64[3], u32[4]) rng-bit-generator(a), "
       "algorithm=rng_default }"},
      {"ShapeVerifier::HandleRngGetAndUpdateState",
       "ENTRY e { ROOT r = u64[3] rng-get-and-update-state(), delta=1 }"},
      {"ShapeVerifier::HandleIota", "ENTRY e { ROOT r = pred[4] iota(), iota_dimension=0 }"},
      {"ShapeVerifier::HandleIota", "ENTRY e { ROOT r = s32[4] iota(), iota_dimension=1 }"},
      {"ShapeVerifier::HandleIota", "ENTRY e { ROOT r = s32[4] iota(), iota_dimension=-1 }"}});
}

TEST(VerifyShapes, ProductsPairEqualDimensions) {
  expect_verdicts(std::vector<VerifyCase>{
      {"ShapeInference::InferDotOpShape",
       "ENTRY e { p = f32[4,4] parameter(0) ROOT r = f32[4,4] dot(p, p), lhs_batch_dims={0}, "
       "rhs_batch_dims={0}, lhs_contracting_dims={0}, rhs_contracting_dims={1} }"},
      {"ShapeInference::InferDotOpShape",
       "ENTRY e { p = s32[4,4] parameter(0) ROOT r = s8[4,4] dot(p, p), "
       "lhs_contracting_dims={1}, rhs_contracting_dims={0} }"},
      {"",
       "ENTRY e { p = s8[4,4] parameter(0) ROOT r = s32[4,4] dot(p, p), "
       "lhs_contracting_dims={1}, rhs_contracting_dims={0} }"},
      {"",
       "ENTRY e { p = bf16[2] parameter(0) q = s32[2] parameter(1) ROOT r = bf16[] dot(p, q), "
       "lhs_contracting_dims={0}, rhs_contracting_dims={0} }"},
      {"ScalesShapeVerifier",
       "ENTRY e { p = f8e4m3fn[4,32] parameter(0) s = f8e8m0fnu[4,3] parameter(1) "
       "ROOT r = f32[4,4] scaled-dot(p, p, s, s), lhs_contracting_dims={1}, "
       "rhs_contracting_dims={1} }"},
      {"",
       "ENTRY e { p = f8e4m3fn[4,32] parameter(0) s = f8e8m0fnu[4,1] parameter(1) "
       "ROOT r = f32[4,4] scaled-dot(p, p, s, s), lhs_contracting_dims={1}, "
       "rhs_contracting_dims={1} }"},
      {"ShapeInference::InferRaggedDotOpShape",
       "ENTRY e { a = f32[11,5] parameter(0) b = f32[3,5,7] parameter(1) c = s64[4] parameter(2) "
       "ROOT r = f32[11,7] ragged-dot(a, b, c), lhs_contracting_dims={1}, "
       "rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0} }"},
      {"",
       "ENTRY e { a = f32[11,5] parameter(0) b = f32[3,5,7] parameter(1) "
       "c = s64[3] parameter(2) ROOT r = f32[11,7] ragged-dot(a, b, c), "
       "lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, "
       "rhs_group_dims={0} }"},
      {"ShapeInference::InferConvolveShape",
       "ENTRY e { a = f32[1,8,4] parameter(0) k = f32[3,4,6] parameter(1) "
       "ROOT r = f32[1,6,6] convolution(a, k), window={size=3}, dim_labels=b0f_0io->b0f, "
       "feature_group_count=4 }"},
      {"ShapeInference::InferConvolveShape",
       "ENTRY e { a = f32[1,8,4] parameter(0) k = f32[3,4,6] parameter(1) "
       "ROOT r = f32[1,7,6] convolution(a, k), window={size=2}, dim_labels=b0f_0io->b0f }"},
      {"ShapeInference::InferCholeskyShape",
       "ENTRY e { a = f32[4,3] parameter(0) ROOT r = f32[4,3] cholesky(a), lower=true }"},
      {"ShapeInference::InferTriangularSolveShape",
       "ENTRY e { a = f32[4,4] parameter(0) b = f32[3,2] parameter(1) "
       "ROOT r = f32[3,2] triangular-solve(a, b), left_side=true, lower=true, "
       "transpose_a=NO_TRANSPOSE }"},
      {"ShapeInference::InferFftShape",
       "ENTRY e { a = f32[4,8] parameter(0) ROOT r = f32[4,8] fft(a), fft_type=FFT, "
       "fft_length={8} }"},
      {"",
       "ENTRY e { a = f32[4,8] parameter(0) ROOT r = c64[4,5] fft(a), fft_type=RFFT, "
       "fft_length={8} }"}});
}

TEST(VerifyShapes, DynamicDimensionsHaveTheBoundOfTheOther) {
  constexpr std::string_view kSolve =
      "triangular-solve(a, b), left_side=true, lower=true, transpose_a=NO_TRANSPOSE }";
  const auto solve = [&](std::string_view b) {
    return verdict("ENTRY e { a = f32[5,4,4] parameter(0) b = f32[" + std::string(b) +
                   "] parameter(1) ROOT r = f32[" + std::string(b) + "] " + std::string(kSolve));
  };
  EXPECT_EQ(solve("<=5,4,2"), "");
  EXPECT_EQ(solve("5,<=4,2"), "");
  EXPECT_EQ(solve("<=4,4,2"), "ShapeInference::InferTriangularSolveShape");
  EXPECT_EQ(solve("5,<=3,2"), "ShapeInference::InferTriangularSolveShape");
  expect_verdicts_with_add(std::vector<VerifyCase>{
      {"",
       "ENTRY e { p = f32[4] parameter(0) q = f32[<=4,3] parameter(1) ROOT r = f32[3] dot(p, q), "
       "lhs_contracting_dims={0}, rhs_contracting_dims={0} }"},
      {"ShapeVerifier::CheckShape",
       "ENTRY e { p = f32[4] parameter(0) q = f32[<=3,3] parameter(1) ROOT r = f32[3] dot(p, q), "
       "lhs_contracting_dims={0}, rhs_contracting_dims={0} }"},
      {"ShapeInference::InferRaggedDotOpShape",
       "ENTRY e { a = f32[11,5] parameter(0) b = f32[3,5,7] parameter(1) "
       "c = s64[<=4] parameter(2) ROOT r = f32[11,7] ragged-dot(a, b, c), "
       "lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, "
       "rhs_group_dims={0} }"},
      {"ShapeInference::InferCholeskyShape",
       "ENTRY e { a = f32[4,<=3] parameter(0) ROOT r = f32[4,<=3] cholesky(a), lower=true }"},
      {"ShapeInference::InferBatchNormInferenceShape",
       "ENTRY e { p = f32[2,<=4] parameter(0) s = f32[3] parameter(1) "
       "ROOT r = f32[2,<=4] batch-norm-inference(p, s, s, s, s), epsilon=1, feature_index=1 }"},
      {"ShapeVerifier::HandleBroadcast",
       "ENTRY e { p = f32[<=2] parameter(0) ROOT b = f32[4,3] broadcast(p), dimensions={0} }"},
      {"",
       "ENTRY e { p = f32[5,6] parameter(0) i = s32[<=3,1] parameter(1) u = f32[3,6] parameter(2) "
       "ROOT r = f32[5,6] scatter(p, i, u), update_window_dims={1}, inserted_window_dims={0}, "
       "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add }"},
      {"ShapeInference::InferScatterShape",
       "ENTRY e { p = f32[5,6] parameter(0) i = s32[<=3,1] parameter(1) u = f32[2,6] parameter(2) "
       "ROOT r = f32[5,6] scatter(p, i, u), update_window_dims={1}, inserted_window_dims={0}, "
       "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add }"}});
}

TEST(VerifyShapes, AReductionCallsAFunctionOfItsElements) {
  expect_verdicts_with_add(std::vector<VerifyCase>{
      {"",
       "ENTRY e { p = f32[4] parameter(0) i = f32[] constant(0) "
       "ROOT r = f32[] reduce(p, i), dimensions={0}, to_apply=add }"},
      {"ShapeVerifier::CheckShape",
       "ENTRY e { p = f32[4] parameter(0) i = f32[] constant(0) "
       "ROOT r = f32[0] reduce-window(p, i), window={size=0}, to_apply=add }"},
      {"VerifyReducerShape",
       "ENTRY e { p = f32[4] parameter(0) i = f32[1] constant({0}) "
       "ROOT r = f32[] reduce(p, i), dimensions={0}, to_apply=add }"},
      {"VerifyReducerShape",
       "one { x = f32[] parameter(0) ROOT s = f32[] negate(x) }\n"
       "ENTRY e { p = f32[4] parameter(0) i = f32[] constant(0) "
       "ROOT r = f32[] reduce(p, i), dimensions={0}, to_apply=one }"},
      {"VerifyReducerShape",
       "ENTRY e { p = s32[4] parameter(0) i = f32[] constant(0) "
       "ROOT r = f32[] reduce(p, i), dimensions={0}, to_apply=add }"},
      {"SameElementTypesForOperandsAndToApplyParameters",
       "ENTRY e { p = bf16[4] parameter(0) i = bf16[] constant(0) "
       "ROOT r = f32[] reduce(p, i), dimensions={0}, to_apply=add }"},
      {"ShapeInference::InferMapShape",
       "ENTRY e { p = s32[4] parameter(0) ROOT r = f32[4] map(p, p), dimensions={0}, "
       "to_apply=add }"},
      {"ShapeVerifier::HandleSort",
       "ENTRY e { p = f32[4] parameter(0) ROOT r = f32[4] sort(p), dimensions={0}, "
       "to_apply=add }"},
      {"VerifyReducerShape",
       "ENTRY e { p = f32[4] parameter(0) i = s32[1] parameter(1) u = s32[1] parameter(2) "
       "ROOT r = f32[4] scatter(p, i, u), update_window_dims={}, inserted_window_dims={0}, "
       "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add }"}});
}

TEST(VerifyShapes, AScanTakesAStepOfEachInput) {
  const auto scan = [](std::string_view element) {
    return verdict("f { x = " + std::string(element) +
                   " parameter(0) c = f32[2] parameter(1) "
                   "ROOT t = (f32[2], f32[2]) tuple(c, c) }\n"
                   "ENTRY e { p = f32[4,2] parameter(0) i = f32[2] parameter(1) "
                   "ROOT s = (f32[4,2], f32[2]) scan(p, i), dimensions={0}, num_carries=1, "
                   "to_apply=f }");
  };
  EXPECT_EQ(scan("f32[2]"), "");
  EXPECT_EQ(scan("f32[3]"), "ShapeVerifier::HandleScan");
}

TEST(VerifyShapes, ABroadcastStatesItsShape) {
  EXPECT_EQ(verdict("ENTRY e { p = f32[2] parameter(0) "
                    "ROOT b = f32[2,3] broadcast(p), dimensions={0} }"),
            "");
  EXPECT_EQ(verdict("ENTRY e { p = f32[2] parameter(0) "
                    "ROOT b = f32[2,3] broadcast(p), dimensions={1} }"),
            "ShapeVerifier::HandleBroadcast");
}

TEST(VerifyShapes, GatherAndScatterNumberTheirDimensions) {
  const auto gather = [](std::string_view rest) {
    return verdict(
        "ENTRY e { p = f32[5,6] parameter(0) i = s32[3,1] parameter(1) "
        "ROOT r = f32[3,6] gather(p, i), " +
        std::string(rest) + " }");
  };
  constexpr std::string_view kGather = "ShapeInference::InferGatherShape";
  EXPECT_EQ(gather("offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
                   "index_vector_dim=1, slice_sizes={1,6}"),
            "");
  EXPECT_EQ(verdict("ENTRY e { p = f32[5,6] parameter(0) i = s32[3,1] parameter(1) "
                    "ROOT r = f32[3,6,1] gather(p, i), offset_dims={1}, collapsed_slice_dims={0}, "
                    "start_index_map={0}, index_vector_dim=3, slice_sizes={1,6} }"),
            kGather);
  EXPECT_EQ(gather("offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0,1}, "
                   "index_vector_dim=1, slice_sizes={1,6}"),
            kGather);
  EXPECT_EQ(gather("offset_dims={1}, collapsed_slice_dims={0}, start_index_map={2}, "
                   "index_vector_dim=1, slice_sizes={1,6}"),
            kGather);
  EXPECT_EQ(gather("offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
                   "index_vector_dim=1, slice_sizes={2,6}"),
            kGather);
  const auto batched = [](std::string_view rest) {
    return verdict(
        "ENTRY e { p = f32[4,6] parameter(0) i = s32[3,1] parameter(1) "
        "ROOT r = f32[3] gather(p, i), offset_dims={}, index_vector_dim=1, slice_sizes={1,1}, " +
        std::string(rest) + " }");
  };
  // XLA does not compare the sizes of the shared dimensions.
  EXPECT_EQ(batched("collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, "
                    "start_indices_batching_dims={0}"),
            "");
  EXPECT_EQ(batched("collapsed_slice_dims={1}, start_index_map={0}, operand_batching_dims={0}, "
                    "start_indices_batching_dims={0}"),
            kGather);
  const auto scatter = [](std::string_view update, std::string_view rest) {
    return verdict(std::string(kAddition) +
                   "ENTRY e { p = f32[5,6] parameter(0) i = s32[3,1] parameter(1) u = " +
                   std::string(update) + " parameter(2) ROOT r = f32[5,6] scatter(p, i, u), " +
                   std::string(rest) + ", to_apply=add }");
  };
  constexpr std::string_view kScatter = "ShapeInference::InferScatterShape";
  constexpr std::string_view kRows =
      "update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
      "index_vector_dim=1";
  EXPECT_EQ(scatter("f32[3,6]", kRows), "");
  EXPECT_EQ(scatter("f32[4,6]", kRows), kScatter);
  EXPECT_EQ(scatter("f32[3,7]", kRows), kScatter);
  EXPECT_EQ(scatter("f32[3]", kRows), kScatter);
  EXPECT_EQ(scatter("f32[3,6]",
                    "update_window_dims={1}, inserted_window_dims={0,0}, "
                    "scatter_dims_to_operand_dims={0}, index_vector_dim=1"),
            kScatter);
  EXPECT_EQ(scatter("f32[3,6]",
                    "update_window_dims={1}, inserted_window_dims={0}, "
                    "scatter_dims_to_operand_dims={10}, index_vector_dim=1"),
            "InstructionVerifier::HandleScatter");
}

TEST(VerifyShapes, DynamicSlicesTakeOneIntegerForEachDimension) {
  expect_verdicts(std::vector<VerifyCase>{
      {"",
       "ENTRY e { p = f32[4,4] parameter(0) i = s32[] parameter(1) "
       "ROOT r = f32[2,2] dynamic-slice(p, i, i), dynamic_slice_sizes={2,2} }"},
      {"ShapeInference::InferDynamicSliceShape",
       "ENTRY e { p = f32[4,4] parameter(0) i = s32[] parameter(1) "
       "ROOT r = f32[2,2] dynamic-slice(p, i), dynamic_slice_sizes={2,2} }"},
      {"ShapeInference::InferDynamicSliceShape",
       "ENTRY e { p = f32[4] parameter(0) i = f32[] parameter(1) "
       "ROOT r = f32[2] dynamic-slice(p, i), dynamic_slice_sizes={2} }"},
      {"ShapeInference::InferDynamicUpdateSliceShape",
       "ENTRY e { p = f32[4] parameter(0) u = f32[5] parameter(1) i = s32[] parameter(2) "
       "ROOT r = f32[4] dynamic-update-slice(p, u, i) }"},
      {"ShapeInference::InferPadShape",
       "ENTRY e { p = f32[4] parameter(0) v = f32[1] parameter(1) "
       "ROOT r = f32[5] pad(p, v), padding=0_1 }"},
      {"ShapeInference::InferSetDimensionSizeShape",
       "ENTRY e { p = f32[4] parameter(0) n = s64[] parameter(1) "
       "ROOT r = f32[<=4] set-dimension-size(p, n), dimensions={0} }"},
      {"ShapeInference::InferBatchNormTrainingShape",
       "ENTRY e { p = f32[2,4] parameter(0) s = f32[2] parameter(1) "
       "ROOT r = (f32[2,4], f32[4], f32[4]) batch-norm-training(p, s, s), epsilon=1, "
       "feature_index=1 }"}});
}

}  // namespace
}  // namespace tileglot::hlo
