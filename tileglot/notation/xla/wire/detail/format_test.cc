// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/wire/detail/writer.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string written(std::uint32_t field, std::int64_t value) {
  WireWriter out;
  out.number(field, value);
  return to_hex(out.take());
}

TEST(WireFormat, FieldsAreWrittenAsTheEncodingSays) {
  EXPECT_EQ(written(16, 1), "800101");
  EXPECT_EQ(written(1, 150), "089601");
  EXPECT_EQ(written(1, -1), "08ffffffffffffffffff01");
  EXPECT_EQ(written(1, 0), "");
  WireWriter out;
  out.numbers(1, Numbers{1, 300});
  out.numbers(2, Numbers{});
  out.bytes(3, "");
  EXPECT_EQ(to_hex(out.take()), "0a0301ac021a00");
}

TEST(WireFormat, FieldsAreReadAsTheEncodingSays) {
  const std::string bytes = *from_hex("0a020100 08 ffffffffffffffffff01");
  WireReader reader(bytes);
  const auto packed = reader.next();
  ASSERT_TRUE(packed && *packed);
  Numbers numbers;
  ASSERT_TRUE(append_numbers(**packed, numbers));
  EXPECT_EQ(numbers, (Numbers{1, 0}));
  const auto single = reader.next();
  ASSERT_TRUE(single && *single);
  ASSERT_TRUE(append_numbers(**single, numbers));
  EXPECT_EQ(numbers, (Numbers{1, 0, -1}));
  EXPECT_FALSE(reader.next()->has_value());
}

TEST(WireFormat, WhatNobodyKnowsIsPassedOver) {
  // A 64-bit word, a 32-bit word, a group that holds a group, then field 1.
  const std::string bytes = *from_hex("11 0000000000000000 1d 00000000 23 2b 0805 2c 24 0807");
  WireReader reader(bytes);
  Numbers numbers;
  while (!reader.at_end()) {
    const auto field = reader.next();
    ASSERT_TRUE(field) << field.error()->message;
    if (!field->has_value() || (*field)->number != 1) continue;
    ASSERT_TRUE(append_numbers(**field, numbers));
  }
  EXPECT_EQ(numbers, Numbers{7});
}

/// The code with which the first field is refused.
std::string refused(std::string_view hex) {
  const std::string bytes = *from_hex(hex);
  const auto field = WireReader(bytes).next();
  return field ? "" : field.error()->code;
}

TEST(WireFormat, DamagedBytesAreRefused) {
  EXPECT_EQ(refused("08"), "wire.truncated");
  EXPECT_EQ(refused("0a05 0102"), "wire.truncated");
  EXPECT_EQ(refused("0affffffffffffffffff01"), "wire.truncated");
  EXPECT_EQ(refused("09 00000000"), "wire.truncated");
  EXPECT_EQ(refused("08 ffffffffffffffffffff01"), "wire.varint");
  EXPECT_EQ(refused("00"), "wire.field");
  EXPECT_EQ(refused("0f"), "wire.field");
  EXPECT_EQ(refused("f8ffffff7f 00"), "wire.field");
  EXPECT_EQ(refused("0b 08 01"), "wire.group");
  EXPECT_EQ(refused("0b 14"), "wire.group");
  EXPECT_EQ(refused("0c"), "wire.group");
}

TEST(WireFormat, GroupsAreNotFollowedForEver) {
  std::string open;
  for (int i = 0; i < 100; ++i) open += "0b";
  EXPECT_EQ(refused(open), "wire.group");
}

}  // namespace
}  // namespace tileglot::notation::xla
