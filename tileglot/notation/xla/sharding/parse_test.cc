// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/parse.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/sharding/print.h"

namespace tileglot::notation::xla {
namespace {

std::string form(std::string_view text) {
  const auto read = parse_sharding(text);
  return read ? print(*read) : read.error()->code;
}

/// The code of the refusal and what it points at.
std::string refused(std::string_view text) {
  const auto read = parse_sharding(text);
  if (read) return "read as " + print(*read);
  if (!read.error()->span) return read.error()->code;
  const auto [begin, end] = *read.error()->span;
  return fmt::format("{} at '{}'", read.error()->code, text.substr(begin, end - begin));
}

TEST(ParseSharding, EveryFormReadsAsItself) {
  for (const std::string_view text :
       {"{replicated}", "{maximal device=42}", "{maximal device=-1}", "{manual}", "{unknown}",
        "{unreduced}", "{devices=[2,2]0,1,2,3}", "{devices=[2,2]<=[4]}",
        "{devices=[2,2]<=[2,2]T(1,0)}", "{devices=[2,2]<=[4] last_tile_dim_replicate}",
        "{devices=[2,2,2]<=[8] last_tile_dims={manual, replicated}}",
        "{devices=[2,2,2]<=[8] last_tile_dims={unreduced}}", "{manual shard_as 1}",
        "{devices=[2]<=[2] shard_like 10}", "{{replicated}, {devices=[2]1,0}}", "{}",
        "{{manual}, {manual}, {manual}, {manual}, {manual}, /*index=5*/{manual}}"}) {
    EXPECT_EQ(form(text), text);
  }
}

TEST(ParseSharding, WhatMeansTheSameReadsTheSame) {
  EXPECT_EQ(form("{last_tile_dim_replicate devices=[1,4]<=[4]}"), "{replicated}");
  EXPECT_EQ(form("{device=3 maximal}"), "{maximal device=3}");
  EXPECT_EQ(form(" { devices=[ 2 , 2 ] <= [ 2, 2 ] T ( 0, 1 ) } "), "{devices=[2,2]<=[4]}");
  EXPECT_EQ(form("{devices=[2]<=[2] last_tile_dims={}}"), "{devices=[2]<=[2]}");
}

TEST(ParseSharding, WordsGoBeforeTiles) {
  EXPECT_EQ(form("{manual unknown}"), "{manual}");
  EXPECT_EQ(form("{unreduced manual maximal replicated}"), "{replicated}");
  EXPECT_EQ(form("{replicated devices=[2]<=[2]}"), "{replicated}");
  EXPECT_EQ(form("{devices=[2]<=[2] unreduced}"), "{unreduced}");
}

TEST(ParseSharding, TheLastShardGroupCounts) {
  EXPECT_EQ(form("{replicated shard_as 1 shard_like 2}"), "{replicated shard_as 2}");
  EXPECT_EQ(form("{replicated shard_like 1 shard_like 2}"), "{replicated shard_like 2}");
  EXPECT_EQ(form("{replicated shard_like 2 shard_as 1}"), "{replicated shard_as 1}");
}

TEST(ParseSharding, MetadataIsKept) {
  const auto shown = [](std::string_view text) {
    const auto read = parse_sharding(text);
    return read ? print(*read, MetadataText::kShown) : read.error()->code;
  };
  for (
      const std::string_view text :
      {R"({replicated metadata={op_name="a" source_line=3}})",
       R"({unknown metadata={source_file="f" source_line=1 source_end_line=2 source_column=3 source_end_column=4 deduplicated_name="d" scheduling_name="s" stack_frame_id=5}})",
       R"({manual metadata={{op_type="t"}, {source_file="f\"\\\n\t\001\377"}}})",
       R"({devices=[2]<=[2] shard_as 1 metadata={}})"}) {
    EXPECT_EQ(shown(text), text);
  }
  EXPECT_EQ(form(R"({replicated metadata={op_name="a"}})"), "{replicated}");
  EXPECT_EQ(shown(R"({replicated metadata={op_name="\x"}})"), "xla.quoted");
  EXPECT_EQ(shown(R"({replicated metadata={op_name="a)"), "xla.quoted");
  EXPECT_EQ(shown(R"({replicated metadata={op_name=a}})"), "xla.quoted");
  EXPECT_EQ(shown(R"({replicated metadata={op_name="\)"), "xla.quoted");
  EXPECT_EQ(shown("{replicated metadata={colour=3}}"), "xla.metadata");
  EXPECT_EQ(shown("{replicated metadata={source_line=x}}"), "scan.integer");
}

TEST(ParseSharding, ErrorsPointAtWhatIsWrong) {
  EXPECT_EQ(refused("{maximal}"), "xla.sharding at '{maximal}'");
  EXPECT_EQ(refused("{maximal devices=[2]0,1}"), "xla.sharding at 'devices=[2]0,1'");
  EXPECT_EQ(refused("{replicated device=1}"), "xla.sharding at 'device=1'");
  EXPECT_EQ(refused("{shard_as 1}"), "xla.sharding at '{shard_as 1}'");
  EXPECT_EQ(refused("{devices=[1]0}"), "xla.sharding at 'devices=[1]0'");
  EXPECT_EQ(refused("{device=3 devices=[2]<=[2]}"), "xla.sharding at 'devices=[2]<=[2]'");
  EXPECT_EQ(refused("{devices=[2]<=[2] last_tile_dim_replicate last_tile_dims={manual}}"),
            "xla.sharding at 'last_tile_dims={manual}'");
  EXPECT_EQ(refused("{devices=[2,2]<=[5] manua}"), "xla.sharding at 'manua'");
  EXPECT_EQ(refused("{deviceP=[2]<=[2]}"), "xla.sharding at 'deviceP'");
  EXPECT_EQ(refused("{devices =[2]<=[2]}"), "xla.sharding at 'devices'");
  EXPECT_EQ(refused("{devices=[2]<=[2] last_tile_dims={eplicated}}"),
            "xla.sharding at 'eplicated'");
  EXPECT_EQ(refused("{devices=[2]<=[2] last_tile_dims={maximal}}"), "xla.sharding at 'maximal'");
  EXPECT_EQ(refused("{devices=[2,2]<=[4]T(0)}"), "xla.sharding at 'T'");
  EXPECT_EQ(refused("{devices=[2,2]<=[2,2]}"), "xla.sharding at '}'");
  EXPECT_EQ(refused("{devices=[2,2]<=[5]}"), "xla.tiles at 'devices=[2,2]<=[5]'");
  EXPECT_EQ(refused("{devices=[2,2]0,1,2}"), "xla.tiles at 'devices=[2,2]0,1,2'");
  EXPECT_EQ(refused("{devices=[2,2]<=[2,2]T(1,1)}"), "xla.devices at 'devices=[2,2]<=[2,2]T(1,1)'");
  EXPECT_EQ(refused("{replicated,}"), "xla.sharding at ','");
  EXPECT_EQ(refused("{replicated}}"), "xla.trailing at '}'");
  EXPECT_EQ(refused("devices=[2,2]<=[4]}"), "scan.expected at 'd'");
  EXPECT_EQ(refused("{devices=[2,2]<=[]}"), "scan.integer at ']'");
  EXPECT_EQ(refused("{{replicated}, manual}"), "scan.expected at 'm'");
  EXPECT_EQ(refused("{{{replicated}}}"), "xla.sharding at '{'");
}

TEST(ParseSharding, HugeTextsAreRefused) {
  EXPECT_EQ(form(std::string(kMaxTextBytes + 1, ' ')), "xla.limit");
  std::string dims = "1";
  std::string kinds = "manual";
  for (std::size_t i = 0; i < kMaxRank; ++i) dims += ",1", kinds += ",manual";
  EXPECT_EQ(form("{devices=[" + dims + "]<=[1]}"), "xla.limit");
  EXPECT_EQ(form("{devices=[1]<=[1] last_tile_dims={" + kinds + "}}"), "xla.limit");
  EXPECT_EQ(form("{devices=[1]<=[" + dims + "]T(" + dims + ")}"), "xla.limit");
  std::string tuple = "{{manual}";
  for (std::size_t i = 0; i < kMaxShapes; ++i) tuple += ",{manual}";
  EXPECT_EQ(form(tuple + "}"), "xla.limit");
}

TEST(ParseSharding, OrdersThatMustBeListedAreBoundedTogether) {
  // 3 * 2^18 devices each, in groups of 3 that end inside the digit 2^18.
  const std::string one = "{devices=[262144,3]<=[262144,3]T(1,0) last_tile_dim_replicate}";
  EXPECT_EQ(form(one).substr(0, 21), "{devices=[262144,3]0,");
  EXPECT_EQ(form("{" + one + ", " + one + "}"), "xla.limit");
}

TEST(ParseSharding, AShardingInsideATextIsReadUpToItsEnd) {
  core::Scanner scanner("{manual}, x");
  ASSERT_TRUE(parse_sharding_at(scanner));
  EXPECT_TRUE(scanner.accept(","));
}

}  // namespace
}  // namespace tileglot::notation::xla
