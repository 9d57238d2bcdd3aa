// SPDX-License-Identifier: Apache-2.0
// What XLA's own tests of its parser say of shapes, layouts and shardings in modules, one test a fact.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

std::string code_of(std::string_view text) {
  const auto module = parse_module(text);
  return module ? "" : module.error()->code;
}

std::string message_of(std::string_view text) {
  const auto module = parse_module(text);
  return module ? "" : module.error()->message;
}

/// The shape that a parameter of this text has.
std::string parameter(std::string_view shape) {
  const auto module = parse_module("ENTRY e { a = " + std::string(shape) + " parameter(0) }");
  if (!module) return module.error()->code;
  return print(module->shape_of(*(*module)[module->entry()].root));
}

/// The sharding of an instruction, as it is printed.
std::string sharding(std::string_view text) {
  const auto module =
      parse_module("ENTRY e { a = f32[8,8,8,8] parameter(0), sharding=" + std::string(text) + " }");
  if (!module) return module.error()->code;
  const std::string line = print(*module, *(*module)[module->entry()].root);
  return line.substr(line.find("sharding=") + 9);
}

TEST(AcceptanceHloParser, ShapesGetTheDefaultLayout) {
  EXPECT_EQ(parameter("f32[123,456]"), "f32[123,456]{1,0}");
  EXPECT_EQ(parameter("f32[?,784]"), "f32[?,784]{1,0}");
}

TEST(AcceptanceHloParser, TuplesNest) {
  EXPECT_EQ(parameter("(f32[1572864],s8[5120,1024])"), "(f32[1572864]{0}, s8[5120,1024]{1,0})");
  EXPECT_EQ(parameter("(f32[1],(f32[2], token[]), opaque[], f32[3])"),
            "(f32[1]{0}, (f32[2]{0}, token[]), opaque[], f32[3]{0})");
}

TEST(AcceptanceHloParser, TilesAreRead) {
  EXPECT_EQ(parameter("f32[123,456,789]{0,1,2:T(2, * , 128)}"),
            "f32[123,456,789]{0,1,2:T(2,*,128)}");
  EXPECT_EQ(parameter("bf16[123,456,789]{2,1,0:T(2,*,128)(2,1)}"),
            "bf16[123,456,789]{2,1,0:T(2,*,128)(2,1)}");
}

TEST(AcceptanceHloParser, AttributesOfLayoutsAreRead) {
  for (const std::string_view shape :
       {"s4[123,456]{1,0:T(2,128)E(4)}", "pred[123,456]{1,0:T(2,128)S(3)}",
        "pred[123,456]{1,0:S(3)}", "pred[123,456]{1,0:T(2,128)S(3)SC(1:200)}",
        "pred[123,456]{1,0:S(3)SC(0:10)(1:4,5)}", "pred[123,456]{1,0:SC(1:50,200)}"}) {
    EXPECT_EQ(parameter(shape), shape);
  }
}

TEST(AcceptanceHloParser, ValuesWithoutElementsAreRead) {
  EXPECT_EQ(parameter("opaque[]"), "opaque[]");
  EXPECT_EQ(parameter("token[]"), "token[]");
}

TEST(AcceptanceHloParser, OldFormsOfLayoutsAreRefused) {
  EXPECT_NE(parameter("f32[123,456]foobar{0,1}"), "f32[123,456]{0,1}");
  EXPECT_EQ(parameter("f32[123,456]foobar{0,1}"), "hlo.opcode");
  EXPECT_EQ(parameter("f32[123,456]{foo}"), "hlo.syntax");
  EXPECT_EQ(parameter("f32[123,456]dense{foo}"), "hlo.opcode");
}

TEST(AcceptanceHloParser, ADenseArrayHasNoPhysicalShape) {
  EXPECT_EQ(parameter("f32[10,10]{1,0:T(128,8)P(f32[10,10])}"), "xla.sparse");
}

TEST(AcceptanceHloParser, SpacesMayStandInside) {
  EXPECT_EQ(parameter("f32[ 1, 2 ]{ 1 , 0 }"), "f32[1,2]{1,0}");
}

TEST(AcceptanceHloParser, ASignatureFitsTheRoot) {
  const std::string message =
      message_of("ENTRY e (a: f32[1]) -> f32[1] { a = f32[1,2,3] parameter(0) }");
  EXPECT_NE(message.find("f32[1]"), std::string::npos);
  EXPECT_NE(message.find("f32[1,2,3]"), std::string::npos);
  EXPECT_EQ(code_of("ENTRY e (a: f32[1]) -> f32[1] { a = f32[1,2,3] parameter(0) }"), "hlo.shape");
}

TEST(AcceptanceHloParser, WithoutAnEntryLayoutTheInstructionsSayIt) {
  const auto module = parse_module(
      "ENTRY e { a = f32[2,3,4]{0,1,2} parameter(0) ROOT r = f32[8,3]{0,1} reshape(a) }");
  ASSERT_TRUE(module.has_value());
  EXPECT_EQ(print(*module->header.entry_layout), "{(f32[2,3,4]{0,1,2})->f32[8,3]{0,1}}");
}

TEST(AcceptanceHloParser, AnEntryLayoutIsKeptWhateverTheParametersSay) {
  const auto given = parse_module(
      "HloModule m, entry_computation_layout={(f32[2,3,4]{1,2,0})->f32[2,3,4]{2,1,0}}\n"
      "ENTRY e { a = f32[2,3,4]{0,1,2} parameter(0) ROOT r = f32[2,3,4] copy(a) }");
  ASSERT_TRUE(given.has_value());
  EXPECT_EQ(print(*given->header.entry_layout), "{(f32[2,3,4]{1,2,0})->f32[2,3,4]{2,1,0}}");
  const auto open = parse_module(
      "HloModule m, entry_computation_layout={(f32[2,3,4])->f32[2,3,4]}\n"
      "ENTRY e { a = f32[2,3,4]{0,1,2} parameter(0) ROOT r = f32[2,3,4] copy(a) }");
  ASSERT_TRUE(open.has_value());
  EXPECT_NE(print(*open, PrintStyle::kXla).find("{(f32[2,3,4]{2,1,0})->f32[2,3,4]{2,1,0}}"),
            std::string::npos);
}

TEST(AcceptanceHloParser, MissingLayoutsAreFilledInIfThatIsAskedFor) {
  constexpr std::string_view kText =
      "ENTRY e { a = f32[2,8,4,3] parameter(0) b = f32[2,8,4,3]{1,2,0,3} copy(a) ROOT r = "
      "f32[2,8,4,3] negate(b) }";
  const auto filled = parse_module(kText);
  const auto bare = parse_module(kText, {.missing_layout = notation::xla::MissingLayout::kNone});
  ASSERT_TRUE(filled.has_value());
  ASSERT_TRUE(bare.has_value());
  const auto root = [](const Module& m) { return print(m.shape_of(*m[m.entry()].root)); };
  EXPECT_EQ(root(*filled), "f32[2,8,4,3]{3,2,1,0}");
  EXPECT_EQ(root(*bare), "f32[2,8,4,3]");
  EXPECT_NE(print(*bare).find("%b = f32[2,8,4,3]{1,2,0,3} copy(%a)"), std::string::npos);
}

TEST(AcceptanceHloParser, ShardingsAreReadAndPrinted) {
  for (const std::string_view text :
       {"{maximal device=42}",
        "{devices=[2,2,2,2]0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 last_tile_dims={manual, "
        "replicated}}",
        "{devices=[2,2]<=[4] last_tile_dim_replicate}",
        "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}",
        "{devices=[2,2,2,2]<=[2,2,4]T(2,1,0) last_tile_dims={manual, replicated}}",
        "{manual shard_as 1}", "{manual shard_like 1}"}) {
    EXPECT_EQ(sharding(text), text);
  }
}

}  // namespace
}  // namespace tileglot::hlo
