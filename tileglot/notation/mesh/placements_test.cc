// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/placements.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"

namespace tileglot::notation::mesh {
namespace {

std::string canonical_list(std::string_view text) {
  const auto placements = parse_placements(text);
  return placements ? print(*placements) : placements.error()->code;
}

TEST(Placements, EverySpellingIsTheSamePlacements) {
  for (const std::string_view text : {"[Shard(0), Replicate()]", "(Shard(dim=0), Replicate())",
                                      "S(0)R", "[S(0), R]", "Shard(0), Replicate(),"}) {
    EXPECT_EQ(canonical_list(text), "[Shard(0), Replicate()]") << text;
  }
  for (const std::string_view text :
       {"[_StridedShard(dim=0, sf=2), Shard(dim=0)]", "_S(0, 2)S(0)",
        "(_StridedShard(0, split_factor=2), Shard(0))", "_StridedShard(0, 2) Shard(0)"}) {
    EXPECT_EQ(canonical_list(text), "[_StridedShard(0, sf=2), Shard(0)]") << text;
  }
  EXPECT_EQ(canonical_list("RRS(-1)R"), "[Replicate(), Replicate(), Shard(-1), Replicate()]");
  EXPECT_EQ(canonical_list("[]"), "[]");
}

TEST(Placements, AStrideOfOneChunkIsNone) {
  EXPECT_EQ(canonical_list("_S(1, 1)"), "[Shard(1)]");
  EXPECT_EQ(canonical_list("_S(1, 0)"), "mesh.strided");
}

TEST(Placements, SumsAreNotCopies) {
  for (const std::string_view text :
       {"[Partial()]", "[Replicate(), Partial(sum)]", "S(0)P", "_Partial(sum)", "MaskPartial()"}) {
    EXPECT_EQ(canonical_list(text), "mesh.sum") << text;
  }
}

TEST(Placements, OtherTextsAreRefused) {
  EXPECT_EQ(canonical_list(""), "scan.expected");
  EXPECT_EQ(canonical_list("[Shard(0)"), "scan.expected");
  EXPECT_EQ(canonical_list("Shard[0]"), "scan.expected");
  EXPECT_EQ(canonical_list("Shard(x)"), "scan.integer");
  EXPECT_EQ(canonical_list("_S(0)"), "scan.expected");
  EXPECT_EQ(canonical_list("[R] on"), "scan.trailing");
  EXPECT_EQ(canonical_list(std::string(65, 'R')), "mesh.limit");
}

TEST(Placements, PrintedPlacementsAreReadBack) {
  core::check_law("placements_read_back", 20000, [] {
    const Placements placements = *any_placements(*any_mesh(), 3);
    const auto again = parse_placements(print(placements));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == placements);
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
