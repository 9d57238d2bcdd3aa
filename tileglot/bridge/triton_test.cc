// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/values.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/triton/padded_offset.h"

namespace tileglot::bridge {
namespace {

constexpr std::string_view kBlocked =
    "#ttg.blocked<{sizePerThread=[1,4],threadsPerWarp=[4,8],warpsPerCTA=[4,1],order=[1,0]}>";

/// The layout's text, or the code of the refusal.
std::string lowered(std::string_view text, std::string_view tensor = {}) {
  const auto of = tensor.empty() ? std::nullopt : std::optional(*parse_tensor(tensor));
  const auto layout = lower_attribute(text, of);
  return layout ? print(*layout) : layout.error()->code;
}

TEST(Triton, AnAttributeWithATensorIsALayout) {
  EXPECT_EQ(lowered(kBlocked, "tensor<16x32xf16>"),
            "{register: [[0,1],[0,2]], lane: [[0,4],[0,8],[0,16],[1,0],[2,0]], "
            "warp: [[4,0],[8,0]], block: []} -> {dim0: 16, dim1: 32}");
  EXPECT_EQ(lowered(kBlocked, "f16[16,32]"), lowered(kBlocked, "16x32xf16"));
  const auto layout = parse_layout(kBlocked, {.tensor = *parse_tensor("tensor<16x32xf16>")});
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(print(*layout), lowered(kBlocked, "tensor<16x32xf16>"));
}

TEST(Triton, AnAttributeOfBasisVectorsHasAShapeOfItsOwn) {
  EXPECT_EQ(lowered("#ttg.shared_linear<{offset = [[0,1],[1,1]]}, alignment = 16>"),
            "{offset: [[0,1],[1,1]], block: []} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(lowered("#ttg.linear<{register = [[0,1]], lane = [[1,0]], warp = [], block = []}>"),
            "{register: [[0,1]], lane: [[1,0]], warp: [], block: []} -> {dim0: 2, dim1: 2}");
}

TEST(Triton, WithoutATensorTheHelpShowsOne) {
  const auto refused = lower_attribute(kBlocked, std::nullopt);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "triton.shape_missing");
  EXPECT_EQ(refused.error()->message, "#ttg.blocked does not say which tensor it is for");
  EXPECT_EQ(refused.error()->help, "add -t 'tensor<16x32xf16>'");
  const auto memory = lower_attribute(
      "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0]}>", std::nullopt);
  EXPECT_EQ(memory.error()->help, "add -t '!ttg.memdesc<16x32xf16>'");
}

TEST(Triton, ATensorThatDoesNotFitIsRefused) {
  EXPECT_EQ(lowered(kBlocked, "tensor<16xf16>"), "triton.rank");
  EXPECT_EQ(lowered(kBlocked, "tensor<16x33xf16>"), "triton.shape");
  EXPECT_EQ(lowered(kBlocked, "!ttg.memdesc<16x32xf16>"), "triton.type");
  EXPECT_EQ(lowered("#ttg.blocked<{", "16x32xf16"), "triton.syntax");
}

TEST(Triton, RowsFollowedByAGapAreStrided) {
  const std::string_view padded = "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [16, 64]}>";
  EXPECT_EQ(lowered(padded, "!ttg.memdesc<16x64xf16>"), "(16,64):(72,1)");
  EXPECT_EQ(lowered(padded), "(16,64):(72,1)");
}

/// Against the notation's own addresses, on every element.
TEST(Triton, PlacesOfPaddedMemoryAreThoseOfPaddedOffsets) {
  const std::string bases = "offset = [[0,1],[0,2],[1,0],[2,0],[0,4],[4,0]], block = []";
  const auto padded = parse_layout("#ttg.padded_shared<[4:+2, 16:+4] {" + bases + "}>");
  ASSERT_TRUE(padded.has_value()) << padded.error()->message;
  const auto whole = parse_layout("#ttg.shared_linear<{" + bases + "}, alignment = 16>");
  const map::IndexMap offsets = *memory_map(*whole);
  const auto places = values_of(*padded, 64, Via::kNotation);
  ASSERT_TRUE(places.has_value());
  const std::vector<notation::triton::Padding> paddings{{4, 2}, {16, 4}};
  for (std::int64_t n = 0; n < 64; ++n) {
    EXPECT_EQ(places->offsets[static_cast<std::size_t>(n)],
              *notation::triton::padded_offset(paddings, offsets(map::Coordinate{n % 8, n / 8})));
  }
}

}  // namespace
}  // namespace tileglot::bridge
