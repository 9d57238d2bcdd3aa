// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/sharding_wire.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/sharding/any_sharding.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/wire/detail/fields.h"
#include "tileglot/notation/xla/wire/detail/writer.h"
#include "tileglot/notation/xla/wire/hex.h"

namespace tileglot::notation::xla {
namespace {

std::string bytes_of(std::string_view text) { return to_hex(to_wire(*parse_sharding(text))); }

/// The text of the sharding in these bytes, or the code of the refusal.
std::string sharding_in(std::string_view hex) {
  const auto sharding = sharding_from_wire(*from_hex(hex));
  return sharding ? print(*sharding, MetadataText::kShown) : sharding.error()->code;
}

TEST(ShardingWire, WorkedExamples) {
  EXPECT_EQ(bytes_of("{devices=[2,2]<=[4]}"), "08031a0202024a0104520100");
  EXPECT_EQ(bytes_of("{maximal device=-1}"), "0801220affffffffffffffffff01");
  EXPECT_EQ(bytes_of("{{replicated}, {manual}}"), "08022a002a020804");
  EXPECT_EQ(bytes_of("{unknown shard_like 10}"), "08055801600a6801");
  EXPECT_EQ(bytes_of("{devices=[2,2]0,1,2,3 last_tile_dim_replicate}"),
            "08031a0202022204000102033001");
  EXPECT_EQ(bytes_of(R"({replicated metadata={op_name="abc"}})"), "3a051203616263");
}

TEST(ShardingWire, WhatIsWrittenIsRead) {
  core::check_law("xla_sharding_wire_round_trip", 20000, [] {
    const Sharding sharding = *any_sharding();
    const auto again = sharding_from_wire(to_wire(sharding));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == sharding);
  });
}

TEST(ShardingWire, OtherWritersAreRead) {
  EXPECT_EQ(sharding_in(""), "{replicated}");
  EXPECT_EQ(sharding_in("0803 1802 1801 2001 2000"), "{devices=[2,1]1,0}");  // one by one
  EXPECT_EQ(sharding_in("0803 1a020202 4a020202 52020001"), "{devices=[2,2]<=[4]}");
  EXPECT_EQ(sharding_in("0803 1a020104 4a0104 520100 3001"), "{replicated}");
  EXPECT_EQ(sharding_in("0803 1a0101 220105"), "{maximal device=5}");
  EXPECT_EQ(sharding_in("0804 1a0101 220105"), "{manual}");
  EXPECT_EQ(sharding_in("0800 6007 6801"), "{replicated}");  // no group without field 11
}

TEST(ShardingWire, MetadataIsWrittenInTheOrderOfItsNumbers) {
  EXPECT_EQ(
      bytes_of(R"({replicated metadata={source_column=3 deduplicated_name="d" source_line=1}})"),
      "3a082001620164900103");
}

TEST(ShardingWire, UnknownMetadataIsCarriedOn) {
  const std::string bytes = *from_hex("3a09 1203616263 4805 2003");
  const auto sharding = sharding_from_wire(bytes);
  ASSERT_TRUE(sharding);
  EXPECT_EQ(sharding->metadata[0].source_line, 3);
  EXPECT_EQ(to_hex(to_wire(*sharding)), "3a09120361626320034805");
}

TEST(ShardingWire, WhatNoShardingSaysIsRefused) {
  EXPECT_EQ(sharding_in("0807"), "wire.value");
  EXPECT_EQ(sharding_in("08ffffffffffffffffff01"), "wire.value");
  EXPECT_EQ(sharding_in("0803"), "wire.sharding");
  EXPECT_EQ(sharding_in("0801"), "wire.sharding");
  EXPECT_EQ(sharding_in("0801 22020102"), "wire.sharding");
  EXPECT_EQ(sharding_in("0803 1a0102 22020001 4a0102 520100"), "wire.sharding");
  EXPECT_EQ(sharding_in("0803 1a0102 22020001 3001 420104"), "wire.sharding");
  EXPECT_EQ(sharding_in("0802 3a00"), "wire.sharding");
  EXPECT_EQ(sharding_in("0803 1a0102 22020001 420105"), "wire.value");
  EXPECT_EQ(sharding_in("5801 6802"), "wire.value");
  EXPECT_EQ(sharding_in("0803 1a0103 22020001"), "xla.tiles");
  EXPECT_EQ(sharding_in("0803 1a020202 4a0104"), "xla.devices");
  EXPECT_EQ(sharding_in("0803 1a020202 4a020202 52020101"), "xla.devices");
  EXPECT_EQ(sharding_in("0803 1a"), "wire.truncated");
  // {mesh['a'=2], [{'a'}]}
  EXPECT_EQ(sharding_in("720f 12070a050a01611002 1a040a001001"), "xla.sharding");
}

TEST(ShardingWire, ATupleInATupleHasBytesAndNoTextThatReadsBack) {
  const std::string bytes = *from_hex("0802 2a020802");
  const Sharding nested = *sharding_from_wire(bytes);
  EXPECT_EQ(to_wire(nested), bytes);
  EXPECT_EQ(print(nested), "{{}}");
  EXPECT_EQ(parse_sharding("{{}}").error()->code, "xla.sharding");
}

TEST(ShardingWire, DeepTuplesAreRefused) {
  std::string nested;
  for (std::size_t i = 0; i < 2 * kMaxDepth; ++i) {
    WireWriter out;
    out.number(kShardingType, 2);
    out.bytes(kTupleShardings, nested);
    nested = out.take();
  }
  EXPECT_EQ(sharding_in(to_hex(nested)), "xla.limit");
}

TEST(ShardingWire, OrdersThatMustBeListedAreBoundedTogether) {
  // 3 * 2^18 devices, in groups of 3 that end inside the digit 2^18.
  const std::string one = *from_hex("0803 1a0480801003 3001 4a0480801003 52020100");
  EXPECT_EQ(sharding_from_wire(one)->tiles.devices.size(), std::size_t{786432});
  WireWriter tuple;
  tuple.number(kShardingType, 2);
  tuple.bytes(kTupleShardings, one);
  tuple.bytes(kTupleShardings, one);
  EXPECT_EQ(sharding_in(to_hex(tuple.take())), "xla.limit");
}

}  // namespace
}  // namespace tileglot::notation::xla
