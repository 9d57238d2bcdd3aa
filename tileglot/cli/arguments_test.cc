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

std::string help_with(const Words& words) {
  const auto result = parsed(words);
  const auto* wrong = std::get_if<WrongWords>(&result);
  return wrong == nullptr ? "" : wrong->error->help;
}

std::string message(const Words& words) {
  const auto result = parsed(words);
  const auto* text = std::get_if<Message>(&result);
  return text == nullptr ? "" : text->text;
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

TEST(Arguments, HelpIsOfTheWholeCommand) {
  EXPECT_EQ(message({"help", "hlo", "run"}), message({"hlo", "run", "--help"}));
  EXPECT_NE(message({"help", "hlo", "run"}).find("--random"), std::string::npos);
  EXPECT_NE(message({"help", "hlo"}), message({"help", "hlo", "run"}));
  EXPECT_EQ(message({"help", "help"}), message({"help"}));
}

TEST(Arguments, WhatAnOptionExcludesIsInOrder) {
  EXPECT_NE(message({"hlo", "run", "--help"}).find("Excludes: --partitions --replicas\n"),
            std::string::npos);
}

TEST(Arguments, UnknownCommandsAreNamedWhole) {
  const std::string start = "cli.command: there is no command '";
  EXPECT_EQ(refusal({"nosuch"}), start + "nosuch'");
  EXPECT_EQ(refusal({"hlo", "nope"}), start + "hlo nope'");
  EXPECT_EQ(refusal({"help", "hlo", "nope"}), start + "hlo nope'");
  EXPECT_EQ(refusal({"hlo", "help", "run"}), start + "hlo help'");
  EXPECT_EQ(refusal({"--color", "never", "hlo", "nope", "--help"}), start + "hlo nope'");
  EXPECT_EQ(help_with({"nosuch"}), "`tileglot` alone lists the commands");
  EXPECT_EQ(help_with({"hlo", "rn"}), "did you mean 'run'?");
  EXPECT_TRUE(help_with({"hlo", "nope"}).starts_with("after hlo comes one of print, verify"));
}

TEST(Arguments, AMisspeltOptionIsGuessedInItsCommand) {
  EXPECT_EQ(refusal({"hlo", "assign", "m.hlo", "--targt", "cpu"}),
            "cli.option: there is no option '--targt'");
  EXPECT_EQ(help_with({"hlo", "assign", "m.hlo", "--targt", "cpu"}), "did you mean '--target'?");
  EXPECT_EQ(help_with({"hlo", "assign", "m.hlo", "--targt=cpu"}), "did you mean '--target'?");
  EXPECT_EQ(help_with({"hlo", "run", "m.hlo", "--randm", "-1"}), "did you mean '--random'?");
  EXPECT_EQ(help_with({"--verion"}), "did you mean '--version'?");
  EXPECT_EQ(help_with({"check", "f32[3]", "--palette", "grey"}),
            "--palette is an option of `tileglot show`");
  EXPECT_EQ(help_with({"completion", "bsh"}), "did you mean 'bash'?");
}

TEST(Arguments, AListInBracketsIsOneWord) {
  EXPECT_EQ(refusal({"index", "f32[3,5]", "[2,3]"}), "");
  EXPECT_EQ(refusal({"show", "f32[3]", "[2,3]"}), "cli.arguments: '[2,3]' is an argument too many");
}

TEST(Arguments, WrongWordsAreTheErrorsOfTheHouse) {
  const std::string start = "cli.arguments: ";
  EXPECT_EQ(refusal({"--json"}), start + "a command is missing");
  EXPECT_EQ(refusal({"hlo"}), start + "hlo needs a command after it");
  EXPECT_EQ(refusal({"show"}), start + "LAYOUT is required");
  EXPECT_EQ(refusal({"show", "f32[3]", "f32[4]"}), start + "'f32[4]' is an argument too many");
  EXPECT_EQ(refusal({"show", "f32[3]", "--zzz=3"}), start + "there is no option '--zzz'");
  EXPECT_EQ(refusal({"show", "f32[3]", "--as", "svg", "--as", "png"}),
            start + "--as is given more than once");
  EXPECT_EQ(refusal({"show", "4:1", "--tv", "--hw"}), start + "--tv excludes --hw");
  EXPECT_TRUE(refusal({"show", "4:1", "--tv", "--view", "grid"}).starts_with(start));
  EXPECT_EQ(refusal({"relayout", "w.npy", "--max-memory"}), start + "--max-memory needs a value");
  EXPECT_EQ(refusal({"show", "f32[3]", "--json=x"}), start + "'x' is not a value of --json");
  EXPECT_EQ(refusal({"hlo", "assign", "-", "--time-limit", "soon"}),
            start + "'soon' is not a value of --time-limit");
}

}  // namespace
}  // namespace tileglot::cli
