// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/output/outputs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api::files {
namespace {

using Names = std::vector<std::string>;

/// The code of the error, or "none".
std::string code(const core::Status& status) { return status ? "none" : status.error()->code; }

TEST(Outputs, TextsAppearTogether) {
  const io::TemporaryFolder folder;
  Outputs outputs(false);
  for (const std::string name : {"a", "b"}) {
    ASSERT_EQ(code(outputs.claim(folder / name)), "none");
    ASSERT_EQ(code(outputs.text(folder / name, name + "\n")), "none");
  }
  EXPECT_EQ(folder.names(), Names{});
  ASSERT_EQ(code(outputs.commit()), "none");
  EXPECT_EQ(io::read_text(folder / "a"), "a\n");
  EXPECT_EQ(io::read_text(folder / "b"), "b\n");
  EXPECT_EQ(outputs.report({.text = "said"}).text, "said");
}

TEST(Outputs, ARefusedOutputLeavesNoOther) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "o-1.npy", "precious");
  {
    Outputs outputs(false);
    ASSERT_EQ(code(outputs.claim(folder / "o-0.npy")), "none");
    ASSERT_TRUE(outputs.tensor(folder / "o-0.npy", "<f4", {}));
    EXPECT_EQ(code(outputs.claim(folder / "o-1.npy")), "io.exists");
  }
  EXPECT_EQ(folder.names(), Names{"o-1.npy"});
  EXPECT_EQ(io::read_text(folder / "o-1.npy"), "precious");
}

TEST(Outputs, TwoOutputsHaveTwoTargets) {
  const io::TemporaryFolder folder;
  Outputs outputs(true);
  ASSERT_EQ(code(outputs.claim(folder / "o")), "none");
  EXPECT_EQ(code(outputs.claim(folder / "./o")), "hlo.outputs");
  ASSERT_EQ(code(outputs.claim("no-such-output")), "none");
  EXPECT_EQ(code(outputs.claim("./no-such-output")), "hlo.outputs");
  ASSERT_EQ(code(outputs.claim("-")), "none");
  EXPECT_EQ(outputs.claim("-").error()->message, "two outputs are to be written to stdout");
}

}  // namespace
}  // namespace tileglot::api::files
