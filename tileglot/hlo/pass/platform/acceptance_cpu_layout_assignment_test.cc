// SPDX-License-Identifier: Apache-2.0
// The facts that XLA's tests of layout assignment for the CPU state, with modules of this project's own.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/pass/laws/assigned_module.h"

namespace tileglot::hlo::pass {
namespace {

using Texts = std::vector<std::string>;

/// A constant of the shape; its values do not matter here.
std::string constant(const std::string& name, const std::string& shape) {
  return name + " = " + shape + " constant({...})\n";
}

Assigned on_cpu(const std::string& body) { return Assigned("HloModule m\n" + body, "cpu"); }

TEST(CpuLayoutAssignment, AVectorTimesAConstantReadsItByColumns) {
  const auto a = on_cpu("ENTRY e { p = f32[12] parameter(0)\n" + constant("c", "f32[12,24]") +
                        "ROOT d = f32[24] dot(p, c), lhs_contracting_dims={0},"
                        " rhs_contracting_dims={0} }");
  ASSERT_TRUE(a.ok()) << a.error_code();
  EXPECT_EQ(a.layout("c"), "{0,1}");
  EXPECT_EQ(a.layout("p"), "{0}");
  EXPECT_EQ(a.layout("d"), "{0}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(CpuLayoutAssignment, TwoSuchDotsShareTheConstant) {
  const auto a =
      on_cpu("ENTRY e { p = f32[12] parameter(0) q = f32[12] parameter(1)\n" +
             constant("c", "f32[12,24]") +
             "x = f32[24] dot(p, c), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
             "y = f32[24] dot(q, c), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
             "ROOT s = f32[24] add(x, y) }");
  EXPECT_EQ(a.layout("c"), "{0,1}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(CpuLayoutAssignment, AConstantWithAnotherReaderStaysRowMajor) {
  const auto a =
      on_cpu("ENTRY e { p = f32[12] parameter(0)\n" + constant("c", "f32[12,24]") +
             "x = f32[24] dot(p, c), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
             "n = f32[12,24] negate(c)\n"
             "ROOT t = (f32[24], f32[12,24]) tuple(x, n) }");
  EXPECT_EQ(a.layout("c"), "{1,0}");
}

/// A vector times a constant plus a vector, fused; `parameters` and `root` are the fusion's.
std::string fused(const std::string& parameters, const std::string& root, const std::string& kind) {
  return "f { v = f32[12] parameter(0) m = f32[12,24] parameter(1) a = f32[24] parameter(2)"
         " d = f32[24] dot(v, m), lhs_contracting_dims={0}, rhs_contracting_dims={0} " +
         root + " }\nENTRY e { p = f32[12] parameter(0) q = f32[24] parameter(1)\n" +
         constant("c", "f32[12,24]") + "ROOT x = f32[24] fusion(" + parameters + "), kind=" + kind +
         ", calls=f }";
}

TEST(CpuLayoutAssignment, AnOutputFusionThatAddsToSuchADotReadsItByColumns) {
  const std::string add = "ROOT r = f32[24] add(d, a)";
  const auto a = on_cpu(fused("p, c, q", add, "kOutput"));
  ASSERT_TRUE(a.ok()) << a.error_code();
  EXPECT_EQ(a.layout("c"), "{0,1}");
  EXPECT_EQ(a.layout("m"), "{0,1}");
  EXPECT_EQ(a.copies(), Texts{});
  EXPECT_EQ(on_cpu(fused("p, c, q", "ROOT r = f32[24] add(a, d)", "kOutput")).layout("c"), "{0,1}");
  EXPECT_EQ(on_cpu(fused("p, c, q", add, "kLoop")).layout("c"), "{1,0}");
  EXPECT_EQ(on_cpu(fused("p, c, q", "ROOT r = f32[24] multiply(d, a)", "kOutput")).layout("c"),
            "{1,0}");
  const std::string read_twice =
      "z = f32[] constant(0) s = f32[24] reduce(m, z), dimensions={0}, to_apply=sum"
      " ROOT r = f32[24] add(d, s)";
  EXPECT_EQ(
      on_cpu("sum { i = f32[] parameter(0) j = f32[] parameter(1) ROOT k = f32[] add(i, j) }\n" +
             fused("p, c, q", read_twice, "kOutput"))
          .layout("c"),
      "{1,0}");
}

TEST(CpuLayoutAssignment, AConstantOnTheLeftStaysRowMajor) {
  const auto a = on_cpu("ENTRY e {\n" + constant("c", "f32[1,12]") +
                        "p = f32[12,24] parameter(0)\n"
                        "ROOT d = f32[1,24] dot(c, p), lhs_contracting_dims={1},"
                        " rhs_contracting_dims={0} }");
  for (const char* name : {"c", "p", "d"}) EXPECT_EQ(a.layout(name), "{1,0}");
}

TEST(CpuLayoutAssignment, AConstantInATupleStaysRowMajor) {
  const auto a = on_cpu("ENTRY e { p = f32[1,12] parameter(0)\n" + constant("c", "f32[12,24]") +
                        "t = (f32[12,24]) tuple(c) g = f32[12,24] get-tuple-element(t), index=0\n"
                        "ROOT d = f32[1,24] dot(p, g), lhs_contracting_dims={1},"
                        " rhs_contracting_dims={0} }");
  for (const char* name : {"c", "g", "d"}) EXPECT_EQ(a.layout(name), "{1,0}");
}

TEST(CpuLayoutAssignment, MatricesAreRowMajor) {
  const auto a = on_cpu(
      "ENTRY e { p = f32[19,50] parameter(0) q = f32[50] parameter(1)"
      " x = f32[19] dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}"
      " u = f32[50,19] parameter(2)"
      " ROOT y = f32[19,19] dot(p, u), lhs_contracting_dims={1},"
      " rhs_contracting_dims={0} }");
  EXPECT_EQ(a.layout("q"), "{0}");
  EXPECT_EQ(a.layout("u"), "{1,0}");
  EXPECT_EQ(a.layout("y"), "{1,0}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(CpuLayoutAssignment, OperandsAreReadInRowMajorOrder) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }",
      "cpu");
  EXPECT_EQ(a.copies(), (Texts{"n {1,0} -> {0,1} for the result", "p {0,1} -> {1,0} for n:0"}));
}

}  // namespace
}  // namespace tileglot::hlo::pass
