// SPDX-License-Identifier: Apache-2.0
// Forms of HLO text that people and XLA's own tests write, and what XLA makes of them. The expected
// lines are those that jaxlib 0.10.2 prints.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo {
namespace {

constexpr std::string_view kAdd =
    "{ x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }";

std::string in_xla_style(std::string_view text) {
  const auto module = parse_module(text);
  if (!module) return core::render(core::with_line(module.error(), text));
  return print(*module, PrintStyle::kXla);
}

/// The line of the root of the entry, as XLA prints it.
std::string root(std::string_view text) {
  const auto module = parse_module(text);
  if (!module) return core::render(core::with_line(module.error(), text));
  return print(*module, *(*module)[module->entry()].root, PrintStyle::kXla);
}

/// Both texts of the module are read, and mean the same.
void expect_read_back(std::string_view text) {
  const auto module = parse_module(text);
  ASSERT_TRUE(module) << core::render(core::with_line(module.error(), text));
  for (const PrintStyle style : {PrintStyle::kFull, PrintStyle::kShort}) {
    const std::string printed = print(*module, style);
    const auto again = parse_module(printed);
    ASSERT_TRUE(again) << core::render(core::with_line(again.error(), printed));
    EXPECT_EQ(print(*again, style), printed);
  }
}

TEST(ParseForms, OneElementIsTheFirstOfAnArray) {
  EXPECT_EQ(root("ENTRY e { r = f32[2,3] constant(5) }"),
            "%r = f32[2,3]{1,0} constant({ { 5, 0, 0 }, { 0, 0, 0 } })");
  EXPECT_EQ(root("ENTRY e { r = pred[2] constant(true) }"), "%r = pred[2]{0} constant({1, 0})");
  EXPECT_EQ(root("ENTRY e { r = bf16[1,1] constant(1.0) }"),
            "%r = bf16[1,1]{1,0} constant({ {1} })");
}

TEST(ParseForms, LargeConstantsOfOneElementStayShort) {
  const auto module = parse_module("ENTRY e { r = f32[4096,4096] constant(0) }");
  ASSERT_TRUE(module);
  EXPECT_LT(print(*module).size(), 1000U);
  expect_read_back("ENTRY e { r = f32[4096,4096] constant(3) }");
}

TEST(ParseForms, ComputationsAreWrittenInPlace) {
  EXPECT_EQ(
      in_xla_style("ENTRY e { a = f32[4] parameter(0) z = f32[] constant(0) "
                   "b = f32[] reduce(a, z), dimensions={0}, to_apply=" +
                   std::string(kAdd) + " ROOT c = f32[] reduce(a, z), dimensions={0}, to_apply=" +
                   std::string(kAdd) + " }"),
      "HloModule module_e, entry_computation_layout={(f32[4]{0})->f32[]}\n\n"
      "%_ (x: f32[], y: f32[]) -> f32[] {\n"
      "  %x = f32[] parameter(0)\n"
      "  %y = f32[] parameter(1)\n"
      "  ROOT %s = f32[] add(%x, %y)\n"
      "}\n\n"
      "%_.1 (x.1: f32[], y.1: f32[]) -> f32[] {\n"
      "  %x.1 = f32[] parameter(0)\n"
      "  %y.1 = f32[] parameter(1)\n"
      "  ROOT %s.1 = f32[] add(%x.1, %y.1)\n"
      "}\n\n"
      "ENTRY %e (a: f32[4]) -> f32[] {\n"
      "  %a = f32[4]{0} parameter(0)\n"
      "  %z = f32[] constant(0)\n"
      "  %b = f32[] reduce(%a, %z), dimensions={0}, to_apply=%_\n"
      "  ROOT %c = f32[] reduce(%a, %z), dimensions={0}, to_apply=%_.1\n"
      "}\n");
  expect_read_back(
      "ENTRY e { b = s32[] parameter(0) p = f32[] parameter(1) ROOT r = f32[] conditional(b, p, p),"
      " branch_computations={{ p = f32[] parameter(0) ROOT r = negate(p) }, "
      "{ q = f32[] parameter(0) ROOT r = f32[] call(q), to_apply={ s = f32[] parameter(0) } }} }");
}

TEST(ParseForms, AComputationWithoutANameTakesNoNameThatIsTaken) {
  expect_read_back(
      "_ { p = f32[] parameter(0) ROOT r = negate(p) }\n"
      "ENTRY e { a = f32[] parameter(0) b = f32[] call(a), to_apply=_ "
      "ROOT r = f32[] call(b), to_apply={ p = f32[] parameter(0) ROOT n = abs(p) } }");
}

TEST(ParseForms, NestedInstructionsHaveNamesOfTheirOwn) {
  EXPECT_EQ(
      in_xla_style("f { a = f32[4] parameter(0) ROOT r = add(add(a, a), add(a, add(a, a))) }\n"
                   "ENTRY e { a = f32[4] parameter(0) "
                   "ROOT r = f32[4] call(add(a, a)), to_apply=f }"),
      "HloModule module_e, entry_computation_layout={(f32[4]{0})->f32[4]{0}}\n\n"
      "%f (a: f32[4]) -> f32[4] {\n"
      "  %a = f32[4]{0} parameter(0)\n"
      "  %add.anon = f32[4]{0} add(%a, %a)\n"
      "  %add.anon.1 = f32[4]{0} add(%a, %a)\n"
      "  %add.anon.2 = f32[4]{0} add(%a, %add.anon.1)\n"
      "  ROOT %r = f32[4]{0} add(%add.anon, %add.anon.2)\n"
      "}\n\n"
      "ENTRY %e (a.1: f32[4]) -> f32[4] {\n"
      "  %a.1 = f32[4]{0} parameter(0)\n"
      "  %add.anon.3 = f32[4]{0} add(%a.1, %a.1)\n"
      "  ROOT %r.1 = f32[4]{0} call(%add.anon.3), to_apply=%f\n"
      "}\n");
  expect_read_back("ENTRY e { a = f32[4] parameter(0) ROOT r = add(add(add(a, a), a), a) }");
}

TEST(ParseForms, WordsOfPrecisionAreReadInAnyCase) {
  EXPECT_EQ(root("ENTRY e { a = f32[2,2] parameter(0) ROOT r = dot(a, a), lhs_contracting_dims={1},"
                 " rhs_contracting_dims={0}, operand_precision={HIGH,Highest}, "
                 "algorithm=DOT_F16_F16_F32 }"),
            "%r = f32[2,2]{1,0} dot(%a, %a), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
            "operand_precision={high,highest}, algorithm=dot_f16_f16_f32");
}

TEST(ParseForms, SlicesOfACollectivePermuteAreLists) {
  constexpr std::string_view kText =
      "ENTRY e { a = f32[8] parameter(0) b = s32[] parameter(1) ROOT r = f32[8] "
      "collective-permute(a, a, b, b), source_target_pairs={{0,1}}, slice_sizes={{4},{5,6}} }";
  EXPECT_EQ(root(kText),
            "%r = f32[8]{0} collective-permute(%a, %a, %b, %b), source_target_pairs={{0,1}}, "
            "slice_sizes={{4},{5,6}}");
  expect_read_back(kText);
}

TEST(ParseForms, ACustomCallMayHaveALiteral) {
  for (const std::string_view literal :
       {"s32[2]{0} {1, 2}", "f32[] 1.5", "( s32[] 1, f32[2]{0} {1, 2} )"}) {
    const std::string text =
        "ENTRY e { ROOT r = f32[2] custom-call(), custom_call_target=\"x\", "
        "literal=" +
        std::string(literal) + " }";
    EXPECT_EQ(root(text), "%r = f32[2]{0} custom-call(), custom_call_target=\"x\", literal=" +
                              std::string(literal));
    expect_read_back(text);
  }
}

TEST(ParseForms, ACustomCallMayBeScheduled) {
  EXPECT_EQ(root("ENTRY e { ROOT r = f32[] custom-call(), custom_call_target='x', "
                 "schedule=SCHEDULE_LATEST }"),
            "%r = f32[] custom-call(), custom_call_target=\"x\", schedule=SCHEDULE_LATEST");
}

TEST(ParseForms, AParameterOfASignatureMayHaveTheNameOfAType) {
  EXPECT_EQ(
      root("HloModule m:\nENTRY e (s8: f32[], f32.1: f32[]) -> f32[] { a = f32[] parameter(0) "
           "b = f32[] parameter(1) ROOT r = add(a, b) }"),
      "%r = f32[] add(%a, %b)");
}

TEST(ParseForms, AScanIsReadAndItsShapeInferred) {
  constexpr std::string_view kText =
      "ENTRY e { a = f32[3,2]{0,1} parameter(0) i = f32[2] parameter(1) ROOT r = scan(a, i), "
      "dimensions={0}, num_carries=1, to_apply={ p = f32[2] parameter(0) q = f32[2] parameter(1) "
      "s = add(p, q) ROOT t = (f32[2], f32[2]) tuple(s, s) } }";
  EXPECT_EQ(root(kText),
            "%r = (f32[3,2]{1,0}, f32[2]{0}) scan(%a, %i), dimensions={0}, num_carries=1, "
            "is_associative=false, to_apply=%_");
  expect_read_back(kText);
}

TEST(ParseForms, AnAsyncStartMayShareMemory) {
  constexpr std::string_view kText =
      "ENTRY e { a = f32[8] parameter(0) s = ((f32[8]), f32[8], s32[]) custom-call-start(a), "
      "custom_call_target=\"x\", output_to_operand_aliasing={{1}: (0, {})} "
      "ROOT r = f32[8] custom-call-done(s) }";
  EXPECT_NE(in_xla_style(kText).find("output_to_operand_aliasing={{1}: (0, {})}"),
            std::string::npos);
  expect_read_back(kText);
}

TEST(ParseForms, AnAsyncDoneMayEndATuple) {
  expect_read_back(
      "ENTRY e { a = f32[2] parameter(0) b = u32[] parameter(1) "
      "t = ((f32[2]), f32[2], u32[]) tuple(a, a, b) ROOT r = f32[2] custom-call-done(t) }");
}

std::string groups(std::string_view text) {
  const std::string line = root("add " + std::string(kAdd) +
                                "\nENTRY e { a = f32[8] parameter(0) ROOT r = f32[8] "
                                "all-reduce(a), replica_groups=" +
                                std::string(text) + ", to_apply=add }");
  if (line.starts_with("error[")) return line.substr(6, line.find(']') - 6);
  const std::size_t begin = line.find("replica_groups=");
  return line.substr(begin + 15, line.find(", to_apply") - begin - 15);
}

TEST(ParseForms, AxesOfAMeshAreGroups) {
  for (const std::string_view text :
       {"mesh['axis_0'=4,'axis_1'=2] {'axis_0'}",
        "mesh['axis_0'=4,'axis_1'=2], device_ids=([4,2]T(1,0)) {'axis_0'}",
        "mesh['a'=4,'b'=2] {'a':(1)2,'b'}", "mesh['a'=8,'b'=2] {'a':(4)2,'a':(1)2}",
        "mesh['a'=4,'b'=2], device_ids=(0,1,2,3,4,5,7,6) {'b'}", "mesh['a b'=4,'b'=2] {'a b'}"}) {
    EXPECT_EQ(groups(text), text);
  }
  EXPECT_EQ(groups("mesh[\"a\"=4, \"b\"=2], { \"1\" }"), "mesh['a'=4,'b'=2] {'b'}");
  EXPECT_EQ(groups("mesh['a'=4,'b'=2], device_ids=([8]) {'a'}"), "mesh['a'=4,'b'=2] {'a'}");
}

TEST(ParseForms, AMeshThatMakesNoSenseIsRefused) {
  EXPECT_EQ(groups("mesh['a'=4,'b'=2] {'c'}"), "hlo.mesh");
  EXPECT_EQ(groups("mesh['a'=4,'a'=2] {'a'}"), "hlo.mesh");
  EXPECT_EQ(groups("mesh['a'=4,'b'=2] {'a','a'}"), "hlo.mesh");
  EXPECT_EQ(groups("mesh['a'=4,'b'=2] {'a':(1)3}"), "hlo.mesh");
  EXPECT_EQ(groups("mesh[] {}"), "hlo.mesh");
  EXPECT_EQ(groups("mesh['a'=0,'b'=2] {'b'}"), "xla.tiles");
  EXPECT_EQ(groups("mesh['a'=4,'b'=2], device_ids=([4,3]T(1,0)) {'a'}"), "xla.tiles");
  EXPECT_EQ(groups("mesh['a'=4,'b'=2], device_ids=([4,2]T(1,1)) {'a'}"), "xla.devices");
  EXPECT_EQ(groups("mesh['a'=4,'b'=2], device_ids=(0,1,2,3,4,5,6,9) {'b'}"), "xla.devices");
  EXPECT_EQ(groups("mesh[a=4] {a}"), "hlo.syntax");
  EXPECT_EQ(groups("[2,2,2]<=[8]"), "xla.tiles");
}

TEST(ParseForms, NumbersAreRoundedToTheNearestOfTheirType) {
  const auto constant = [](std::string_view type, std::string_view value) {
    const std::string line =
        root("ENTRY e { r = " + std::string(type) + "[] constant(" + std::string(value) + ") }");
    if (line.starts_with("error")) return std::string("refused");
    const std::size_t begin = line.find("constant(") + 9;
    return line.substr(begin, line.size() - begin - 1);
  };
  EXPECT_EQ(constant("bf16", "3.39e38"), "3.39e+38");
  EXPECT_EQ(constant("bf16", "3.3962e38"), "refused");
  EXPECT_EQ(constant("f32", "3.40282351e38"), "3.40282347e+38");
  EXPECT_EQ(constant("c64", "(1, 3.40282351e38)"), "refused");
  EXPECT_EQ(constant("f8e8m0fnu", "5.87747e-39"), "5.9e-39");
  EXPECT_EQ(constant("f8e8m0fnu", "0"), "refused");
  EXPECT_EQ(constant("f8e8m0fnu", "-1"), "refused");
  EXPECT_EQ(constant("f8e4m3fn", "460"), "448");
  EXPECT_EQ(constant("f8e4m3fn", "465"), "refused");
  EXPECT_EQ(constant("f4e2m1fn", "100"), "6");
  expect_read_back("ENTRY e { r = bf16[2] constant({-3.3895e+38, 3.3895e+38}) }");
  expect_read_back("ENTRY e { r = f8e8m0fnu[] constant(5.87747e-39) }");
}

/// What XLA makes of an operation that does not state its shape.
std::string shape_of(std::string_view parameters, std::string_view operation) {
  const std::string line =
      root("ENTRY e { " + std::string(parameters) + " ROOT r = " + std::string(operation) + " }");
  const std::size_t begin = line.find("= ");
  const std::size_t end = line.find(" ", line.find_first_of("]", begin));
  return begin == std::string::npos ? line : line.substr(begin + 2, end - begin - 2);
}

TEST(ParseForms, ShapesThatAreNotStatedAreThoseOfXla) {
  constexpr std::string_view kA = "a = f32[3,2]{0,1} parameter(0) b = f32[3,2] parameter(1)";
  EXPECT_EQ(shape_of("a = f32[3,2] parameter(0)", "transpose(a), dimensions={1,0}"),
            "f32[2,3]{0,1}");
  EXPECT_EQ(shape_of("a = f32[3,2]{0,1:T(2,2)S(1)} parameter(0)", "transpose(a), dimensions={1,0}"),
            "f32[2,3]{1,0:T(2,2)S(1)}");
  EXPECT_EQ(shape_of(kA, "add(a, b)"), "f32[3,2]{0,1}");
  EXPECT_EQ(shape_of(kA, "add(b, a)"), "f32[3,2]{1,0}");
  EXPECT_EQ(shape_of("a = f32[3,2] parameter(0) b = bf16[3,2]{0,1} parameter(1)", "add(b, a)"),
            "f32[3,2]{0,1}");
  EXPECT_EQ(shape_of("a = f16[2] parameter(0) b = bf16[2] parameter(1)", "add(a, b)"),
            "bf16[2]{0}");
  EXPECT_EQ(shape_of("a = f32[2,<=3]{0,1} parameter(0) b = f32[2,3] parameter(1)", "add(b, a)"),
            "f32[2,<=3]{1,0}");
  EXPECT_EQ(
      shape_of("a = f32[3,2]{0,1} parameter(0) p = pred[3,2] parameter(1)", "select(p, a, a)"),
      "f32[3,2]{1,0}");
  EXPECT_EQ(shape_of("a = f32[3,2]{0,1} parameter(0)", "broadcast(a), dimensions={4,1}"),
            "f32[4,1,3,2]{3,2,1,0}");
  EXPECT_EQ(
      shape_of("a = bf16[2,2] parameter(0) b = f32[] parameter(1)", "pad(a, b), padding=1_1x0_0"),
      "f32[4,2]{1,0}");
  EXPECT_EQ(shape_of("a = f32[2,3] parameter(0) z = bf16[] constant(0)",
                     "reduce-window(a, z), window={size=2x2}, to_apply=" + std::string(kAdd)),
            "bf16[1,2]{1,0}");
  EXPECT_EQ(shape_of("a = f32[2,3] parameter(0) b = bf16[3,4] parameter(1)",
                     "dot(b, a), lhs_contracting_dims={0}, rhs_contracting_dims={1}"),
            "f32[4,2]{1,0}");
  EXPECT_EQ(shape_of("a = f32[2,4]{0,1} parameter(0)", "fft(a), fft_type=RFFT, fft_length={4}"),
            "c64[2,3]{0,1}");
  EXPECT_EQ(
      shape_of("a = f32[4,11] parameter(0) b = f32[11,7] parameter(1) c = s32[2] parameter(2)",
               "ragged-dot(a, b, c), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
               "lhs_ragged_dims={1}"),
      "f32[2,4,7]{2,1,0}");
}

TEST(ParseForms, WhatIsSentAndReceivedHasOneShape) {
  const auto line = [](std::string_view text) {
    return root("ENTRY e { " + std::string(text) + " }");
  };
  EXPECT_EQ(line("a = f32[4,3] parameter(0) t = token[] after-all() "
                 "ROOT r = (f32[1], u32[7]) send(a, t), channel_id=1"),
            "%r = (f32[4,3]{1,0}, u32[], token[]) send(%a, %t), channel_id=1");
  EXPECT_EQ(line("t = token[] after-all() s = (f32[2], u32[3]) recv(t), channel_id=1 "
                 "ROOT r = f32[9] recv-done(s), channel_id=1"),
            "%r = (f32[2]{0}, token[]) recv-done(%s), channel_id=1");
  EXPECT_EQ(line("a = f32[2] parameter(0) t = token[] after-all() ROOT r = f32[2] outfeed(a, t)"),
            "%r = token[] outfeed(%a, %t), outfeed_shape=f32[2]{0}");
  EXPECT_EQ(line("t = token[] after-all() ROOT r = (f32[2], f32[3]) infeed(t)"),
            "%r = (f32[2]{0}, token[]) infeed(%t)");
  EXPECT_EQ(line("a = f32[2] parameter(0) t = token[] after-all() "
                 "ROOT r = f32[2,3] add-dependency(a, t)"),
            "%r = f32[2]{0} add-dependency(%a, %t)");
}

TEST(ParseForms, WhatXlaPrintsOfHeadersAndAnnotations) {
  const std::string text = in_xla_style(
      "HloModule m, input_output_alias={ {1, 0}: (0, {1, 1}) }, "
      "buffer_donor={ (0, {1, 0}) }, "
      "allow_spmd_sharding_propagation_to_parameters={false,false}, "
      "allow_spmd_sharding_propagation_to_output=true\n"
      "ENTRY e { a = (f32[], (f32[], f32[])) parameter(0) }");
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "HloModule m, input_output_alias={ {1,0}: (0, {1,1}, may-alias) }, "
            "buffer_donor={ (0, {1,0}) }, "
            "entry_computation_layout={((f32[], (f32[], f32[])))->(f32[], (f32[], f32[]))}, "
            "allow_spmd_sharding_propagation_to_parameters={false,false}, "
            "allow_spmd_sharding_propagation_to_output={true}");
  EXPECT_EQ(root("ENTRY e { r = f32[] parameter(0), sharding={replicated}, "
                 "parameter_replication={true}, metadata={source_line=4, op_name=\"x\"} }"),
            "%r = f32[] parameter(0), parameter_replication={true}, sharding={replicated}, "
            "metadata={op_name=\"x\" source_line=4}");
  EXPECT_EQ(root("ENTRY e { r = f32[] parameter(0), frontend_attributes={a=\"{{0,1}}\",b=\"{\"}, "
                 "backend_config=\"{\\\"a\\\":[]}\" }"),
            "%r = f32[] parameter(0), frontend_attributes={a={{0,1}},b=\"{\"}, "
            "backend_config={\"a\":[]}");
}

TEST(ParseForms, TheHighHalfOfAProduct) {
  EXPECT_EQ(root("ENTRY e { p = s32[2] parameter(0) ROOT r = mulhi(p, p) }"),
            "%r = s32[2]{0} mulhi(%p, %p)");
}

TEST(ParseForms, AnOperationMayBeContinuedManyTimes) {
  constexpr int kUpdates = 60'000;
  const std::string shape = " = ((f32[2]), f32[2], u32[]) ";
  std::string text =
      "f { p = f32[2] parameter(0) ROOT r = negate(p) }\n"
      "ENTRY e { a = f32[2] parameter(0) v0" +
      shape + "async-start(a), calls=f\n";
  for (int i = 1; i <= kUpdates; ++i) {
    text += "v" + std::to_string(i) + shape + "async-update(v" + std::to_string(i - 1) + ")\n";
  }
  text += "ROOT d = f32[2] async-done(v" + std::to_string(kUpdates) + ")";
  EXPECT_TRUE(parse_module(text + " }"));
  const auto other =
      parse_module("g { p = f32[2] parameter(0) ROOT r = negate(p) }\n" + text + ", calls=g }");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error()->message, "d calls g, and v0 begins f");
}

}  // namespace
}  // namespace tileglot::hlo
