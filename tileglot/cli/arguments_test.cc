// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/arguments.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tileglot/cli/whole_program.h"
#include "tileglot/core/error.h"

namespace tileglot::cli {
namespace {

using Words = std::vector<const char*>;

std::variant<Command, Message, WrongWords> parsed(Words words) {
  words.insert(words.begin(), "tileglot");
  return parse_arguments(whole_program(), static_cast<int>(words.size()), words.data());
}

/// The error's code and sentence.
std::string refusal(const Words& words) {
  const auto result = parsed(words);
  const auto* wrong = std::get_if<WrongWords>(&result);
  return wrong == nullptr ? "" : wrong->error->code + ": " + wrong->error->message;
}

TEST(Arguments, NumbersAreRefusedAsTyped) {
  const std::string start = "cli.arguments: ";
  const auto seed = [](const char* text) { return refusal({"hlo", "run", "-", "--random", text}); };
  EXPECT_EQ(seed("18446744073709551615"), "");
  for (const char* text : {"-1", "18446744073709551616"}) {
    EXPECT_EQ(seed(text),
              start + "--random: " + text + " is not between 0 and 18446744073709551615");
  }
  const auto every = [](const char* text) { return refusal({"show", "f32[3]", "--every", text}); };
  const std::string range = " is not between -9223372036854775808 and 9223372036854775807";
  EXPECT_EQ(every("010"), "");
  EXPECT_EQ(every("+2"), "");
  EXPECT_EQ(every("-9223372036854775808"), "");
  EXPECT_EQ(every("-9223372036854775809"), start + "--every: -9223372036854775809" + range);
  EXPECT_EQ(every("99999999999999999999"), start + "--every: 99999999999999999999" + range);
  for (const std::string text : {"1e3", "", "-", "0x10", "1 "}) {
    EXPECT_EQ(every(text.c_str()), start + "--every: '" + text + "' is not a whole number");
  }
  EXPECT_EQ(refusal({"relayout", "w.npy", "--threads", "1025"}),
            start + "--threads: 1025 is not between 0 and 1024");
  EXPECT_EQ(refusal({"check", "f32[3]", "--banks", "99999999999999999999"}),
            start + "--banks: 99999999999999999999" + range);
}

TEST(Arguments, SizesAreRefusedAsTyped) {
  const auto size = [](const char* text) {
    return refusal({"relayout", "w.npy", "--max-memory", text});
  };
  const std::string start = "cli.arguments: --max-memory: ";
  for (const char* text : {"0", "1048576", "2GiB", "10kb", "10 KiB", "3e", "5b", "7EI"}) {
    EXPECT_EQ(size(text), "") << text;
  }
  for (const std::string text : {"3q", "1.5GiB", "0x10", "", "GiB", "5e3"}) {
    EXPECT_EQ(size(text.c_str()),
              start + "'" + text + "' is not a number of bytes, such as 1048576 or 2GiB");
  }
  for (const std::string text : {"99999999999999999999", "9223372036854775808", "8EiB", "16eib"}) {
    EXPECT_EQ(size(text.c_str()), start + "'" + text + "' is more than 9223372036854775807 bytes");
  }
  EXPECT_EQ(size("-1"), start + "-1 is negative");
}

}  // namespace
}  // namespace tileglot::cli
