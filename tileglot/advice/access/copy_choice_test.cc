// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/copy_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/advice/advised.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/matrix_access.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/map/compose.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/value/json.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::advice {
namespace {

namespace cute = notation::cute;

/// A and C of m16n8k16 as Triton has them: two halves of a row in a register, four lanes along it.
const std::string kA =
    "{register: [[0,1],[8,0],[0,8]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]]} -> {dim0: 16, dim1: "
    "16}";
const std::string kC =
    "{register: [[0,1],[8,0]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]]} -> {dim0: 16, dim1: 8}";
const std::string kRowMajor = "Sw<1,3,3> o 0 o (16,16):(16,1)";
const std::string kColumnMajor = "Sw<1,3,3> o 0 o (16,16):(1,16)";

value::Json copies_of(const std::string& layout, const std::string& memory,
                      const std::string& type = "f16",
                      const std::optional<std::string>& access = {}) {
  const auto reply = advised({.layout = layout,
                              .dtype = type,
                              .accesses = {.access = access, .memory = memory, .suggest = true}});
  EXPECT_TRUE(reply.has_value());
  return reply ? reply->json["copies"] : value::Json();
}

std::string ops(const value::Json& copies) {
  std::string text;
  for (const value::Json& copy : copies) {
    text += (text.empty() ? "" : " ") + copy["op"].get<std::string>();
  }
  return text;
}

TEST(CopyChoice, AnOperandOfSixteenRowsIsFourMatrices) {
  const value::Json copies = copies_of(kA, kRowMajor);
  EXPECT_EQ(ops(copies), "SM75_U32x4_LDSM_N SM90_U32x4_STSM_N");
  EXPECT_EQ(copies[0]["use"], "load");
  EXPECT_EQ(copies[1]["use"], "store");
  EXPECT_EQ(copies[0]["bytes"], 16);
  EXPECT_EQ(copies[0]["parts"], "ldmatrix m8n8 x4 b16");
}

TEST(CopyChoice, RowsOfTheOtherModeAreTransposed) {
  EXPECT_EQ(ops(copies_of(kA, kColumnMajor)), "SM75_U16x8_LDSM_T SM90_U16x8_STSM_T");
  // Two matrices hold an accumulator of sixteen rows and eight columns.
  EXPECT_EQ(ops(copies_of(kC, "Sw<0,3,3> o 0 o (16,8):(8,1)", "f16", "vector")),
            "SM75_U32x2_LDSM_N SM90_U32x2_STSM_N");
}

TEST(CopyChoice, ElementsOfOtherSizesAreMovedByTheirFourBytes) {
  // Halves of a register in one lane: with 8 bits, a register has two of them.
  const std::string bytes =
      "{register: [[0,1],[0,2],[8,0],[0,16]], lane: [[0,4],[0,8],[1,0],[2,0],[4,0]]} -> {dim0: 16, "
      "dim1: 32}";
  EXPECT_EQ(ops(copies_of(bytes, "Sw<1,4,3> o 0 o (16,32):(32,1)", "s8")),
            "SM75_U32x4_LDSM_N SM90_U32x4_STSM_N");
  // Matrices are transposed by units of 16 bits, so each byte is loaded by itself.
  EXPECT_EQ(ops(copies_of(bytes, "Sw<1,4,3> o 0 o (16,32):(1,16)", "s8")),
            "UniversalCopy<uint8_t>");
}

TEST(CopyChoice, SixteenBytesOfALaneAreAVector) {
  const std::string rows =
      "{register: [[0,1],[0,2],[0,4]], lane: [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> {dim0: 32, dim1: "
      "8}";
  const value::Json copies = copies_of(rows, "(32,8):(8,1)", "f16", "vector");
  EXPECT_EQ(ops(copies), "UniversalCopy<uint128_t>");
  EXPECT_EQ(copies[0]["use"], "copy");
  EXPECT_EQ(copies[0]["ways"], 1);
  EXPECT_EQ(ops(copies_of(rows, "(32,8):(8,1)", "f16", "vector:4")), "UniversalCopy<uint128_t>");
}

TEST(CopyChoice, ACopyIsNamedWhereTheAccessAskedForIsImpossible) {
  EXPECT_EQ(ops(copies_of(kA, "(16,16):(1,16)", "f16", "ldmatrix")),
            "SM75_U16x8_LDSM_T SM90_U16x8_STSM_T");
}

TEST(CopyChoice, ElementsThatSharePlacesAreNotStored) {
  const value::Json copies = copies_of(kA, "(16,16):(0,1)", "f16", "vector");
  ASSERT_EQ(copies.size(), 1U);
  EXPECT_EQ(copies[0]["use"], "load");
}

TEST(CopyChoice, AConflictNamesTheAccessThatIsToBeCured) {
  const auto reply =
      advised({.layout = kA,
               .dtype = "f16",
               .accesses = {.access = "vector", .memory = "(16,16):(64,1)", .suggest = true}});
  EXPECT_NE(
      reply->text.find("16 B per lane, 8-way, rows at multiples of 16 B (ldmatrix m8n8 x4 b16, "
                       "since sm_75); --access ldmatrix --suggest cures it"),
      std::string::npos)
      << reply->text;
}

TEST(CopyChoice, GlobalMemoryIsMovedByVectors) {
  const value::Json copies = copies_of(kA, "(16,16):(16,1)");
  EXPECT_EQ(ops(copies), "UniversalCopy<uint32_t>");
  EXPECT_FALSE(copies[0].contains("ways"));
}

TEST(CopyChoice, TwoMemoriesAreCopiedPastTheRegistersToo) {
  EXPECT_EQ(ops(copies_of("(64,64):(64,1)", "Sw<3,3,3> o 0 o (64,64):(64,1)")),
            "UniversalCopy<uint128_t> SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>");
  EXPECT_EQ(ops(copies_of("(64,64):(64,1)", "(64,64):(68,1)")),
            "UniversalCopy<uint64_t> SM80_CP_ASYNC_CACHEALWAYS<uint64_t>");
  EXPECT_EQ(ops(copies_of("(64,64):(64,1)", "(64,64):(1,64)")), "UniversalCopy<uint16_t>");
}

TEST(CopyChoice, ElementsThatFillNoByteHaveNone) {
  EXPECT_EQ(copies_of("s4[64,64]{1,0:E(4)}", "s4[64,64]{0,1:E(4)}", "s4"), value::Json::array());
  EXPECT_EQ(ops(copies_of("s4[64,64]{1,0:E(4)}", "s4[64,64]{1,0:E(4)}", "s4")),
            "UniversalCopy<uint128_t> SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>");
}

/// Checks, by the layouts of the atom, that lane by lane the bits that it moves are those that
/// the lanes hold: each row of `begins` is 128 bits in the memory, given by one lane.
void expect_moves(const std::string& held, const std::string& memory, const std::string& name) {
  const auto distributed = value::read_layout(held);
  const auto thread_values =
      bridge::thread_value_map(std::get<notation::linear::Layout>(*distributed));
  const auto map = bridge::memory_map(*value::read_layout(memory));
  const auto offsets = map::compose(*map, *thread_values);
  ASSERT_TRUE(offsets.has_value());
  const cute::CopyAtom atom = *cute::copy_atom(name);
  const auto order =
      atom.is_transposed ? analysis::MatrixOrder::kTransposed : analysis::MatrixOrder::kRows;
  const auto access = analysis::matrix_access(*offsets, 16, order);
  ASSERT_TRUE(access.has_value());
  const bool is_load = atom.family == cute::CopyFamily::kLdmatrix;
  const cute::Layout<> rows =
      cute::layout_of(atom, is_load ? cute::CopyLayout::kSrc : cute::CopyLayout::kDst);
  const cute::Layout<> registers =
      cute::layout_of(atom, is_load ? cute::CopyLayout::kDst : cute::CopyLayout::kSrc);
  const auto at = [](const cute::Layout<>& layout, std::int64_t thread, std::int64_t bit) {
    return cute::crd2idx(*core::tuple_of(thread, bit), layout)->value;
  };
  // Which memory offset each element of the reference order has.
  std::map<std::int64_t, std::int64_t> offset_at;
  for (std::int64_t row = 0; row < 8 * atom.count; ++row) {
    for (std::int64_t i = 0; i < 8; ++i) {
      offset_at[at(rows, row, 16 * i)] = access->begins.at(static_cast<std::size_t>(row)) + i;
    }
  }
  for (std::int64_t lane = 0; lane < 32; ++lane) {
    std::vector<std::int64_t> moved;
    moved.reserve(static_cast<std::size_t>(2 * atom.count));
    for (std::int64_t i = 0; i < 2 * atom.count; ++i) {
      moved.push_back(offset_at.at(at(registers, lane, 16 * i)));
    }
    std::vector<std::int64_t> wanted;
    wanted.reserve(moved.capacity());
    for (std::int64_t reg = 0; reg < offsets->extent(0); ++reg) {
      std::vector<std::int64_t> coordinate(offsets->rank());
      coordinate[0] = reg;
      coordinate[1] = lane;
      wanted.push_back((*offsets)(coordinate));
    }
    std::ranges::sort(moved);
    std::ranges::sort(wanted);
    ASSERT_EQ(moved, wanted) << name << ", lane " << lane;
  }
}

TEST(CopyChoice, TheAtomsMoveWhatTheLanesHold) {
  expect_moves(kA, kRowMajor, "SM75_U32x4_LDSM_N");
  expect_moves(kA, kColumnMajor, "SM75_U16x8_LDSM_T");
  expect_moves(kC, "(16,8):(8,1)", "SM75_U32x2_LDSM_N");
  expect_moves(kA, kRowMajor, "SM90_U32x4_STSM_N");
  expect_moves(kC, "(16,8):(8,1)", "SM90_U32x2_STSM_N");
  expect_moves(kA, kColumnMajor, "SM90_U16x8_STSM_T");
}

}  // namespace
}  // namespace tileglot::advice
