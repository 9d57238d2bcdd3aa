// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/print.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/triton/any_encoding.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::notation::triton {
namespace {

void expect_prints_back(std::string_view text) {
  const auto read = parse_encoding(text);
  ASSERT_TRUE(read) << read.error()->message;
  EXPECT_EQ(print(*read), text);
}

TEST(PrintEncoding, EveryFamilyPrintsAsTritonDoes) {
  expect_prints_back(
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order "
      "= [1, 0], CGALayout = [[1, 0]]}>");
  expect_prints_back(
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
      "warpsPerCTA = [2, 2], CGALayout = [[0, 0]], instrShape = [16, 8]}>, kWidth = 2}>");
  expect_prints_back(
      "#ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 4], instrShape = [32, 32, 8], isTransposed = "
      "false, CGALayout = [[0, 1]], tilesPerWarp = [2, 4], elementBitWidth = 64}>");
  expect_prints_back(
      "#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {register = [[0, 1]], warp = "
      "[[0, 2]]}, CGALayout = [[1, 0]], instrShape = [16, 16, 128]}>");
  expect_prints_back("#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>");
  expect_prints_back(
      "#ttg.generic_linear<{register = [[1]], lane = [[2]], warp = [[7]], block = []}>");
  expect_prints_back(
      "#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [0, 1]}>");
  expect_prints_back(
      "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, "
      "fp4Padded = true, rank = 3}>");
  expect_prints_back(
      "#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16, "
      "CGALayout = [[1, 0, 0]]}>");
  expect_prints_back(
      "#ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[0, 2]]}, alignment = 16>");
  expect_prints_back(
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, "
      "partitionLayout = #ttg.padded_shared<[16:+4] {order = [1, 0], shape = [8, 32]}>}>");
  expect_prints_back(
      "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1, CGALayout = [[1, 0]], "
      "twoCTAs = true>");
  expect_prints_back(
      "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, fp4Padded = true>");
  expect_prints_back("#ttng.tensor_memory_scales_encoding<>");
  expect_prints_back(
      "#ttng.tensor_memory_scales_encoding<CGALayout = [[0, 0]], blockRepOrder = kThenMn>");
}

TEST(PrintEncoding, AWmmaKeepsItsRankAndItsEmptyWarps) {
  expect_prints_back("#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = []}}>");
  expect_prints_back(
      "#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = [[0, 0, 1]]}, rank = "
      "3}>");
}

TEST(PrintEncoding, BasesInTheOrderOfDimensionsPrintAsOrderAndShape) {
  const auto printed = [](std::string_view offset) {
    return print(*parse_encoding("#ttg.padded_shared<[4:+4] {offset = " + std::string(offset) +
                                 ", block = []}>"));
  };
  EXPECT_EQ(printed("[[0, 1], [0, 2], [1, 0]]"),
            "#ttg.padded_shared<[4:+4] {order = [1, 0], shape = [2, 4]}>");
  EXPECT_EQ(printed("[[0, 2], [0, 1], [1, 0]]"),
            "#ttg.padded_shared<[4:+4] {offset = [[0, 2], [0, 1], [1, 0]], block = []}>");
}

TEST(PrintEncoding, WhatIsPrintedIsReadAsTheSameEncoding) {
  core::check_law("encoding_round_trip", 10000, [] {
    const Encoding encoding = *any_encoding();
    ASSERT_TRUE(validate(encoding)) << validate(encoding).error()->message << print(encoding);
    const auto again = parse_encoding(print(encoding));
    ASSERT_TRUE(again) << again.error()->message << print(encoding);
    EXPECT_EQ(*again, encoding);
  });
}

}  // namespace
}  // namespace tileglot::notation::triton
