// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/value_type.h"

#include <gtest/gtest.h>

namespace tileglot::notation::cute {
namespace {

TEST(ValueType, ATypeIsFoundByItsLettersAndByItsCppName) {
  EXPECT_EQ(type_by_letters("BF16BF16F32"), ValueType::kBf16);
  EXPECT_EQ(type_by_letters("S8S8S32"), ValueType::kS8);
  EXPECT_EQ(type_by_letters("GC64C64"), ValueType::kGaussF64);
  EXPECT_EQ(type_by_letters("X8"), std::nullopt);
  EXPECT_EQ(type_by_cpp("cutlass::half_t"), ValueType::kF16);
  EXPECT_EQ(type_by_cpp("cutlass::complex<cutlass::half_t>"), ValueType::kComplexF16);
  EXPECT_EQ(type_by_cpp("complex<>"), std::nullopt);
  EXPECT_EQ(type_by_cpp("half"), std::nullopt);
}

TEST(ValueType, EveryRowIsFoundByEachOfItsNames) {
  for (const ValueTypeRow& row : kValueTypes) {
    EXPECT_EQ(&row_of(row.type), &row);
    EXPECT_EQ(type_by_name(row.name), row.type);
    EXPECT_EQ(type_by_cpp(row.cpp), row.type) << row.cpp;
    if (row.letters.empty()) continue;
    EXPECT_EQ(type_by_letters(row.letters), row.type) << row.letters;
  }
}

}  // namespace
}  // namespace tileglot::notation::cute
