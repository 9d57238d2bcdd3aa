// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/recorded_errors.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

namespace tileglot::core {
namespace {

std::string recorded(std::string_view name, std::string_view content) {
  std::string file = testing::TempDir() + std::string(name);
  std::ofstream(file) << content;
  return file;
}

std::string shouted(std::string_view text) { return std::string(text) + "!\n"; }

TEST(RecordedErrors, ACaseThatDiffersFails) {
  static const std::string kFile = recorded("recorded_errors_differ.txt", "> a\na!\n\n> b\nc!\n");
  EXPECT_NONFATAL_FAILURE(expect_as_recorded(kFile, 2, shouted), "c!");
}

TEST(RecordedErrors, TooFewCasesFail) {
  static const std::string kFile = recorded("recorded_errors_few.txt", "> a\na!\n");
  EXPECT_NONFATAL_FAILURE(expect_as_recorded(kFile, 2, shouted), "at_least");
}

TEST(RecordedErrors, CasesAsRecordedPass) {
  expect_as_recorded(recorded("recorded_errors_pass.txt", "> a b\na b!\n> c\n\nc!\n"), 2, shouted);
}

}  // namespace
}  // namespace tileglot::core
