// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/module_scan.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/triton/print.h"

namespace tileglot::bridge {
namespace {

constexpr std::string_view kBlocked =
    "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [4], warpsPerCTA = [1], order = [0]}>";

/// "#a: tensor<8xf16, #a> {..}": a line a type; a layout without types has its name alone.
std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> lines;
  const auto layouts = scan_module(text).value();
  for (const ModuleLayout& layout : layouts) {
    const std::string name = layout.encoding ? layout.name : layout.encoding.error()->code;
    if (layout.types.empty()) lines.push_back(name);
    for (const ModuleType& type : layout.types) {
      lines.push_back(
          name + ": " + type.text + " " +
          (type.layout ? notation::linear::print(*type.layout) : type.layout.error()->code));
    }
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(ModuleScan, AliasesAndInlineEncodingsAreFoundWithTheirTypes) {
  const std::string module = "#a = " + std::string(kBlocked) +
                             "\n"
                             "#smem = #ttg.shared_memory\n"
                             "module {\n"
                             "  %0 = tt.splat : f16 -> tensor<8xf16, #a>\n"
                             "  %1 = x %0 : tensor<8xf16, #a> -> tensor<8xi1, #a>\n"
                             "  %2 = y : !ttg.memdesc<2x8xf16, #ttg.swizzled_shared<{vec = 1, "
                             "perPhase = 1, maxPhase = 1, order = [0]}>, #smem, mutable>\n"
                             "}\n";
  const std::string layout =
      " {register: [[1]], lane: [[2],[4]], warp: [], block: []} -> {dim0: 8}";
  EXPECT_EQ(found(module),
            (Lines{"#a: tensor<8xf16, #a>" + layout, "#a: tensor<8xi1, #a>" + layout,
                   "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>: "
                   "!ttg.memdesc<2x8xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = "
                   "1, order = [0]}>, #smem, mutable> {offset: [[1],[2],[4]], block: []} -> "
                   "{dim0: 8}"}));
}

TEST(ModuleScan, ATypeThatIsRefusedStandsWithItsError) {
  const std::string module = "#a = " + std::string(kBlocked) +
                             "\n%0 = x : tensor<9223372036854775808xf16, #a>\n"
                             "%1 = x : tensor<16xx32xf16, #a>\n"
                             "%2 = x : tensor<?xf16>, tensor<?xf16, #b.c<{d = [1, 2]}>>\n";
  const Lines lines = found(module);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "#a: tensor<9223372036854775808xf16, #a> triton.type");
  EXPECT_EQ(lines[1], "#a: tensor<16xx32xf16, #a> triton.type");
  EXPECT_NE(lines[2].find(": tensor<?xf16, #b.c<{d = [1, 2]}>> triton.type"), std::string::npos);
}

TEST(ModuleScan, AliasesUseOneAnotherInAnyOrder) {
  const std::string module =
      "#s = #ttg.slice<{dim = 0, parent = #p}>\n"
      "  #p = #ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>\n"
      "f(tensor<2xf16, #s>)\n";
  EXPECT_EQ(found(module),
            (Lines{"#s: tensor<2xf16, #s> {register: [[1]], lane: [[0]], warp: [], block: []} -> "
                   "{dim0: 2}",
                   "#p"}));
}

TEST(ModuleScan, AnAliasMayFollowAnotherOnOneLine) {
  const std::string slice = "#ttg.slice<{dim = 1, parent = #p}>";
  const std::string parent =
      "#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>";
  const Lines both = {
      "#s: tensor<2xf16, #s> {register: [], lane: [[1]], warp: [], block: []} -> {dim0: 2}", "#p"};
  EXPECT_EQ(found("#s = " + slice + "#p = " + parent + "\nf(tensor<2xf16, #s>)\n"), both);
  EXPECT_EQ(found("#smem = #ttg.shared_memory #s = " + slice + " #p = " + parent +
                  "  // #q = #p\nf(tensor<2xf16, #s>)\n"),
            both);
  EXPECT_EQ(found("#m = affine_map<(d0) -> (d0)> #s = " + slice +
                  "#l = loc(\"#a = <\":1:2)#p = " + parent + "\nf(tensor<2xf16, #s>)\n"),
            both);
}

TEST(ModuleScan, AliasesThatStandForNothingAreRefused) {
  EXPECT_EQ(found("#a = #ttg.slice<{dim = 0, parent = #a}>\n"), (Lines{"triton.alias"}));
  EXPECT_EQ(found("f(tensor<2xf16, #missing>)"),
            (Lines{"triton.alias: tensor<2xf16, #missing> triton.alias"}));
  EXPECT_EQ(found("#a = #gluon.auto_encoding\n"), (Lines{"triton.no_layout"}));
  std::string chain = "#a0 = " + std::string(kBlocked) + "\n";
  for (int i = 1; i < 100; ++i) {
    chain.insert(0, "#a" + std::to_string(i) + " = #a" + std::to_string(i - 1) + "\n");
  }
  EXPECT_EQ(scan_module(chain + "f(tensor<8xf16, #a99>)")->back().encoding.error()->code,
            "triton.too_large");
}

TEST(ModuleScan, PartsOfAFileHaveAliasesOfTheirOwn) {
  const std::string other =
      "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [8], warpsPerCTA = [1], order = [0]}>";
  EXPECT_EQ(found("#a = " + std::string(kBlocked) +
                  "\nf(tensor<2xf16, #a>)\n// -----\n#a = " + other + "\nf(tensor<2xf16, #a>)\n"),
            (Lines{"#a: tensor<2xf16, #a> {register: [[1]], lane: [[0],[0]], warp: [], block: []} "
                   "-> {dim0: 2}",
                   "#a: tensor<2xf16, #a> {register: [], lane: [[1],[0],[0]], warp: [], block: []} "
                   "-> {dim0: 2}"}));
}

TEST(ModuleScan, QuotesAndCommentsHoldNoTypes) {
  EXPECT_EQ(found("\"tensor<2xf16, #a>\" // tensor<2xf16, #a>\nmytensor<2xf16, #a>"), Lines{});
  EXPECT_EQ(found("\"\\\"tensor<2xf16, #a>\""), Lines{});
  EXPECT_EQ(found("tensor<2xf16> tensor<*xf16> tensor<2xf16, 5>"), Lines{});
  EXPECT_EQ(found(""), Lines{});
}

TEST(ModuleScan, ATypeInsideATypeIsFound) {
  const auto lines = found("#a = " + std::string(kBlocked) + "\n!tt.ptr<tensor<8xf16, #a>>");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].substr(0, 22), "#a: tensor<8xf16, #a> ");
}

TEST(ModuleScan, ErrorsPointIntoTheFile) {
  const std::string module = "\n#a = #ttg.blockd<{}>\n";
  const auto layouts = scan_module("// first\n// -----" + module).value();
  ASSERT_EQ(layouts.size(), 1U);
  EXPECT_EQ(layouts[0].encoding.error()->span, (core::Span{23, 34}));
}

TEST(ModuleScan, HostileFilesAreReadInTime) {
  std::string deep;
  for (int i = 0; i < 200000; ++i) deep += "tensor<";
  EXPECT_EQ(found(deep), Lines{});
  std::string nested =
      "#a0 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
      "[0]}>\n";
  for (int i = 1; i < 40; ++i) {
    nested += "#a" + std::to_string(i) +
              " = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, "
              "partitionLayout = #a" +
              std::to_string(i - 1) + "}>\n";
  }
  EXPECT_EQ(scan_module(nested)->back().encoding.error()->code, "triton.too_large");
}

}  // namespace
}  // namespace tileglot::bridge
