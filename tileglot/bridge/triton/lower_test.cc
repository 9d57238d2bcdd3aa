// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/lower.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/bridge/triton/nvidia_mma.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

std::string lowered(std::string_view encoding, const triton::Numbers& shape) {
  const auto read = triton::parse_encoding(encoding);
  if (!read) return read.error()->message;
  const auto layout = lower(*read, shape);
  return layout ? linear::print(*layout) : layout.error()->code;
}

std::string blocked(std::string_view per_thread, std::string_view lanes, std::string_view warps,
                    std::string_view order) {
  return "#ttg.blocked<{sizePerThread = " + std::string(per_thread) +
         ", threadsPerWarp = " + std::string(lanes) + ", warpsPerCTA = " + std::string(warps) +
         ", order = " + std::string(order) + "}>";
}

const std::string kBlocked = blocked("[1, 4]", "[8, 4]", "[2, 2]", "[1, 0]");

TEST(LowerEncoding, BlockedEncodingsOfTheSpecification) {
  EXPECT_EQ(lowered(kBlocked, {32, 64}),
            "{register: [[0,1],[0,2],[0,32],[16,0]], lane: [[0,4],[0,8],[1,0],[2,0],[4,0]], "
            "warp: [[0,16],[8,0]], block: []} -> {dim0: 32, dim1: 64}");
  EXPECT_EQ(lowered(kBlocked, {16, 16}),
            "{register: [[0,1],[0,2]], lane: [[0,4],[0,8],[1,0],[2,0],[4,0]], "
            "warp: [[0,0],[8,0]], block: []} -> {dim0: 16, dim1: 16}");
  EXPECT_EQ(lowered(blocked("[4]", "[4]", "[4]", "[0]"), {2}),
            "{register: [[1]], lane: [[0],[0]], warp: [[0],[0]], block: []} -> {dim0: 2}");
}

TEST(LowerEncoding, ASliceDropsRegistersThatOnlyRepeat) {
  EXPECT_EQ(lowered("#ttg.slice<{dim = 0, parent = " + kBlocked + "}>", {64}),
            "{register: [[1],[2],[32]], lane: [[4],[8],[0],[0],[0]], warp: [[16],[0]], block: []} "
            "-> {dim0: 64}");
  EXPECT_EQ(lowered("#ttg.slice<{dim = 1, parent = " + kBlocked + "}>", {64}),
            "{register: [[16],[32]], lane: [[0],[0],[1],[2],[4]], warp: [[0],[8]], block: []} -> "
            "{dim0: 64}");
}

TEST(LowerEncoding, ATileIsRepeatedBeforeItIsSpreadOverBlocks) {
  const std::string tile = blocked("[1]", "[4]", "[4]", "[0], CGALayout = [[1]]");
  EXPECT_EQ(lowered(tile, {64}),
            "{register: [[16]], lane: [[1],[2]], warp: [[4],[8]], block: [[32]]} -> {dim0: 64}");
}

TEST(LowerEncoding, TheTileOfAMatrixInstruction) {
  EXPECT_EQ(linear::print(nvidia_mma_tile({16, 8}, 2, {1, 0}, {1, 0}).value()),
            "{register: [[1,0],[0,8]], lane: [[2,0],[4,0],[0,1],[0,2],[0,4]]} -> {dim1: 8, dim0: "
            "16}");
  EXPECT_EQ(nvidia_mma_tile({4, 8}, 2, {1, 0}, {1, 0}).error()->code, "triton.instruction");
  EXPECT_EQ(nvidia_mma_tile({16, 8}, 4, {1, 0}, {1, 0}).error()->code, "triton.instruction");
  EXPECT_EQ(nvidia_mma_tile({16}, 2, {0}, {0}).error()->code, "triton.rank");
  EXPECT_EQ(nvidia_mma_tile({16, 8}, 2, {1, 1}, {1, 0}).error()->code, "triton.order");
}

TEST(LowerEncoding, MatrixInstructionsOfNvidia) {
  const std::string second =
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = "
      "[16, 8]}>";
  EXPECT_EQ(lowered(second, {64, 32}),
            "{register: [[0,1],[8,0],[0,16],[32,0]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]], "
            "warp: [[0,8],[16,0]], block: []} -> {dim0: 64, dim1: 32}");
  EXPECT_EQ(lowered("#ttg.dot_op<{opIdx = 1, parent = " + second + ", kWidth = 2}>", {32, 32}),
            "{register: [[1,0],[8,0],[16,0],[0,16]], lane: [[2,0],[4,0],[0,1],[0,2],[0,4]], "
            "warp: [[0,8],[0,0]], block: []} -> {dim0: 32, dim1: 32}");
  EXPECT_EQ(lowered("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], "
                    "instrShape = [16, 32, 16]}>",
                    {128, 64}),
            "{register: [[0,1],[8,0],[0,8],[0,16],[64,0]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]], "
            "warp: [[16,0],[32,0],[0,32]], block: []} -> {dim0: 128, dim1: 64}");
}

TEST(LowerEncoding, OperandsWithoutMatrixCoresHoldAllOfK) {
  EXPECT_EQ(lowered("#ttg.dot_op<{opIdx = 0, parent = " + kBlocked + "}>", {16, 32}),
            "{register: [[0,1],[0,2],[0,4],[0,8],[0,16]], "
            "lane: [[0,0],[0,0],[1,0],[2,0],[4,0]], warp: [[0,0],[8,0]], block: []} -> "
            "{dim0: 16, dim1: 32}");
}

std::string mfma(std::string_view shape, std::string_view transposed) {
  return "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = " + std::string(shape) +
         ", isTransposed = " + std::string(transposed) + "}>";
}

TEST(LowerEncoding, MatrixCoresOfAmd) {
  EXPECT_EQ(lowered(mfma("[32, 32, 8]", "false"), {32, 32}),
            "{register: [[1,0],[2,0],[8,0],[16,0]], "
            "lane: [[0,1],[0,2],[0,4],[0,8],[0,16],[4,0]], warp: [], block: []} -> "
            "{dim0: 32, dim1: 32}");
  EXPECT_EQ(
      lowered("#ttg.dot_op<{opIdx = 0, parent = " + mfma("[32, 32, 8]", "true") + ", kWidth = 4}>",
              {32, 32}),
      "{register: [[0,1],[0,2],[0,8],[0,16]], "
      "lane: [[1,0],[2,0],[4,0],[8,0],[16,0],[0,4]], warp: [], block: []} -> "
      "{dim0: 32, dim1: 32}");
  EXPECT_EQ(lowered("#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {warp = []}}>",
                    {16, 16}),
            "{register: [[1,0],[2,0],[4,0]], lane: [[0,1],[0,2],[0,4],[0,8],[8,0]], warp: [], "
            "block: []} -> {dim0: 16, dim1: 16}");
}

TEST(LowerEncoding, ScaledInstructionsAreLongAlongTheRegisters) {
  const std::string wide =
      "#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[1, 0]]}, instrShape = "
      "[32, 16, 128]}>";
  EXPECT_EQ(lowered(wide, {32, 32}),
            "{register: [[0,1],[0,2],[0,4],[0,16]], lane: [[1,0],[2,0],[4,0],[8,0],[0,8]], "
            "warp: [[16,0]], block: []} -> {dim0: 32, dim1: 32}");
}

TEST(LowerEncoding, MemoriesWithPhases) {
  EXPECT_EQ(lowered("#ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>",
                    {16, 32}),
            "{offset: [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,4],[4,8],[8,0]], block: []} -> "
            "{dim0: 16, dim1: 32}");
  EXPECT_EQ(
      lowered("#ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0]}>",
              {16, 8}),
      "{offset: [[0,1],[0,2],[0,4],[1,1],[2,2],[4,1],[8,2]], block: []} -> {dim0: 16, dim1: 8}");
}

std::string nvmma(int swizzle, std::string_view transposed, std::string_view more = "") {
  return "#ttg.nvmma_shared<{swizzlingByteWidth = " + std::to_string(swizzle) +
         ", transposed = " + std::string(transposed) + ", elementBitWidth = 16" +
         std::string(more) + "}>";
}

TEST(LowerEncoding, MemoriesOfTma) {
  EXPECT_EQ(lowered(nvmma(32, "false"), {16, 64}),
            "{offset: [[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,8],[8,0],[0,16],[0,32]], block: []} "
            "-> {dim0: 16, dim1: 64}");
  EXPECT_EQ(lowered(nvmma(128, "true"), {64, 16}),
            "{offset: [[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4],[0,8]], block: "
            "[]} -> {dim0: 64, dim1: 16}");
  EXPECT_EQ(lowered("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
                    "elementBitWidth = 8, fp4Padded = true}>",
                    {8, 64}),
            "{offset: [[0,1],[0,2],[0,4],[0,0],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32]], block: "
            "[]} -> {dim0: 8, dim1: 64}");
  EXPECT_EQ(lowered(nvmma(128, "false"), {64, 32}), "triton.shape");
  EXPECT_EQ(lowered(nvmma(128, "false"), {4, 64}), "triton.shape");
}

TEST(LowerEncoding, TransposedBoxesWithoutASwizzleAreTheReleasedTritons) {
  EXPECT_EQ(lowered(nvmma(0, "true"), {4, 2}),
            "{offset: [[1,0],[2,0],[0,1]], block: []} -> {dim0: 4, dim1: 2}");
  EXPECT_EQ(lowered(nvmma(0, "true", ", rank = 3"), {4, 2, 2}),
            "{offset: [[0,1,0],[0,0,0],[1,0,0],[0,0,1],[2,0,0]], block: []} -> "
            "{dim0: 4, dim1: 2, dim2: 2}");
}

TEST(LowerEncoding, MemoriesByBasesAndInPartitions) {
  EXPECT_EQ(
      lowered("#ttg.padded_shared<[4:+4] {offset = [[0, 1], [1, 0]], block = [[2, 0]]}>", {4, 2}),
      "{offset: [[0,1],[1,0]], block: [[2,0]]} -> {dim0: 4, dim1: 2}");
  EXPECT_EQ(lowered("#ttg.shared_linear<{offset = [[1], [2]]}, alignment = 16>", {8}),
            "triton.shape");
  const std::string pieces =
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, "
      "partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
      "[0]}>}>";
  EXPECT_EQ(lowered(pieces, {8}), "{offset: [[1],[4]], block: [], partition: [[2]]} -> {dim0: 8}");
  EXPECT_EQ(lowered(pieces, {2}), "triton.shape");
}

std::string memory(std::string_view keys) {
  return "#ttng.tensor_memory_encoding<" + std::string(keys) + ">";
}

TEST(LowerEncoding, TensorMemory) {
  EXPECT_EQ(lowered(memory("blockM = 128, blockN = 4, colStride = 2"), {256, 8}),
            "{row: [[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], "
            "col: [[0,0],[0,1],[0,2],[128,0],[0,4]], block: []} -> {dim0: 256, dim1: 8}");
  EXPECT_EQ(lowered(memory("blockM = 64, blockN = 4, colStride = 1"), {64, 8}),
            "{row: [[1,0],[2,0],[4,0],[8,0],[0,4],[16,0],[32,0]], col: [[0,1],[0,2]], block: []} "
            "-> {dim0: 64, dim1: 8}");
  EXPECT_EQ(lowered(memory("blockM = 64, blockN = 4, colStride = 1, CGALayout = [[1, 0]], "
                           "twoCTAs = true"),
                    {128, 4}),
            "{row: [[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[0,2]], col: [[0,1]], block: [[64,0]]} "
            "-> {dim0: 128, dim1: 4}");
  EXPECT_EQ(lowered(memory("blockM = 128, blockN = 4, colStride = 1"), {64, 4}), "triton.shape");
}

TEST(LowerEncoding, ScalesInTensorMemory) {
  EXPECT_EQ(lowered("#ttng.tensor_memory_scales_encoding<>", {256, 8}),
            "{row: [[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], "
            "col: [[0,1],[0,2],[32,0],[64,0],[128,0],[0,4]], block: []} -> {dim0: 256, dim1: 8}");
  EXPECT_EQ(lowered("#ttng.tensor_memory_scales_encoding<blockRepOrder = kThenMn>", {256, 8}),
            "{row: [[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], "
            "col: [[0,1],[0,2],[32,0],[64,0],[0,4],[128,0]], block: []} -> {dim0: 256, dim1: 8}");
  EXPECT_EQ(lowered("#ttng.tensor_memory_scales_encoding<>", {32, 2}),
            "{row: [[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], col: [[0,1],[0,0]], block: []} "
            "-> {dim0: 32, dim1: 2}");
}

TEST(LowerEncoding, BasesGoOnAndAreCutWithTheShape) {
  const std::string bases =
      "#ttg.linear<{register = [[1, 0]], lane = [[0, 1], [0, 2]], warp = [[2, 0]], block = []}>";
  EXPECT_EQ(lowered(bases, {8, 8}),
            "{register: [[1,0],[4,0],[0,4]], lane: [[0,1],[0,2]], warp: [[2,0]], block: []} -> "
            "{dim0: 8, dim1: 8}");
  EXPECT_EQ(lowered(bases, {1, 2}),
            "{register: [], lane: [[0,1],[0,0]], warp: [[0,0]], block: []} -> {dim0: 1, dim1: 2}");
}

TEST(LowerEncoding, OfARingOfBuffersOneIsLowered) {
  const auto encoding = triton::parse_encoding(
      "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>");
  const auto type = triton::parse_tensor_type("!ttg.memdesc<3x2x4xf16>");
  EXPECT_EQ(linear::print(lower(*encoding, *type).value()),
            "{offset: [[0,1],[0,2],[1,0]], block: []} -> {dim0: 2, dim1: 4}");
}

TEST(LowerEncoding, APartOfAMemoryHasTheLayoutOfTheWhole) {
  const auto encoding = triton::parse_encoding(
      "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>");
  const auto type = triton::parse_tensor_type("!ttg.memdesc<2x2xf16, #s, #smem, mutable, 3x2x4>");
  EXPECT_EQ(linear::print(lower(*encoding, *type).value()),
            "{offset: [[0,1],[0,2],[1,0]], block: []} -> {dim0: 2, dim1: 4}");
}

TEST(LowerEncoding, ShapesOutOfRangeAreRefused) {
  const std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_EQ(lowered(kBlocked, {64}), "triton.rank");
  EXPECT_EQ(lowered(kBlocked, {64, 0}), "triton.shape");
  EXPECT_EQ(lowered(kBlocked, {64, -4}), "triton.shape");
  EXPECT_EQ(lowered(kBlocked, {huge, huge}), "triton.too_large");
  EXPECT_EQ(lowered(nvmma(128, "true", ", fp4Padded = true"), {huge, 8}), "triton.too_large");
  EXPECT_EQ(lowered(nvmma(128, "false", ", rank = 8"), triton::Numbers(8, 1024)),
            "triton.too_large");
  EXPECT_EQ(
      lowered(blocked("[1073741824, 1073741824]", "[1073741824, 1]", "[1073741824, 1]", "[1, 0]"),
              {huge, 1}),
      "triton.too_large");
  EXPECT_EQ(lowered("#ttg.generic_linear<{register = [[1]], lane = [[3]], warp = [[4]], block = "
                    "[]}>",
                    {4}),
            "{register: [[1]], lane: [[3]], warp: [[0]], block: []} -> {dim0: 4}");
  EXPECT_EQ(
      lowered("#ttg.generic_linear<{register = [[3]], lane = [[2]], warp = [], block = []}>", {2}),
      "triton.shape");
}

}  // namespace
}  // namespace tileglot::bridge
