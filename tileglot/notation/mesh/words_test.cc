// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/words.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/notation/mesh/mesh_text.h"

namespace tileglot::notation::mesh {
namespace {

constexpr std::string_view kSharding = "NamedSharding(mesh=Mesh('x': 4), spec=P('x'))";

TEST(Words, WordsAreToldApartByHowTheyBegin) {
  EXPECT_TRUE(std::holds_alternative<PartitionSpec>(*parse_words("P('x')")));
  EXPECT_TRUE(std::holds_alternative<Placements>(*parse_words("S(0)R")));
  EXPECT_TRUE(std::holds_alternative<NamedSharding>(*parse_words(kSharding)));
  EXPECT_EQ(print(*parse_words("S(0)R")), "[Shard(0), Replicate()]");
  EXPECT_EQ(print(*parse_words(kSharding)), kSharding);
  EXPECT_FALSE(parse_words("{devices=[4]<=[4]}"));
}

TEST(Words, TextsThatAreWordsLookLikeThem) {
  for (const std::string_view text :
       {"P()", "PartitionSpec('x')", "P(oops", "NamedSharding(", "[Shard(0), Replicate()]",
        "(Shard(dim=0),)", "S(0)R", "RS(0)", "RR", "[R]", "_S(0, 2)S(0)", "R_S(0, 2)",
        "Partial(sum)", "Replicate()", "RP"}) {
    EXPECT_TRUE(looks_like_words(text)) << text;
  }
}

TEST(Words, OtherNotationsDoNot) {
  for (const std::string_view text :
       {"", "{devices=[4]<=[4]}", "(4,2):(1,4)", "f32[3,5]{1,0}", "[8,6]", "S", "P", "NHWC",
        "row_major", "R2", "layout_right", "()", "shape=(2,3) order=C", "memref<3x5xf32>",
        "{replicated}", "Sw<1,2,3>"}) {
    EXPECT_FALSE(looks_like_words(text)) << text;
  }
}

TEST(Words, AShardingBringsItsMesh) {
  const auto sharding = parse_words(kSharding);
  const auto own = cut_on(*sharding, std::nullopt, 1);
  ASSERT_TRUE(own);
  EXPECT_EQ(print(own->mesh), "x=4");
  EXPECT_EQ(cut_on(*sharding, *parse_mesh("x=4"), 1), *own);
  EXPECT_EQ(cut_on(*sharding, *parse_mesh("x=2"), 1).error()->code, "mesh.two_meshes");
  EXPECT_EQ(cut_on(*parse_words("P('x')"), std::nullopt, 1).error()->code, "mesh.no_mesh");
  EXPECT_EQ(cut_on(*parse_words("P('x')"), *parse_mesh("x=4"), 1)->cut, own->cut);
}

}  // namespace
}  // namespace tileglot::notation::mesh
