// SPDX-License-Identifier: Apache-2.0
// The facts that XLA's tests of layout assignment for GPUs state, with modules of this project's own.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/pass/laws/assigned_module.h"

namespace tileglot::hlo::pass {
namespace {

using Texts = std::vector<std::string>;

Assigned on_gpu(const std::string& entry_layout, const std::string& body,
                const std::string& target = "sm_90") {
  return Assigned("HloModule m, entry_computation_layout={" + entry_layout + "}\n" + body, target);
}

TEST(GpuLayoutAssignment, AnAddReadsAndWritesAlike) {
  const std::vector<std::string> orders{"{0,1}", "{1,0}"};
  for (const auto& x : orders) {
    for (const auto& y : orders) {
      for (const auto& z : orders) {
        const auto a = on_gpu("(f32[4,6]" + x + ",f32[4,6]" + y + ")->f32[4,6]" + z,
                              "ENTRY e { p = f32[4,6] parameter(0) q = f32[4,6] parameter(1)"
                              " ROOT r = f32[4,6] add(p, q) }");
        const InstructionId add = a.id("r");
        for (const InstructionId operand : a.module().operands(add)) {
          EXPECT_EQ(a.layout(a.module()[operand].name), a.layout("r"));
        }
        EXPECT_EQ(a.entry(), "{(f32[4,6]" + x + ", f32[4,6]" + y + ")->f32[4,6]" + z + "}");
      }
    }
  }
}

TEST(GpuLayoutAssignment, ABatchOfMatricesThatFitsIsReadAsItIs) {
  const Assigned a(
      "HloModule m\nENTRY e { p = f32[5,2,3]{1,2,0} parameter(0) q = f32[5,3,4]{1,2,0} parameter(1)"
      " ROOT d = f32[5,2,4] dot(p, q), lhs_batch_dims={0}, lhs_contracting_dims={2},"
      " rhs_batch_dims={0}, rhs_contracting_dims={1} }",
      "sm_90");
  EXPECT_EQ(a.layout("p"), "{1,2,0}");
  EXPECT_EQ(a.layout("q"), "{1,2,0}");
  EXPECT_EQ(a.layout("d"), "{2,1,0}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(GpuLayoutAssignment, TheBatchOfADotMovesOffTheMinorEnd) {
  const auto a =
      on_gpu("(f32[2,3,5]{2,1,0},f32[3,4,5]{2,1,0})->f32[5,2,4]{2,1,0}",
             "ENTRY e { p = f32[2,3,5] parameter(0) q = f32[3,4,5] parameter(1)"
             " ROOT d = f32[5,2,4] dot(p, q), lhs_batch_dims={2}, lhs_contracting_dims={1},"
             " rhs_batch_dims={2}, rhs_contracting_dims={0} }");
  EXPECT_EQ(a.copies(), (Texts{"p {2,1,0} -> {0,1,2} for d:0", "q {2,1,0} -> {1,0,2} for d:1"}));
}

TEST(GpuLayoutAssignment, ATransposeOfADotIsFree) {
  const auto a = on_gpu("(f32[5,2,3]{2,1,0},f32[5,3,4,6]{3,2,1,0})->f32[2,5,4,6]{3,2,1,0}",
                        "ENTRY e { p = f32[5,2,3] parameter(0) q = f32[5,3,4,6] parameter(1)"
                        " d = f32[5,2,4,6] dot(p, q), lhs_batch_dims={0}, lhs_contracting_dims={2},"
                        " rhs_batch_dims={0}, rhs_contracting_dims={1}"
                        " ROOT t = f32[2,5,4,6] transpose(d), dimensions={1,0,2,3} }");
  EXPECT_EQ(a.layout("d"), "{3,2,0,1}");
  EXPECT_EQ(a.layout("t"), "{3,2,1,0}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(GpuLayoutAssignment, ADotOfADotIsCopiedBetweenThem) {
  const Assigned a(
      "HloModule m\nENTRY e { p = f32[50,2,3] parameter(0) q = f32[50,3,4,4] parameter(1)"
      " u = f32[50,4,9] parameter(2)"
      " d = f32[50,2,4,4] dot(p, q), lhs_batch_dims={0}, lhs_contracting_dims={2},"
      " rhs_batch_dims={0}, rhs_contracting_dims={1}"
      " ROOT r = f32[50,2,4,9] dot(d, u), lhs_batch_dims={0}, lhs_contracting_dims={2},"
      " rhs_batch_dims={0}, rhs_contracting_dims={1} }",
      "sm_90");
  EXPECT_EQ(a.layout("d"), "{3,2,1,0}");
  EXPECT_EQ(a.copies(), Texts{"d {3,2,1,0} -> {3,1,2,0} for r:0"});
}

TEST(GpuLayoutAssignment, SortsAreRowMajor) {
  const std::string compare =
      "c { a = f32[] parameter(0) b = f32[] parameter(1) x = s32[] parameter(2) y = s32[] "
      "parameter(3)"
      " ROOT l = pred[] compare(a, b), direction=LT }\n";
  const auto a =
      on_gpu("(f32[3,2]{0,1},s32[3,2]{0,1})->(f32[3,2]{1,0},s32[3,2]{1,0})",
             compare +
                 "ENTRY e { k = f32[3,2] parameter(0) v = s32[3,2] parameter(1)"
                 " ROOT s = (f32[3,2], s32[3,2]) sort(k, v), dimensions={1}, to_apply=c }");
  EXPECT_EQ(a.shape("s"), "(f32[3,2]{1,0}, s32[3,2]{1,0})");
  EXPECT_EQ(a.copies(), (Texts{"k {0,1} -> {1,0} for s:0", "v {0,1} -> {1,0} for s:1"}));
}

TEST(GpuLayoutAssignment, ARadixSortIsRowMajor) {
  const auto a = on_gpu("(f32[3,2]{0,1})->f32[3,2]{0,1}",
                        "ENTRY e { k = f32[3,2] parameter(0) ROOT s = f32[3,2] custom-call(k),"
                        " custom_call_target=\"__cub$DeviceRadixSortUnassignedScratchSize\" }");
  EXPECT_EQ(a.layout("s"), "{1,0}");
}

TEST(GpuLayoutAssignment, TopKReadsRowMajorArrays) {
  const auto a = on_gpu("(f32[6,2048]{0,1})->(f32[6,16]{1,0},s32[6,16]{1,0})",
                        "ENTRY e { p = f32[6,2048] parameter(0)"
                        " ROOT k = (f32[6,16], s32[6,16]) custom-call(p),"
                        " custom_call_target=\"__gpu$TopK\" }");
  EXPECT_EQ(a.copies(), Texts{"p {0,1} -> {1,0} for k:0"});
}

TEST(GpuLayoutAssignment, JoinedElementsAreMostMinor) {
  const auto a = on_gpu("(s4[3,5,2]{0,1,2:E(4)})->s8[3,5]{0,1}",
                        "ENTRY e { p = s4[3,5,2]{0,1,2:E(4)} parameter(0)"
                        " ROOT b = s8[3,5]{0,1} bitcast-convert(p) }");
  ASSERT_EQ(a.copies().size(), 1U);
  EXPECT_EQ(a.layout(a.module()[a.module().operand(a.id("b"), 0)].name), "{2,0,1}");
}

TEST(GpuLayoutAssignment, ACombinationOfElementsKeepsItsLayoutAfterTheCopy) {
  const auto a = on_gpu("(u4[5,4,3,2]{3,2,1,0:E(4)})->u8[4,5,3]{2,1,0}",
                        "ENTRY e { p = u4[5,4,3,2]{3,2,1,0:E(4)} parameter(0)"
                        " b = u8[5,4,3] bitcast-convert(p)"
                        " ROOT t = u8[4,5,3] transpose(b), dimensions={1,0,2} }");
  EXPECT_EQ(a.layout("b"), "{2,1,0}");
  EXPECT_EQ(a.opcode_of_root(), "copy");
}

TEST(GpuLayoutAssignment, TransformsAreRowMajor) {
  const auto a = on_gpu("(c64[8,32]{0,1})->c64[32,8]{1,0}",
                        "ENTRY e { p = c64[8,32] parameter(0)"
                        " f = c64[8,32] fft(p), fft_type=FFT, fft_length={32}"
                        " ROOT t = c64[32,8] transpose(f), dimensions={1,0} }");
  EXPECT_EQ(a.layout("f"), "{1,0}");
  EXPECT_EQ(a.copies(), (Texts{"p {0,1} -> {1,0} for f:0", "t {0,1} -> {1,0} for the result"}));
}

TEST(GpuLayoutAssignment, TriangularSolvesAreColumnMajor) {
  const auto a = on_gpu("(f32[2,5,5]{2,1,0},f32[2,5,3]{2,1,0})->f32[2,5,3]",
                        "ENTRY e { p = f32[2,5,5] parameter(0) q = f32[2,5,3] parameter(1)"
                        " ROOT s = f32[2,5,3] triangular-solve(p, q), left_side=true, lower=true,"
                        " transpose_a=NO_TRANSPOSE }");
  EXPECT_EQ(a.layout("s"), "{1,2,0}");
  EXPECT_EQ(a.assignment().copies.size(), 2U);
}

std::string convolution(const std::string& type, const std::string& kind) {
  return "ENTRY e { p = " + type + "[3,1,3,4] parameter(0) k = " + type +
         "[5,1,1,4] parameter(1) ROOT c = (" + type +
         "[3,5,3,4], u8[0]) custom-call(p, k),"
         " window={size=1x1}, dim_labels=b10f_o10i->b10f, custom_call_target=\"__cudnn$conv" +
         kind + "\" }";
}

Assigned convolved(const std::string& type, const std::string& target) {
  return Assigned("HloModule m\n" + convolution(type, "Forward"), target);
}

TEST(GpuLayoutAssignment, ConvolutionsGetCudnnsForms) {
  // NHWC of b10f is batch, place 0, place 1, features; NCHW is batch, features, place 0, place 1.
  const std::string nhwc = "{3,1,2,0}";
  const std::string nchw = "{1,2,3,0}";
  const auto output_of = [](const Assigned& a) {
    const std::string shape = a.shape("c");
    return shape.substr(shape.find('{'), 9);
  };
  EXPECT_EQ(output_of(convolved("f32", "sm_90")), nhwc);
  EXPECT_EQ(output_of(convolved("f64", "sm_90")), nchw);
  EXPECT_EQ(output_of(convolved("f32", "sm_80")), nchw);
  EXPECT_EQ(output_of(convolved("f16", "sm_80")), nhwc);
  EXPECT_EQ(output_of(convolved("f16", "sm_60")), nchw);
}

TEST(GpuLayoutAssignment, AShortReductionLeavesItsOperandAsItIs) {
  const std::string sum =
      "s { x = c64[] parameter(0) y = c64[] parameter(1) ROOT z = c64[] add(x, y) }\n";
  const Assigned a("HloModule m\n" + sum +
                       "ENTRY e { p = c64[512,16,1024,128]{3,2,1,0} parameter(0)"
                       " n = c64[512,16,1024,128] negate(p) z = c64[] constant((0, 0))"
                       " ROOT r = c64[512,1024,128] reduce(n, z), dimensions={1}, to_apply=s }",
                   "sm_90");
  EXPECT_EQ(a.layout("n"), "{3,2,1,0}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(GpuLayoutAssignment, OpenParametersOfAnF8DotContractTheMostMinor) {
  const std::string body =
      "ENTRY e { p = f8e4m3fn[128,5120] parameter(0) q = f8e4m3fn[5120,10240] parameter(1)"
      " ROOT d = f16[128,10240] dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0} }";
  const std::string open = "(f8e4m3fn[128,5120],f8e4m3fn[5120,10240])->f16[128,10240]";
  const auto hopper = on_gpu(open, body, "sm_90");
  EXPECT_EQ(hopper.layout("p"), "{1,0}");
  EXPECT_EQ(hopper.layout("q"), "{0,1}");
  EXPECT_EQ(on_gpu(open, body, "sm_100").layout("q"), "{1,0}");
}

TEST(GpuLayoutAssignment, PackedElementsContractTheMostMinorWhereAFlagSaysSo) {
  const std::string body =
      "ENTRY e { p = bf16[128,5120] parameter(0) q = s4[5120,10240] parameter(1)"
      " c = bf16[5120,10240] convert(q)"
      " ROOT d = bf16[128,10240] dot(p, c), lhs_contracting_dims={1}, rhs_contracting_dims={0} }";
  const std::string open = "(bf16[128,5120],s4[5120,10240])->bf16[128,10240]";
  const auto packed = on_gpu(open, body, "packed_sm_90");
  EXPECT_EQ(packed.entry(), "{(bf16[128,5120]{1,0}, s4[5120,10240]{0,1})->bf16[128,10240]{1,0}}");
  EXPECT_EQ(packed.copies(), Texts{});
  EXPECT_EQ(on_gpu(open, body).layout("q"), "{1,0}");
  const std::string fixed = "(bf16[128,5120]{1,0},s4[5120,10240]{1,0:E(4)})->bf16[128,10240]{1,0}";
  EXPECT_EQ(on_gpu(fixed, body, "packed_sm_90").copies(), Texts{"q {1,0:E(4)} -> {0,1} for c:0"});
  EXPECT_EQ(on_gpu(fixed, body).copies(), Texts{});
}

TEST(GpuLayoutAssignment, AChainOfPackedElementsContractsTheMostMinor) {
  const auto a = on_gpu(
      "(bf16[128,5120],s4[5120,10240],bf16[5120,10240])->bf16[128,10240]",
      "ENTRY e { p = bf16[128,5120] parameter(0) q = s4[5120,10240] parameter(1)"
      " s = bf16[5120,10240] parameter(2) i = s8[5120,10240] convert(q)"
      " c = bf16[5120,10240] convert(i) m = bf16[5120,10240] multiply(c, s)"
      " ROOT d = bf16[128,10240] dot(p, m), lhs_contracting_dims={1}, rhs_contracting_dims={0} }",
      "packed_sm_90");
  EXPECT_EQ(a.layout("q"), "{0,1}");
  EXPECT_EQ(a.layout("s"), "{0,1}");
  EXPECT_EQ(a.layout("p"), "{1,0}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(GpuLayoutAssignment, AReductionOfSeveralReadsThemAlike) {
  const std::string reducer =
      "s { x = f32[] parameter(0) i = s32[] parameter(1) y = f32[] parameter(2) j = s32[] "
      "parameter(3)"
      " ROOT t = (f32[], s32[]) tuple(x, i) }\n";
  const auto a =
      on_gpu("(f32[4,6]{0,1},s32[4,6]{1,0})->(f32[4]{0},s32[4]{0})",
             reducer +
                 "ENTRY e { p = f32[4,6] parameter(0) q = s32[4,6] parameter(1)"
                 " z = f32[] constant(0) o = s32[] constant(0)"
                 " ROOT r = (f32[4], s32[4]) reduce(p, q, z, o), dimensions={1}, to_apply=s }");
  const InstructionId reduce = a.id("r");
  EXPECT_EQ(a.layout(a.module()[a.module().operand(reduce, 0)].name),
            a.layout(a.module()[a.module().operand(reduce, 1)].name));
}

TEST(GpuLayoutAssignment, WhatACallWritesIntoADotLiesAsItIsAskedFor) {
  const Assigned a(
      "HloModule m\nENTRY e { p = f32[5,2,3] parameter(0) q = f32[5,3,4] parameter(1)"
      " u = f32[5,2,4] parameter(2)"
      " d = f32[5,2,4] dot(p, q), lhs_batch_dims={0}, lhs_contracting_dims={2},"
      " rhs_batch_dims={0}, rhs_contracting_dims={1}"
      " ROOT c = (f32[5,2,4]{1,2,0}, f32[2]{0}) custom-call(u, d), custom_call_target=\"x\","
      " operand_layout_constraints={f32[5,2,4]{1,2,0}, f32[5,2,4]{1,2,0}},"
      " output_to_operand_aliasing={{0}: (1, {})} }",
      "sm_90");
  ASSERT_TRUE(a.ok()) << a.error_code();
  const InstructionId call = a.id("c");
  for (const InstructionId operand : a.module().operands(call)) {
    EXPECT_EQ(a.layout(a.module()[operand].name), "{1,2,0}");
  }
}

TEST(GpuLayoutAssignment, TransfersAreRowMajor) {
  const Assigned a(
      "HloModule m\nENTRY e { p = f32[2,3]{0,1} parameter(0) t = token[] after-all()"
      " r = (f32[2,3]{0,1}, u32[], token[]) recv(t), channel_id=1"
      " rd = (f32[2,3]{0,1}, token[]) recv-done(r), channel_id=1"
      " s = (f32[2,3]{0,1}, u32[], token[]) send(p, t), channel_id=2"
      " sd = token[] send-done(s), channel_id=2"
      " ROOT g = f32[2,3]{0,1} get-tuple-element(rd), index=0 }",
      "sm_90");
  ASSERT_TRUE(a.ok()) << a.error_code();
  EXPECT_EQ(a.shape("r"), "(f32[2,3]{1,0}, u32[], token[])");
  EXPECT_EQ(a.shape("rd"), "(f32[2,3]{1,0}, token[])");
  EXPECT_EQ(a.shape("s"), "(f32[2,3]{1,0}, u32[], token[])");
}

TEST(GpuLayoutAssignment, ARaggedExchangeCutsTheMostMajorDimension) {
  const Assigned a(
      "HloModule m\nENTRY e { p = f32[8,3,4]{0,2,1} parameter(0) o = f32[8,3,4]{0,1,2} parameter(1)"
      " i = s64[4] parameter(2) j = s64[4] parameter(3) k = s64[4] parameter(4) l = s64[4] "
      "parameter(5)"
      " ROOT r = f32[8,3,4]{0,1,2} ragged-all-to-all(p, o, i, j, k, l), replica_groups={{0,1}} }",
      "sm_90");
  ASSERT_TRUE(a.ok()) << a.error_code();
  const InstructionId id = a.id("r");
  EXPECT_EQ(a.layout("r").back(), '}');
  EXPECT_EQ(a.layout("r").substr(a.layout("r").size() - 2), "0}");
  EXPECT_EQ(a.layout(a.module()[a.module().operand(id, 0)].name), a.layout("r"));
  EXPECT_EQ(a.layout(a.module()[a.module().operand(id, 1)].name), a.layout("r"));
}

}  // namespace
}  // namespace tileglot::hlo::pass
