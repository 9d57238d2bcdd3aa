// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest {
namespace {

constexpr std::string_view kOneToSix = "tg1:8[2,3]:6:17e5e997b5361fe0da99b2ab0354ebb0";

TEST(DigestText, ADigestIsOneLine) {
  const Digest digest{{2, 3}, 8, 6, 0x17e5e997b5361fe0, 0xda99b2ab0354ebb0};
  EXPECT_EQ(print(digest), kOneToSix);
  EXPECT_EQ(*parse_digest(kOneToSix), digest);
  const Digest scalar{{}, 128, 1, 10, 0};
  EXPECT_EQ(print(scalar), "tg1:128[]:1:000000000000000a0000000000000000");
  EXPECT_EQ(*parse_digest(print(scalar)), scalar);
}

void expect_refused(const std::string& text, const std::string& message, std::size_t at) {
  const auto digest = parse_digest(text);
  ASSERT_FALSE(digest.has_value()) << text;
  EXPECT_EQ(digest.error()->code, "digest.text");
  EXPECT_EQ(digest.error()->message, message + " in a digest");
  ASSERT_TRUE(digest.error()->span.has_value());
  EXPECT_EQ(digest.error()->span->begin, at) << text;
}

TEST(DigestText, WhatIsNotADigestIsRefusedWithItsPlace) {
  const std::string sums(32, '0');
  expect_refused("", "expected 'tg1:'", 0);
  expect_refused("tg2:8[2,3]:6:" + sums, "expected 'tg1:'", 0);
  expect_refused("tg1:[2,3]:6:" + sums, "expected the bits of an element", 4);
  expect_refused("tg1:12[2,3]:6:" + sums, "12 bits of an element", 4);
  expect_refused("tg1:256[2,3]:6:" + sums, "256 bits of an element", 4);
  expect_refused("tg1:8(2,3):6:" + sums, "expected '['", 5);
  expect_refused("tg1:8[2, 3]:6:" + sums, "expected an extent", 8);
  expect_refused("tg1:8[2,-3]:6:" + sums, "expected an extent", 8);
  expect_refused("tg1:8[02,3]:6:" + sums, "an extent has a leading 0", 6);
  expect_refused("tg1:8[2,9223372036854775808]:6:" + sums, "an extent is above 2^63-1", 8);
  expect_refused("tg1:8[4294967296,4294967296]:6:" + sums, "an array of more than 2^63-1 bits", 4);
  expect_refused("tg1:8[2,3]:7:" + sums, "7 elements, of an array of 6,", 11);
  expect_refused("tg1:8[2,3]:6:" + sums.substr(1),
                 "expected two sums of 16 digits each, 0-9 and a-f", 29);
  expect_refused("tg1:8[2,3]:6:" + std::string(32, 'A'),
                 "expected two sums of 16 digits each, 0-9 and a-f", 13);
  expect_refused("tg1:8[2,3]:6:" + sums + " ", "expected the end of the text", 45);
}

TEST(DigestText, ExtentsAreLimited) {
  std::string extents = "1";
  for (int i = 1; i < 1024; ++i) extents += ",1";
  const std::string sums(32, '0');
  EXPECT_TRUE(parse_digest("tg1:8[" + extents + "]:1:" + sums).has_value());
  expect_refused("tg1:8[" + extents + ",1]:1:" + sums, "more than 1024 extents", 2054);
}

TEST(DigestText, WhatIsPrintedIsParsed) {
  core::check_law("digest_text_is_the_digest", 10000, [] {
    Digest digest;
    digest.element_bits = *rc::gen::element(1, 2, 4, 8, 16, 32, 64, 128);
    const auto rank = *rc::gen::inRange(0, 5);
    for (int k = 0; k < rank; ++k)
      digest.extents.push_back(*rc::gen::resize(100, rc::gen::inRange<std::int64_t>(0, 2000)));
    digest.elements =
        *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(0, digest.all_elements() + 1));
    digest.first = *rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>());
    digest.second = *rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>());
    const auto parsed = parse_digest(print(digest));
    ASSERT_TRUE(parsed.has_value()) << print(digest);
    EXPECT_EQ(*parsed, digest);
  });
}

}  // namespace
}  // namespace tileglot::relayout::digest
