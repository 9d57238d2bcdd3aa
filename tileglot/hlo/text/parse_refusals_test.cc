// SPDX-License-Identifier: Apache-2.0
// Texts that XLA refuses while it reads them, and by what they are refused here.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo {
namespace {

std::string code_of(std::string_view text) {
  const auto module = parse_module(text);
  return module ? "read" : module.error()->code;
}

/// The code for a module with this entry.
std::string entry(std::string_view instructions) {
  return code_of(
      "f { p = f32[2] parameter(0) ROOT r = negate(p) }\n"
      "g { p = f32[2] parameter(0) ROOT r = negate(p) }\n"
      "add { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = add(x, y) }\n"
      "lt { x = f32[] parameter(0) y = f32[] parameter(1) ROOT c = compare(x, y), "
      "direction=LT }\n"
      "ENTRY e { a = f32[2] parameter(0) " +
      std::string(instructions) + " }");
}

TEST(ParseRefusals, NumbersBeyondDoubleAreRefused) {
  EXPECT_EQ(entry("r = f64[] constant(1.8e308)"), "hlo.literal");
  EXPECT_EQ(entry("r = f64[] constant(1.7e308)"), "read");
  EXPECT_EQ(entry("r = f32[] constant(1e400)"), "hlo.literal");
  EXPECT_EQ(entry("r = c128[] constant((0, -1.8e308))"), "hlo.literal");
}

TEST(ParseRefusals, BitsOfANanFitItsType) {
  EXPECT_EQ(entry("r = f16[] constant(nan(0x3ff))"), "read");
  EXPECT_EQ(entry("r = f16[] constant(nan(0x400))"), "hlo.literal");
  EXPECT_EQ(entry("r = f8e4m3fn[] constant(nan(0x1))"), "hlo.literal");
  EXPECT_EQ(entry("r = f8e4m3fn[] constant(nan)"), "read");
  EXPECT_EQ(entry("r = f64[] constant(nan(0x10000000000000))"), "hlo.literal");
}

TEST(ParseRefusals, OneElementDoesNotFillMemory) {
  EXPECT_EQ(entry("r = f32[1000000,1000000] constant(0)"), "hlo.limit");
  EXPECT_EQ(entry("r = f32[9223372036854775807,9] constant(0)"), "hlo.limit");
  EXPECT_EQ(entry("r = f32[0] constant(0)"), "hlo.literal");
  EXPECT_EQ(entry("r = c64[2] constant((1, 2))"), "hlo.syntax");
}

TEST(ParseRefusals, AConditionalChoosesByAScalar) {
  EXPECT_EQ(entry("b = f32[] parameter(1) r = f32[2] conditional(b, a, a), "
                  "branch_computations={f, g}"),
            "hlo.shape");
  EXPECT_EQ(entry("b = s32[2] parameter(1) r = f32[2] conditional(b, a, a), "
                  "branch_computations={f, g}"),
            "hlo.shape");
  EXPECT_EQ(entry("b = pred[] parameter(1) r = f32[2] conditional(b, a, a), "
                  "branch_computations={f, g}"),
            "hlo.attribute");
  EXPECT_EQ(entry("b = s32[] parameter(1) r = f32[2] conditional(b, a, a), true_computation=f, "
                  "false_computation=g"),
            "hlo.attribute");
  EXPECT_EQ(entry("b = s32[] parameter(1) r = f32[2] conditional(b, a, a), "
                  "branch_computations={f, g}"),
            "read");
}

std::string asynchronous(std::string_view rest) {
  return entry(
      "s = ((f32[2]), f32[2], u32[]) async-start(a), calls=f, "
      "async_execution_thread=\"t\" " +
      std::string(rest));
}

TEST(ParseRefusals, AnOperationEndsAsItBegan) {
  EXPECT_EQ(asynchronous("r = f32[2] async-done(s)"), "read");
  EXPECT_EQ(asynchronous("r = f32[2] negate-done(s)"), "read");
  EXPECT_EQ(asynchronous("r = f32[2] async-done(s), calls=f, async_execution_thread=\"t\""),
            "read");
  EXPECT_EQ(asynchronous("r = f32[2] async-done(s), calls=g"), "hlo.attribute");
  EXPECT_EQ(asynchronous("r = f32[2] async-done(s), async_execution_thread=\"u\""),
            "hlo.attribute");
  EXPECT_EQ(asynchronous("r = f32[2] add-done(s)"), "hlo.attribute");
  EXPECT_EQ(asynchronous("u = ((f32[2]), f32[2], u32[]) add-update(s)"), "hlo.attribute");
  EXPECT_EQ(asynchronous("u = (f32[2], f32[2], u32[]) async-update(s)"), "hlo.shape");
  EXPECT_EQ(asynchronous("q = ((f32[2]), f32[2], u32[]) async-start(a), calls=f"), "hlo.attribute");
  EXPECT_EQ(entry("r = ((f32[2])) async-start(a), calls=f"), "hlo.shape");
  EXPECT_EQ(entry("r = ((f32[2]), f32[2], u32[]) async-start(a)"), "hlo.attribute");
}

TEST(ParseRefusals, WhatIsReceivedHasTheChannelOfItsBegin) {
  const auto ends = [](std::string_view channel) {
    return entry(
        "t = token[] after-all() s = (f32[2], u32[], token[]) send(a, t), channel_id=1 "
        "r = token[] send-done(s)" +
        std::string(channel));
  };
  EXPECT_EQ(ends(", channel_id=1"), "read");
  EXPECT_EQ(ends(", channel_id=2"), "hlo.attribute");
  EXPECT_EQ(ends(""), "hlo.attribute");
  EXPECT_EQ(entry("t = token[] after-all() r = pred[] infeed(t)"), "hlo.shape");
}

TEST(ParseRefusals, ConstraintsOfACustomCallFitItsOperands) {
  const auto constrained = [](std::string_view shapes) {
    return entry(
        "r = f32[2] custom-call(a), custom_call_target=\"x\", "
        "operand_layout_constraints={" +
        std::string(shapes) + "}");
  };
  EXPECT_EQ(constrained("f32[2]{0}"), "read");
  EXPECT_EQ(constrained(""), "hlo.attribute");
  EXPECT_EQ(constrained("f32[2]{0}, f32[2]{0}"), "hlo.attribute");
  EXPECT_EQ(constrained("f32[3]{0}"), "hlo.attribute");
  EXPECT_EQ(entry("r = f32[] custom-call(), custom_call_target=\"x\", "
                  "api_version=API_VERSION_UNSPECIFIED"),
            "hlo.word");
}

TEST(ParseRefusals, AccuracyIsAModeOrATolerance) {
  const auto accuracy = [](std::string_view text) {
    return entry("r = exponential(a), result_accuracy={" + std::string(text) + "}");
  };
  EXPECT_EQ(accuracy("mode=HIGHEST"), "read");
  EXPECT_EQ(accuracy("tolerance={atol=0.1,rtol=1e-3,ulps=2}"), "read");
  EXPECT_EQ(accuracy("mode=high"), "hlo.word");
  EXPECT_EQ(accuracy("foo=10.0"), "hlo.attribute");
  EXPECT_EQ(accuracy(""), "hlo.attribute");
  EXPECT_EQ(accuracy("tolerance={foo=1}"), "hlo.syntax");
}

TEST(ParseRefusals, GlobalIdsNeedAChannel) {
  EXPECT_EQ(entry("r = f32[2] all-reduce(a), use_global_device_ids=true, to_apply=add"),
            "hlo.attribute");
  EXPECT_EQ(entry("r = f32[2] all-reduce(a), use_global_device_ids=true, channel_id=1, "
                  "to_apply=add"),
            "read");
  EXPECT_EQ(entry("r = f32[2] all-reduce(a), use_global_device_ids=true, mode=cross_replica, "
                  "to_apply=add"),
            "read");
}

TEST(ParseRefusals, NumbersOfOperandsAndDimensionsFit) {
  EXPECT_EQ(entry("r = f32[4] concatenate(a, a), dimensions={0,0}"), "hlo.attribute");
  EXPECT_EQ(entry("r = f32[2] sort(a), dimensions={0,1}, to_apply=lt"), "hlo.attribute");
  EXPECT_EQ(entry("r = f32[2] all-to-all(a), dimensions={0,0}"), "hlo.attribute");
  EXPECT_EQ(entry("z = f32[] constant(0) r = f32[] reduce(a, z, z), dimensions={0}, to_apply=add"),
            "hlo.operands");
  EXPECT_EQ(entry("i = s32[] constant(0) r = f32[1] dynamic-slice(a, i, i, i), "
                  "dynamic_slice_sizes={1}"),
            "hlo.operands");
  EXPECT_EQ(entry("r = f32[2] collective-permute(a, a), source_target_pairs={{0,1}}, "
                  "slice_sizes={{1}}"),
            "hlo.operands");
  EXPECT_EQ(entry("r = (f32[2], f32[2]) tuple(a)"), "hlo.operands");
  EXPECT_EQ(entry("z = f32[] constant(0) r = reduce-window(a, z), window={size=2x2}, to_apply=add"),
            "hlo.shape");
  EXPECT_EQ(entry("r = scan(a), dimensions={0}, num_carries=0, to_apply=add"), "hlo.operands");
}

TEST(ParseRefusals, WhatSharesMemoryIsPartOfTheResult) {
  const auto module = [](std::string_view attribute) {
    return code_of("HloModule m, " + std::string(attribute) +
                   "\nENTRY e { a = f32[2] parameter(0) ROOT r = (f32[2]) tuple(a) }");
  };
  EXPECT_EQ(module("input_output_alias={ {0}: (0, {}) }"), "read");
  EXPECT_EQ(module("input_output_alias={ {1}: (0, {}) }"), "hlo.attribute");
  EXPECT_EQ(module("input_output_alias={ {0,0}: (0, {}) }"), "hlo.attribute");
  EXPECT_EQ(module("buffer_donor={ (-1, {}) }"), "hlo.attribute");
}

TEST(ParseRefusals, NamesThatXlaKeepsAreRefused) {
  EXPECT_EQ(entry("%s8 = negate(a)"), "hlo.name");
  EXPECT_EQ(entry("__p = negate(a)"), "hlo.name");
  EXPECT_EQ(entry("__xla_p = negate(a)"), "read");
  EXPECT_EQ(entry("%tuple = negate(a)"), "read");
  EXPECT_EQ(entry("%1 = negate(a)"), "hlo.syntax");
}

TEST(ParseRefusals, ContentOfBracesIsChecked) {
  EXPECT_EQ(entry("r = negate(a), statistics={visualizing_index=1,x=0.5}"), "read");
  EXPECT_EQ(entry("r = negate(a), statistics={x=0.5}"), "hlo.syntax");
  EXPECT_EQ(entry("r = domain(a), domain={kind=\"sharding\", entry={maximal device=1}, "
                  "exit={maximal device=0}}"),
            "read");
  EXPECT_EQ(entry("r = domain(a), domain={kind=\"foo\", entry={maximal device=1}, "
                  "exit={maximal device=0}}"),
            "hlo.word");
  EXPECT_EQ(entry("r = domain(a), domain={kind=\"sharding\"}"), "hlo.syntax");
}

}  // namespace
}  // namespace tileglot::hlo
