// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/parse.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/print.h"

namespace tileglot::notation::triton {
namespace {

constexpr std::string_view kBlocked =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>";

/// What is read, as Triton prints it; the code of a refusal.
std::string read(std::string_view text) {
  const auto encoding = parse_encoding(text);
  return encoding ? print(*encoding) : encoding.error()->code;
}

/// "code: the text that the error points at".
std::string refused_at(std::string_view text) {
  const core::Error error = parse_encoding(text).error();
  if (!error->span) return error->code;
  const std::size_t length = error->span->end - error->span->begin;
  return error->code + ": " + std::string(text.substr(error->span->begin, length));
}

std::string blocked_with(std::string_view keys) {
  return "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
         "order = [1, 0]" +
         std::string(keys) + "}>";
}

TEST(ParseEncoding, KeysComeInAnyOrderAndNumbersMayHaveAType) {
  EXPECT_EQ(read("#ttg.blocked<{order=[1,0],warpsPerCTA=[4,1],threadsPerWarp=[4,8],"
                 "sizePerThread=[1,4]}>"),
            kBlocked);
  EXPECT_EQ(read("#ttg.slice< { dim = 1 : i32 , parent = " + std::string(kBlocked) + " } >"),
            "#ttg.slice<{dim = 1, parent = " + std::string(kBlocked) + "}>");
  EXPECT_EQ(read("#ttng.tensor_memory_encoding<colStride=1,blockN=64,blockM=128>"),
            "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>");
  EXPECT_EQ(read("#ttg.padded_shared<[4: +2, 8:+4] {shape = [2, 4], order = [1, 0]}>"),
            "#ttg.padded_shared<[4:+2, 8:+4] {order = [1, 0], shape = [2, 4]}>");
}

TEST(ParseEncoding, OlderSpellingsOfTheBlocksOfAClusterAreRead) {
  EXPECT_EQ(read(blocked_with(", CTAsPerCGA = [4, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0]")),
            blocked_with(", CGALayout = [[1, 0], [0, 0]]"));
  EXPECT_EQ(read(blocked_with(", CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]")),
            kBlocked);
  EXPECT_EQ(read(blocked_with(", CTALayout = [[0, 1]]")), blocked_with(", CGALayout = [[0, 1]]"));
  EXPECT_EQ(read(blocked_with(", cga_layout = [[0, 1]]")), blocked_with(", CGALayout = [[0, 1]]"));
  EXPECT_EQ(read(blocked_with(", CGALayout = []")), kBlocked);
}

TEST(ParseEncoding, OlderNamesAreRead) {
  EXPECT_EQ(read("#triton_gpu.shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0], "
                 "hasLeadingOffset = false}>"),
            "#ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>");
  EXPECT_EQ(read("#ttg.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1], "
                 "hasLeadingOffset = true}>"),
            "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = "
            "16}>");
  EXPECT_EQ(read("#triton_gpu.amd_mfma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
                 "instrShape = [32, 32], isTransposed = true}>"),
            "#ttg.amd_mfma<{version = 2, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed "
            "= true}>");
  EXPECT_EQ(read("#tlx.user_layout<" + std::string(kBlocked) + ">"), kBlocked);
}

TEST(ParseEncoding, AWmmaMayBeGivenByItsWarpsAndIsTransposeLeftOut) {
  EXPECT_EQ(read("#ttg.amd_wmma<{version = 2, ctaLayout = {warp = [[0, 1], [1, 0]]}}>"),
            "#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {warp = [[0, 1], [1, "
            "0]]}}>");
  EXPECT_EQ(read("#ttg.amd_wmma<{version = 1, warpsPerCTA = [4, 1], tilesPerWarp = [1, 2]}>"),
            "#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {register = [[0, 1]], "
            "warp = [[1, 0], [2, 0]]}}>");
  EXPECT_EQ(read("#triton_gpu.amd_wmma<{version = 1, warpsPerCTA = [1, 1, 2], CTAsPerCGA = [1, 1, "
                 "1], CTASplitNum = [1, 1, 1], CTAOrder = [2, 1, 0]}>"),
            "#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = [[0, 0, 1]]}, "
            "rank = 3}>");
  EXPECT_EQ(refused_at("#ttg.amd_wmma<{version = 1, warpsPerCTA = [3, 1]}>"),
            "triton.power_of_two: [3, 1]");
  EXPECT_EQ(refused_at("#ttg.amd_wmma<{version = 1}>"), "triton.key_missing: <{version = 1}>");
}

TEST(ParseEncoding, ErrorsPointAtTheKeyOrTheValue) {
  EXPECT_EQ(refused_at("#ttg.blockd<{}>"), "triton.unknown_encoding: #ttg.blockd");
  EXPECT_EQ(parse_encoding("#ttg.blockd<{}>").error()->help, "did you mean 'blocked'?");
  EXPECT_EQ(refused_at("#gluon.auto_encoding"), "triton.no_layout: #gluon.auto_encoding");
  EXPECT_EQ(refused_at("#shared"), "triton.alias: #shared");
  EXPECT_EQ(refused_at(blocked_with(", ordr = [1]")), "triton.key_unknown: ordr");
  EXPECT_EQ(refused_at(blocked_with(", order = [1, 0]")), "triton.key_twice: order");
  EXPECT_EQ(refused_at("#ttg.slice<{dim = 1}>"), "triton.key_missing: <{dim = 1}>");
  EXPECT_EQ(refused_at(blocked_with(", CGALayout = [[3, 0]]")), "triton.cga: [[3, 0]]");
  EXPECT_EQ(refused_at("#ttg.slice<{dim = 2, parent = " + std::string(kBlocked) + "}>"),
            "triton.rank: 2");
  EXPECT_EQ(refused_at("#ttg.padded_shared<[3:+2] {order = [0], shape = [4]}>"),
            "triton.padding: [3:+2]");
}

TEST(ParseEncoding, ValuesOfTheWrongKindAreRefused) {
  const auto swizzled = [](std::string_view vec) {
    return refused_at("#ttg.swizzled_shared<{vec = " + std::string(vec) +
                      ", perPhase = 1, maxPhase = 1, order = [0]}>");
  };
  EXPECT_EQ(swizzled("-1"), "triton.value: -");
  EXPECT_EQ(swizzled("1.5"), "triton.value: 1");
  EXPECT_EQ(swizzled("\"1\""), "triton.value: \"");
  EXPECT_EQ(swizzled("true"), "triton.value: true");
  EXPECT_EQ(swizzled("[1]"), "triton.value: [1]");
  EXPECT_EQ(swizzled("4294967296"), "triton.too_large: 4294967296");
  EXPECT_EQ(swizzled("3"), "triton.power_of_two: 3");
  EXPECT_EQ(refused_at("#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = 1, "
                       "elementBitWidth = 16}>"),
            "triton.value: 1");
  EXPECT_EQ(refused_at("#ttg.dot_op<{opIdx = 0 : i32, parent = " + std::string(kBlocked) + "}>"),
            "triton.syntax: 0 : i32");
}

TEST(ParseEncoding, PunctuationOutOfPlaceIsRefused) {
  EXPECT_EQ(refused_at("ttg.blocked"), "triton.syntax: t");
  EXPECT_EQ(refused_at(std::string(kBlocked) + " x"), "triton.syntax: x");
  EXPECT_EQ(refused_at("#ttg.swizzled_shared<{vec = 1 perPhase = 1}>"), "triton.syntax: p");
  EXPECT_EQ(refused_at("#ttg.swizzled_shared<{vec = 1>"), "triton.syntax: >");
  EXPECT_EQ(refused_at("#ttng.tensor_memory_encoding<{blockM = 128}>"),
            "triton.syntax: <{blockM = 128}>");
  EXPECT_EQ(refused_at("#ttg.shared_linear<{offset = [[1]], alignment = 16}>"),
            "triton.syntax: <{offset = [[1]], alignment = 16}>");
  EXPECT_EQ(refused_at("#ttg.padded_shared<{order = [0], shape = [4]}>"),
            "triton.syntax: <{order = [0], shape = [4]}>");
}

TEST(ParseEncoding, HostileTextsAreRefusedInTime) {
  std::string nested = std::string(kBlocked);
  for (int i = 0; i < 2000; ++i) nested = "#ttg.slice<{dim = 0, parent = " + nested + "}>";
  EXPECT_EQ(read(nested), "triton.too_large");
  std::string brackets(100000, '[');
  EXPECT_EQ(read("#ttg.linear<{register = " + brackets), "triton.too_large");
  std::string ones = "1";
  for (int i = 0; i < 1000; ++i) ones += ", 1";
  EXPECT_EQ(read("#ttg.blocked<{sizePerThread = [" + ones + "], threadsPerWarp = [" + ones +
                 "], warpsPerCTA = [" + ones + "], order = [" + ones + "]}>"),
            "triton.too_large");
}

}  // namespace
}  // namespace tileglot::notation::triton
