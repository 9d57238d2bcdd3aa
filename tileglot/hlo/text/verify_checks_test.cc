// SPDX-License-Identifier: Apache-2.0
// The checks of verify, each by a module that fails it alone, and by what passes all of them.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo {
namespace {

/// A module, and the function of XLA's verifier that refuses it; empty if it is sound.
struct Case {
  std::string_view check = {};
  std::string_view text = {};
};

/// `sound`, the check that a refusal names, or what went wrong before.
std::string verdict(std::string_view text) {
  const auto module = parse_module(text);
  if (!module) return "not read: " + module.error()->message;
  const auto status = verify(*module);
  if (status) return "";
  constexpr std::string_view kCited = "XLA's verifier refuses it in ";
  const std::string& help = status.error()->help;
  return help.starts_with(kCited) ? help.substr(kCited.size()) : status.error()->message;
}

void expect_verdicts(std::span<const Case> cases) {
  for (const auto& [check, text] : cases) EXPECT_EQ(verdict(text), check) << text;
}

constexpr std::string_view kAdd =
    "add { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n";

std::vector<std::string> with_add(std::span<const Case> cases) {
  std::vector<std::string> texts;
  for (const Case& one : cases) texts.push_back(std::string(kAdd) + std::string(one.text));
  return texts;
}

/// The same, after a function that adds.
void expect_verdicts_with_add(std::span<const Case> cases) {
  const auto texts = with_add(cases);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(verdict(texts[i]), cases[i].check) << texts[i];
  }
}

TEST(VerifyChecks, ACopyThatStartsHasDestinationSourceAndContext) {
  expect_verdicts(std::vector<Case>{
      {"",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[2,3], u32[]) copy-start(p) "
       "ROOT d = f32[2,3] copy-done(s) }"},
      {"ShapeVerifier::HandleCopyStart",
       "ENTRY e { p = f32[2,3] parameter(0) s = f32[2,3] copy-start(p) "
       "ROOT d = f32[2,3] copy-done(s) }"},
      {"ShapeVerifier::HandleCopyStart",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[3,2], u32[]) copy-start(p) "
       "ROOT d = f32[2,3] copy-done(s) }"},
      {"ShapeVerifier::HandleCopyDone",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[2,3], u32[]) copy-start(p) "
       "ROOT d = f32[3,2] copy-done(s) }"},
      {"VerifyAsynchronousInstructionPairs",
       "ENTRY e { p = f32[2,3] parameter(0) "
       "ROOT s = (f32[2,3], f32[2,3], u32[]) copy-start(p) }"},
      {"VerifyAsynchronousInstructionPairs",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[2,3], u32[]) copy-start(p) "
       "a = f32[2,3] copy-done(s) b = f32[2,3] copy-done(s) ROOT t = tuple(a, b) }"}});
}

TEST(VerifyChecks, AStartWithManyUsersIsRefused) {
  std::string text =
      "ENTRY e { p = f32[2] parameter(0) s = (f32[2], f32[2], u32[]) copy-start(p)\n";
  for (int i = 0; i < 100'000; ++i) {
    text += "d" + std::to_string(i) + " = f32[2] copy-done(s)\n";
  }
  EXPECT_EQ(verdict(text + "ROOT r = f32[2] negate(d0) }"), "VerifyAsynchronousInstructionPairs");
}

TEST(VerifyChecks, SendsAndReceivesEndWhereTheyBegan) {
  expect_verdicts(std::vector<Case>{
      {"",
       "ENTRY e { p = f32[2] parameter(0) t = token[] after-all() "
       "s = (f32[2], u32[], token[]) send(p, t), channel_id=1 "
       "ROOT d = token[] send-done(s), channel_id=1 }"},
      {"VerifyChannels",
       "ENTRY e { p = f32[2] parameter(0) t = token[] after-all() "
       "s = (f32[2], u32[], token[]) send(p, t), channel_id=1, is_host_transfer=true "
       "ROOT d = token[] send-done(s), channel_id=1 }"},
      {"VerifyChannels",
       "ENTRY e { p = f32[2] parameter(0) q = f32[4] parameter(1) t = token[] after-all() "
       "s = (f32[2], u32[], token[]) send(p, t), channel_id=1, is_host_transfer=true "
       "d = token[] send-done(s), channel_id=1, is_host_transfer=true "
       "u = (f32[4], u32[], token[]) send(q, d), channel_id=1, is_host_transfer=true "
       "ROOT v = token[] send-done(u), channel_id=1, is_host_transfer=true }"},
      {"VerifyAsynchronousInstructionPairs",
       "ENTRY e { t = token[] after-all() r = (f32[2], u32[], token[]) recv(t), channel_id=1 "
       "d = (f32[2], token[]) recv-done(r), channel_id=1 ROOT o = tuple(r, d) }"},
      {"ShapeVerifier::CheckIsTokenOperand",
       "ENTRY e { p = f32[2] parameter(0) ROOT o = token[] outfeed(p, p) }"},
      {"ShapeVerifier::CheckIsTokenOperand",
       "ENTRY e { p = f32[2] parameter(0) ROOT o = f32[2] add-dependency(p, p) }"}});
}

TEST(VerifyChecks, AnAsynchronousOperationWrapsOneComputation) {
  constexpr std::string_view kWrapped =
      "w { p = f32[2,3] parameter(0) ROOT c = f32[3,2] custom-call(p), "
      "custom_call_target=\"foo\" }\n";
  const auto entry = [&](std::string_view body) {
    return std::string(kWrapped) + "ENTRY e { p = f32[2,3] parameter(0) " + std::string(body) +
           " }";
  };
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "");
  EXPECT_EQ(verdict(entry("s = ((f32[3,2]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpComputationShapes");
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[2,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpComputationShapes");
  EXPECT_EQ(verdict(entry("q = f32[3,2] transpose(p), dimensions={1,0} "
                          "s = ((f32[2,3]), f32[3,2], s32[]) async-start(q), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpOperands");
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[2,3] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpComputationShapes");
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT n = f32[2,3] negate(p)")),
            "VerifyAsynchronousInstructionPairs");
  EXPECT_EQ(
      verdict("w { p = f32[2] parameter(0) n = f32[2] negate(p) ROOT c = f32[2] exponential(n) }\n"
              "ENTRY e { p = f32[2] parameter(0) "
              "s = ((f32[2]), f32[2]) async-start(p), calls=w "
              "ROOT d = f32[2] async-done(s), calls=w }"),
      "VerifyAsyncComputation");
}

TEST(VerifyChecks, GroupsOfACollectiveNameEachDeviceOnce) {
  expect_verdicts_with_add(std::vector<Case>{
      {"",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,1},{2}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,1},{}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,1},{1}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,2}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1},{2,3,4}}, dimensions={0}, to_apply=add }"},
      {"ShapeVerifier::HandleAllReduce",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = bf16[8] all-reduce(p), to_apply=add }"},
      {"InstructionVerifier::HandleAllReduce",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), channel_id=0, "
       "to_apply=add }"},
      {"ShapeVerifier::HandleReduceScatter",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1}}, dimensions={1}, to_apply=add }"},
      {"ShapeVerifier::HandleReduceScatter",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1,2,3}}, dimensions={0}, to_apply=add }"},
      {"ShapeVerifier::HandleReduceScatter",
       "ENTRY e { p = f32[9] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1}}, dimensions={0}, to_apply=add }"},
      {"ShapeVerifier::HandleAllReduceStart",
       "ENTRY e { p = f32[8] parameter(0) s = f32[4] all-reduce-start(p), to_apply=add "
       "ROOT d = f32[4] all-reduce-done(s) }"},
      {"VerifyLayoutConstrainedAllReduce",
       "ENTRY e { p = f32[8] parameter(0) r = f32[8] all-reduce(p), constrain_layout=true, "
       "to_apply=add ROOT s = f32[8] all-reduce(r), to_apply=add }"}});
  EXPECT_EQ(verdict("HloModule m, replica_count=4\n" + std::string(kAdd) +
                    "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
                    "replica_groups={{0,1}}, to_apply=add }"),
            "CheckReplicaGroups");
}

TEST(VerifyChecks, GathersAndExchangesMultiplyOrDivideOneDimension) {
  expect_verdicts(std::vector<Case>{
      {"",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[16] all-gather(p), "
       "replica_groups={{0,1}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllGather",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[16] all-gather(p), "
       "replica_groups={{0,1,2,3}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllGather",
       "ENTRY e { p = f32[8,2] parameter(0) ROOT r = f32[16,4] all-gather(p), "
       "replica_groups={{0,1}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllGatherStart",
       "ENTRY e { p = f32[8] parameter(0) s = (f32[4], f32[16]) all-gather-start(p), "
       "replica_groups={{0,1}}, dimensions={0} ROOT d = f32[16] all-gather-done(s) }"},
      {"ShapeVerifier::HandleAllGatherDone",
       "ENTRY e { p = f32[8] parameter(0) s = (f32[8], f32[16]) all-gather-start(p), "
       "replica_groups={{0,1}}, dimensions={0} ROOT d = f32[8] all-gather-done(s) }"},
      {"",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-to-all(p), "
       "replica_groups={{0,1}}, dimensions={0} }"},
      {"ShapeInference::InferAllToAllShape",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-to-all(p), "
       "replica_groups={{0,1,2}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllToAll",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = (f32[8], f32[8]) all-to-all(p, p), "
       "replica_groups={{0,1,2}} }"},
      {"ShapeInference::InferAllToAllTupleShape",
       "ENTRY e { p = f32[8] parameter(0) q = f32[4] parameter(1) "
       "ROOT r = (f32[8], f32[4]) all-to-all(p, q), replica_groups={{0,1}} }"},
      {"ShapeVerifier::HandleRaggedAllToAll",
       "ENTRY e { p = f32[8] parameter(0) o = s32[2] parameter(1) q = s32[4] parameter(2) "
       "ROOT r = f32[8] ragged-all-to-all(p, p, o, o, o, q), replica_groups={{0,1}} }"},
      {"ShapeVerifier::HandleCollectiveBroadcast",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] collective-broadcast(p), "
       "replica_groups={{0,1}} }"}});
}

TEST(VerifyChecks, ADeviceSendsOnceAndReceivesOnce) {
  const auto permute = [](std::string_view pairs) {
    return verdict(
        "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] collective-permute(p), "
        "source_target_pairs=" +
        std::string(pairs) + " }");
  };
  EXPECT_EQ(permute("{{0,1},{1,0}}"), "");
  EXPECT_EQ(permute("{{0,1},{0,2}}"), "CheckDuplicatedSourceOrTarget");
  EXPECT_EQ(permute("{{0,2},{1,2}}"), "CheckDuplicatedSourceOrTarget");
  EXPECT_EQ(verdict("HloModule m, num_partitions=2\nENTRY e { p = f32[8] parameter(0) "
                    "ROOT r = f32[8] collective-permute(p), channel_id=1, "
                    "source_target_pairs={{0,2}} }"),
            "CheckDuplicatedSourceOrTarget");
  EXPECT_EQ(verdict("ENTRY e { p = f32[8] parameter(0) s = f32[8] collective-permute-start(p), "
                    "source_target_pairs={{0,1}} ROOT d = f32[8] collective-permute-done(s) }"),
            "ShapeVerifier::HandleCollectivePermuteStart");
  EXPECT_EQ(verdict("ENTRY e { p = f32[8] parameter(0) "
                    "s = (f32[8], f32[8], u32[], u32[]) collective-permute-start(p), "
                    "source_target_pairs={{0,1}} ROOT d = f32[4] collective-permute-done(s) }"),
            "ShapeVerifier::HandleCollectivePermuteDone");
}

TEST(VerifyChecks, ElementTypesHaveTheOperation) {
  expect_verdicts(std::vector<Case>{
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

TEST(VerifyChecks, IntegersHaveNoAngles) {
  for (const std::string name : {"acos", "acosh", "asin", "asinh", "atanh", "cosh", "sinh"}) {
    for (const std::string type : {"pred", "s32"}) {
      const std::string text =
          "ENTRY e { p = " + type + "[2] parameter(0) ROOT r = " + type + "[2] " + name + "(p) }";
      EXPECT_EQ(verdict(text), "ShapeInference::InferUnaryOpShape") << text;
    }
  }
}

TEST(VerifyChecks, RandomNumbersAndCountsHaveATypeForThem) {
  expect_verdicts(std::vector<Case>{
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

TEST(VerifyChecks, ProductsPairEqualDimensions) {
  expect_verdicts(std::vector<Case>{
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

TEST(VerifyChecks, DynamicDimensionsHaveTheBoundOfTheOther) {
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
  expect_verdicts_with_add(std::vector<Case>{
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

TEST(VerifyChecks, AReductionCallsAFunctionOfItsElements) {
  expect_verdicts_with_add(std::vector<Case>{
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

TEST(VerifyChecks, AScanTakesAStepOfEachInput) {
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

TEST(VerifyChecks, ABroadcastStatesItsShape) {
  EXPECT_EQ(verdict("ENTRY e { p = f32[2] parameter(0) "
                    "ROOT b = f32[2,3] broadcast(p), dimensions={0} }"),
            "");
  EXPECT_EQ(verdict("ENTRY e { p = f32[2] parameter(0) "
                    "ROOT b = f32[2,3] broadcast(p), dimensions={1} }"),
            "ShapeVerifier::HandleBroadcast");
}

TEST(VerifyChecks, GatherAndScatterNumberTheirDimensions) {
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
    return verdict(std::string(kAdd) +
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

TEST(VerifyChecks, DynamicSlicesTakeOneIntegerForEachDimension) {
  expect_verdicts(std::vector<Case>{
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

TEST(VerifyChecks, ACalledComputationRunsOnItsCallersThread) {
  EXPECT_EQ(verdict("f { ROOT p = f32[4] parameter(0) }, execution_thread=\"host\"\n"
                    "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] call(p), to_apply=f }"),
            "CheckCallableInstructionThreadName");
}

TEST(VerifyChecks, ACompositeHasAName) {
  const auto call = [](std::string_view attributes) {
    return verdict(
        "f { ROOT p = f32[4] parameter(0) }\nENTRY e { p = f32[4] parameter(0) "
        "ROOT c = f32[4] call(p), is_composite=true, to_apply=f, frontend_attributes={" +
        std::string(attributes) + "} }");
  };
  EXPECT_EQ(call("composite.name=\"foo\",composite.version=\"1\""), "");
  EXPECT_EQ(call("composite.version=\"1\""), "ShapeVerifier::HandleCall");
  EXPECT_EQ(call("composite.name=\"foo\",composite.version=\"-1\""), "ShapeVerifier::HandleCall");
}

TEST(VerifyChecks, AFusedComputationIsOneFusionsAndReadInFull) {
  expect_verdicts(std::vector<Case>{
      {"",
       "f { p = f32[4] parameter(0) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] fusion(p), kind=kLoop, calls=f }"},
      {"CheckFusionInstruction",
       "f { p = f32[4] parameter(0) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) a = f32[4] fusion(p), kind=kLoop, calls=f "
       "ROOT c = f32[4] fusion(a), kind=kLoop, calls=f }"},
      {"CheckFusionInstruction",
       "f { p = f32[4] parameter(0) u = f32[4] abs(p) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] fusion(p), kind=kLoop, calls=f }"},
      {"ShapeVerifier::HandleFusion",
       "f { p = f32[4] parameter(0) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] fusion(p), kind=kLoop, calls=f, "
       "output_to_operand_aliasing={{}: (1, {})} }"}});
}

TEST(VerifyChecks, CustomCallsShareMemoryThatIsThere) {
  expect_verdicts(std::vector<Case>{
      {"ShapeVerifier::HandleCustomCall",
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[5] custom-call(p), "
       "custom_call_target=\"foo\", output_to_operand_aliasing={{}: (0, {})} }"},
      {"ShapeVerifier::HandleCustomCall",
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] custom-call(p), "
       "custom_call_target=\"foo\", output_to_operand_aliasing={{1}: (0, {})} }"},
      {"InstructionVerifier::HandleCustomCall",
       "ENTRY e { ROOT c = u32[] custom-call(), custom_call_target=\"GetRngSeed\" }"}});
}

/// A module that pins f32[4] p as b, and then `rest`.
std::string pinned(std::string_view rest) {
  return verdict(
      "ENTRY e { p = f32[4] parameter(0) b = b(f32[4]) custom-call(p), "
      "custom_call_target=\"Pin\", output_to_operand_aliasing={{}: (0, {})} " +
      std::string(rest) + " }");
}

TEST(VerifyChecks, ABufferIsPinnedWrittenOnceAndGivenBack) {
  constexpr std::string_view kUnpin =
      ", custom_call_target=\"Unpin\", output_to_operand_aliasing={{}: (0, {})}";
  const auto unpin = [&](std::string_view name, std::string_view of) {
    return std::string(name) + " = f32[4] custom-call(" + std::string(of) + ")" +
           std::string(kUnpin) + " ";
  };
  EXPECT_EQ(pinned("ROOT " + unpin("u", "b")), "");
  EXPECT_EQ(pinned("c = b(f32[4]) copy(b) ROOT " + unpin("u", "c")), "VerifyNoBuffers");
  EXPECT_EQ(pinned("c = b(f32[4]) add(b, b) ROOT " + unpin("u", "c")), "ShapeVerifier::CheckShape");
  EXPECT_EQ(pinned(unpin("u", "b") + unpin("v", "b") + "ROOT t = tuple(u, v)"),
            "CheckBufferHasUniqueWriter");
  EXPECT_EQ(pinned("w = b(f32[4]) custom-call(b), custom_call_target=\"w\", "
                   "output_to_operand_aliasing={{}: (0, {})} ROOT " +
                   unpin("u", "w")),
            "");
  EXPECT_EQ(
      pinned("w = b(f32[4]) custom-call(b), custom_call_target=\"w\" ROOT " + unpin("u", "w")),
      "VerifyBuffersInOperands");
  EXPECT_EQ(pinned("ROOT t = (b(f32[4]), f32[4]) tuple(b, p)"), "");
  EXPECT_EQ(verdict("ENTRY e { p = f32[4] parameter(0) ROOT b = b(f32[5]) custom-call(p), "
                    "custom_call_target=\"Pin\" }"),
            "VerifyPin");
  EXPECT_EQ(verdict("ENTRY e { ROOT p = b(f32[4]) parameter(0) }"), "VerifyNoBuffers");
  EXPECT_EQ(verdict("ENTRY e { p = f32[4] parameter(0) ROOT b = b(f32[4]) custom-call(p), "
                    "custom_call_target=\"CreateBuffer\" }"),
            "VerifyCreateBuffer");
}

TEST(VerifyChecks, AShardingFitsItsShapeAndItsLoop) {
  expect_verdicts(std::vector<Case>{
      {"", "ENTRY e { ROOT p = f32[4,2] parameter(0), sharding={devices=[2,1]0,1} }"},
      {"HloSharding::Validate",
       "ENTRY e { ROOT p = f32[4,2] parameter(0), sharding={devices=[2]0,1} }"},
      {"HloSharding::Validate",
       "ENTRY e { ROOT p = f32[4,2] parameter(0), sharding={maximal device=-1} }"},
      {"HloSharding::Validate",
       "ENTRY e { p = f32[4] parameter(0) ROOT t = (f32[4], f32[4]) tuple(p, p), "
       "sharding={{replicated}} }"},
      {"InstructionVerifier::VerifyConsistentSharding",
       "c { p = f32[4] parameter(0) ROOT t = pred[] constant(true) }\n"
       "b { ROOT p = f32[4] parameter(0), sharding={devices=[2]0,1} }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT w = f32[4] while(p), condition=c, body=b, "
       "sharding={devices=[2]1,0} }"}});
}

TEST(VerifyChecks, TheHeaderNamesWhatTheEntryHas) {
  const auto aliased = [](std::string_view aliases) {
    return verdict("HloModule m, input_output_alias={" + std::string(aliases) +
                   "}\nENTRY e { a = f32[4] parameter(0) b = f32[5] parameter(1) "
                   "ROOT t = (f32[4], f32[5]) tuple(a, b) }");
  };
  EXPECT_EQ(aliased(" {0}: (0, {}, may-alias), {1}: (1, {}, may-alias) "), "");
  EXPECT_EQ(aliased(" {0}: (2, {}, may-alias) "), "HloInputOutputAliasConfig::Verify");
  EXPECT_EQ(aliased(" {0}: (0, {1}, may-alias) "), "HloInputOutputAliasConfig::Verify");
  EXPECT_EQ(aliased(" {0}: (0, {}, may-alias), {1}: (0, {}, may-alias) "),
            "HloInputOutputAliasConfig::Verify");
  EXPECT_EQ(aliased(" {0}: (1, {}, must-alias) "), "ShapeVerifier::VerifyEntryComputationLayout");
  EXPECT_EQ(verdict("HloModule m, buffer_donor={ (3, {}) }\nENTRY e { ROOT a = f32[4] "
                    "parameter(0) }"),
            "HloBufferDonorConfig::Verify");
}

TEST(VerifyChecks, AnOriginHasTheTuplesOfItsShape) {
  expect_verdicts(std::vector<Case>{
      {"", "ENTRY e { ROOT p = f32[] parameter(0), origin={{\"v\"}} }"},
      {"VerifyOriginalValue",
       "ENTRY e { ROOT p = f32[] parameter(0), origin={({\"v\"},{\"w\"})} }"},
      {"", "ENTRY e { ROOT p = (f32[], f32[]) parameter(0), origin={({\"v\"},{\"w\"})} }"}});
}

TEST(VerifyChecks, DimensionsHaveBounds) {
  EXPECT_EQ(verdict("ENTRY e { ROOT p = f32[?,4] parameter(0) }"), "ShapeVerifier::Preprocess");
}

}  // namespace
}  // namespace tileglot::hlo
