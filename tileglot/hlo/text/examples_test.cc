// SPDX-License-Identifier: Apache-2.0
// Every file of examples/, and every recorded module where the shared material is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tileglot/core/shared_material.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/hlo/text/same_module.h"

namespace tileglot::hlo {
namespace {

std::vector<std::filesystem::path> modules_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".hlo") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Parses, makes sense, and is the same module when it was printed and read back.
void expect_survives(const std::filesystem::path& path, std::set<Opcode>& seen) {
  const std::string text = text_of(path);
  const auto module = parse_module(text);
  ASSERT_TRUE(module.has_value()) << path << "\n"
                                  << core::render(core::with_line(module.error(), text));
  const auto status = verify(*module);
  EXPECT_TRUE(status.has_value()) << path << "\n"
                                  << core::render(core::with_line(status.error(), text));
  const std::string printed = print(*module);
  const auto again = parse_module(printed);
  ASSERT_TRUE(again.has_value()) << path << "\n"
                                 << core::render(core::with_line(again.error(), printed));
  EXPECT_EQ(difference(*module, *again), "") << path;
  EXPECT_EQ(print(*again), printed) << path;
  for (const ComputationId c : module->computations()) {
    for (const InstructionId i : module->instructions(c)) seen.insert((*module)[i].opcode);
  }
}

TEST(Examples, EveryOperationIsReadPrintedAndVerified) {
  std::set<Opcode> seen;
  const auto files = modules_in(TILEGLOT_SOURCE_DIR "/tileglot/hlo/text/examples");
  EXPECT_GE(files.size(), 15U);
  for (const auto& path : files) expect_survives(path, seen);
  for (const OpcodeRow& row : opcodes()) EXPECT_TRUE(seen.contains(row.opcode)) << row.name;
}

TEST(Examples, RealModulesAreReadPrintedAndVerified) {
  const auto shared = core::shared_folder();
  if (!shared || !std::filesystem::is_directory(*shared / "data/hlo")) {
    GTEST_SKIP() << "no recorded modules: set TILEGLOT_SHARED";
  }
  const auto folder = *shared / "data/hlo";
  std::set<Opcode> seen;
  for (const auto& path : modules_in(folder)) expect_survives(path, seen);
}

}  // namespace
}  // namespace tileglot::hlo
