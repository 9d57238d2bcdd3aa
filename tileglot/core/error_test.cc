// SPDX-License-Identifier: Apache-2.0
// error_test.cc: errors travel through TILEGLOT_TRY unchanged.
#include "tileglot/core/error.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace tileglot::core {
namespace {

const Error kRefusal{{.code = "test.odd",
                      .message = "3 is odd",
                      .span = Span{1, 2},
                      .help = "write 4",
                      .witness = "3 = 2 * 1 + 1"}};

Result<int> half(int number) {
  if (number % 2 != 0) return fail(kRefusal);
  return number / 2;
}

Status check_even(int number) {
  TILEGLOT_TRY_STATUS(half(number));
  return {};
}

Result<std::string> quarter(int number) {
  TILEGLOT_TRY_STATUS(check_even(number));
  TILEGLOT_TRY(once, half(number));
  TILEGLOT_TRY(twice, half(once));
  return std::to_string(twice);
}

Result<std::unique_ptr<int>> boxed(int number) {
  TILEGLOT_TRY(value, half(number));
  return std::make_unique<int>(value);
}

Result<int> unboxed(int number) {
  TILEGLOT_TRY(box, boxed(number));
  const std::unique_ptr<int> owned = std::move(box);
  return *owned;
}

TEST(Error, TryHandsOverTheValue) {
  EXPECT_EQ(quarter(12), "3");
  EXPECT_TRUE(check_even(2).has_value());
  EXPECT_EQ(unboxed(8), 4) << "a value that can only be moved";
}

TEST(Error, TryReturnsTheWholeError) {
  EXPECT_EQ(quarter(3).error(), kRefusal);
  EXPECT_EQ(quarter(6).error(), kRefusal) << "from the second step";
  EXPECT_EQ(check_even(5).error(), kRefusal);
  EXPECT_EQ(unboxed(1).error(), kRefusal);
}

TEST(Error, ErrorsThatDifferInOneFieldAreDifferent) {
  Error other = kRefusal;
  other->span = Span{1, 3};
  EXPECT_NE(other, kRefusal);
}

}  // namespace
}  // namespace tileglot::core
