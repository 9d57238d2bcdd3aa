// SPDX-License-Identifier: Apache-2.0
// npy/item_test.cc: what NumPy's type names mean here.
#include "tileglot/io/npy/item.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/element_type.h"

namespace tileglot::io {
namespace {

using core::ElementType;

/// "4 f32", "2 ?" where the type is not known, or the code of the error.
std::string item_of(std::string_view descr, std::optional<ElementType> named = std::nullopt) {
  const auto item = npy_item(descr, named);
  if (!item) return item.error()->code;
  return std::to_string(item->bytes) + " " +
         (item->type ? std::string(core::name(*item->type)) : "?");
}

TEST(NpyItem, TheHeaderNamesTheTypesOfNumPy) {
  EXPECT_EQ(item_of("|b1"), "1 pred");
  EXPECT_EQ(item_of("|i1"), "1 s8");
  EXPECT_EQ(item_of("<u8"), "8 u64");
  EXPECT_EQ(item_of("<f2"), "2 f16");
  EXPECT_EQ(item_of("<f4"), "4 f32");
  EXPECT_EQ(item_of("<c8"), "8 c64");
  EXPECT_EQ(item_of("<c16"), "16 c128");
  EXPECT_EQ(item_of("<f1"), "1 f8e5m2");
}

TEST(NpyItem, EveryTypeIsReadFromItsOwnDescr) {
  for (const core::ElementTypeRow& row : core::element_types()) {
    const auto item = npy_item(row.npy_descr, row.type);
    ASSERT_TRUE(item.has_value()) << row.name;
    EXPECT_EQ(item->type, row.type);
    EXPECT_EQ(item->bytes * 8, core::npy_bits(row.type)) << row.name;
  }
}

TEST(NpyItem, RawBytesHaveTheTypeThatTheUserNames) {
  EXPECT_EQ(item_of("<V2"), "2 ?");
  EXPECT_EQ(item_of("|V1"), "1 ?");
  EXPECT_EQ(item_of("|V16"), "16 ?");
  EXPECT_EQ(item_of("<V2", ElementType::kBf16), "2 bf16");
  EXPECT_EQ(item_of("<V1", ElementType::kS4), "1 s4");
  EXPECT_EQ(item_of("|V1", ElementType::kF8e4m3fn), "1 f8e4m3fn");
}

TEST(NpyItem, TheUsersWordCountsForTheSameSizeOnly) {
  EXPECT_EQ(item_of("<u2", ElementType::kBf16), "2 bf16");
  EXPECT_EQ(item_of("<f1", ElementType::kF8e4m3), "1 f8e4m3");
  EXPECT_EQ(item_of("<V2", ElementType::kF32), "npy.dtype_size");
  EXPECT_EQ(item_of("<V2", ElementType::kS4), "npy.dtype_size");
  EXPECT_EQ(item_of("<f4", ElementType::kC64), "npy.dtype_size");
}

TEST(NpyItem, TheOrderOfBytesCountsWhereThereIsOne) {
  EXPECT_EQ(item_of("f4"), "4 f32");
  EXPECT_EQ(item_of("=f4"), "4 f32");
  EXPECT_EQ(item_of(">i1"), "1 s8");
  EXPECT_EQ(item_of(">V2"), "npy.big_endian");
  EXPECT_EQ(item_of(">V1"), "1 ?");
  EXPECT_EQ(item_of(">f4"), "npy.big_endian");
  EXPECT_EQ(item_of(">c8"), "npy.big_endian");
  EXPECT_EQ(item_of(">f4", ElementType::kF32), "npy.big_endian");
}

TEST(NpyItem, NamesWrittenByHandAreRead) {
  EXPECT_EQ(item_of("bfloat16"), "2 bf16");
  EXPECT_EQ(item_of("float8_e4m3fn"), "1 f8e4m3fn");
}

TEST(NpyItem, WhatIsNotANumberIsRefused) {
  EXPECT_EQ(item_of("|O"), "npy.object");
  EXPECT_EQ(item_of("|O8"), "npy.descr");
  for (const char* descr :
       {"",        "<",    "<f",      "f",    "<f3",  "<f16", "<c32",
        "|S3",     "<U2",  "<M8[ns]", "<m8",  "<f4x", "<f-4", "<f99999999999999999999",
        "float99", "<<f4", "<f04",    "<f 4", "< f4", "|b2"}) {
    EXPECT_EQ(item_of(descr), "npy.descr") << descr;
  }
  for (const char* descr : {"|V0", "|V3", "<V32", "|V9223372036854775807"}) {
    EXPECT_EQ(item_of(descr), "npy.item_size") << descr;
  }
}

TEST(NpyItem, ALongDoubleHasItsOwnSentence) {
  for (const char* descr : {"<f16", "<f12", "<c32"}) {
    const auto item = npy_item(descr);
    ASSERT_FALSE(item.has_value());
    EXPECT_NE(item.error()->message.find("is a long double"), std::string::npos) << descr;
  }
  EXPECT_EQ(npy_item("<f3").error()->message.find("long double"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::io
