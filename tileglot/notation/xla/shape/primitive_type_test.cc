// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/primitive_type.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/core/element_type.h"

namespace tileglot::notation::xla {
namespace {

// "every name reads back as its type"
TEST(PrimitiveType, EveryNameReadsBackAsItsType) {
  int words = 0;
  for (int i = 0; i < kPrimitiveTypeCount; ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    const auto found = primitive_type_named(name_of(type));
    if (!found) continue;
    EXPECT_EQ(*found, type) << name_of(type);
    ++words;
  }
  EXPECT_EQ(words, 32);  // 30 element types, token and opaque
}

TEST(PrimitiveType, TupleBufferAndOtherWordsAreNotTypeNames) {
  for (const char* word : {"", "tuple", "buffer", "primitive_type_invalid", "F32", "f33", "b"}) {
    EXPECT_FALSE(primitive_type_named(word)) << word;
  }
}

TEST(PrimitiveType, ElementTypesCarryXlasNameInCoreToo) {
  for (int i = 0; i < kPrimitiveTypeCount; ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    const auto element = element_type_of(type);
    EXPECT_EQ(element.has_value(), is_element_type(type));
    if (!element) continue;
    EXPECT_EQ(core::name_in(core::TypeNotation::kXla, *element), name_of(type));
    EXPECT_EQ(primitive_type_of(*element), type);
  }
}

TEST(PrimitiveType, TypesThatXlaLacksHaveNone) {
  EXPECT_FALSE(primitive_type_of(core::ElementType::kF6e2m3fn));
}

TEST(PrimitiveType, OnlySignedAndUnsignedIntegersAreIntegral) {
  std::string names;
  for (int i = 0; i < kPrimitiveTypeCount; ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    if (is_integral(type)) names += std::string(name_of(type)) + " ";
  }
  EXPECT_EQ(names, "s8 s16 s32 s64 u8 u16 u32 u64 s4 u4 s2 u2 s1 u1 ");
}

}  // namespace
}  // namespace tileglot::notation::xla
