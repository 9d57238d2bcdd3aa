// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/digest_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/relayout/digest/text.h"

namespace tileglot::api {
namespace {

constexpr const char* kOneToSix = "tg1:8[2,3]:6:17e5e997b5361fe0da99b2ab0354ebb0";

NamedDigest named(const std::string& name) {
  return {name, *relayout::digest::parse_digest(kOneToSix)};
}

std::string refusal_of(std::string_view text) {
  const auto tensors = parse_lines(text, "a.txt");
  return tensors ? "" : tensors.error()->code + ": " + tensors.error()->message;
}

TEST(DigestLines, LinesAreReadAsTheyWereWritten) {
  EXPECT_EQ(line_of(named("w")), std::string(kOneToSix) + " w\n");
  const NamedDigests tensors{named(""), named("\"a\""), named("a b"), named("b\nc"), named("w")};
  std::string text;
  for (const NamedDigest& tensor : tensors) text += line_of(tensor);
  EXPECT_EQ(*parse_lines(text, "a.txt"), tensors);
  text += line_of_model(*digest_of_model(tensors));
  EXPECT_TRUE(begin_as_lines(text));
  EXPECT_EQ(*parse_lines(text, "a.txt"), tensors);
}

TEST(DigestLines, TheModelIsTheDigestOfTheLines) {
  const NamedDigests tensors{named("a"), named("w")};
  EXPECT_EQ(line_of_model(*digest_of_model(tensors)),
            "model tg1:8[96]:96:4c8cd2139ace023e11914ac0fd420a80\n");
  EXPECT_EQ(line_of_model(*digest_of_model({})),
            "model tg1:8[0]:0:00000000000000000000000000000000\n");
}

TEST(DigestLines, OrderAndLineEndsDoNotMatter) {
  const std::string lines = line_of(named("w")) + "\n" + kOneToSix + " a\r\n" +
                            line_of_model(*digest_of_model({named("a"), named("w")}));
  EXPECT_EQ(*parse_lines(lines, "a.txt"), (NamedDigests{named("a"), named("w")}));
}

TEST(DigestLines, WhatIsNotALineIsRefusedWithItsNumber) {
  const std::string line = line_of(named("w"));
  EXPECT_EQ(refusal_of(line + "w 1\n"), "digest.lines: 'a.txt': line 2 is not a digest and a name");
  EXPECT_EQ(refusal_of(kOneToSix), "digest.lines: 'a.txt': line 1 is not a digest and a name");
  EXPECT_EQ(refusal_of(line + "tg1:8[2,3]:7 w\n").substr(0, 28), "digest.text: 'a.txt': line 2");
  EXPECT_EQ(refusal_of(std::string(kOneToSix) + " \"w\n"),
            "digest.lines: 'a.txt': line 1 has a name that is not a JSON string");
  EXPECT_EQ(refusal_of(line + line), "digest.lines: 'a.txt' has 'w' twice");
  const std::string model = line_of_model(*digest_of_model({named("w")}));
  EXPECT_EQ(refusal_of(model + line),
            "digest.lines: 'a.txt': line 2 comes after the line of the model");
  EXPECT_EQ(refusal_of(line_of(named("v")) + model),
            "digest.lines: 'a.txt': line 2 is not the digest of the lines above it");
}

}  // namespace
}  // namespace tileglot::api
