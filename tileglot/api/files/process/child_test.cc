// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/process/child.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::api::files {
namespace {

TEST(ChildProcess, AProgramIsFedAndAnswers) {
  const auto answer = run_child({.program = "cat", .input = std::string(300000, 'a')});
  ASSERT_TRUE(answer) << answer.error()->message;
  EXPECT_EQ(answer->output, std::string(300000, 'a'));
  EXPECT_EQ(answer->errors, "");
  EXPECT_EQ(answer->status, 0);
}

TEST(ChildProcess, HowItEndedIsTold) {
  const auto failed = run_child({.program = "sh", .arguments = {"-c", "echo no >&2; exit 3"}});
  ASSERT_TRUE(failed) << failed.error()->message;
  EXPECT_EQ(failed->errors, "no\n");
  EXPECT_EQ(end_text(failed->status), "it ended with 3");
  const auto killed = run_child({.program = "sh", .arguments = {"-c", "kill -9 $$"}});
  ASSERT_TRUE(killed) << killed.error()->message;
  EXPECT_EQ(end_text(killed->status), "it was ended by signal 9");
}

TEST(ChildProcess, WhatIsNotThereIsTheCallersError) {
  const auto answer =
      run_child({.program = "no-such-program", .missing = {{.code = "test.missing"}}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error()->code, "test.missing");
}

TEST(ChildProcess, WhatDoesNotEndIsEnded) {
  const auto answer = run_child({.program = "sleep", .arguments = {"60"}, .seconds = 0.05});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error()->code, "process.time");
  EXPECT_TRUE(run_child({.program = "true", .seconds = 30}));
}

}  // namespace
}  // namespace tileglot::api::files
