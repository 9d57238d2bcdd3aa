// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/tensor_commands.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/cli/arguments.h"
#include "tileglot/cli/first_program.h"

namespace tileglot::cli {
namespace {

/// What a command that is refused before any file is opened prints.
std::string refusal(std::vector<const char*> words) {
  words.insert(words.begin(), "tileglot");
  const auto parsed =
      parse_arguments(first_program(), static_cast<int>(words.size()), words.data());
  const auto* command = std::get_if<Command>(&parsed);
  if (command == nullptr) return "not parsed";
  testing::internal::CaptureStderr();
  const int exit_code = command->run({});
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(exit_code, api::kUsage) << text;
  return text;
}

TEST(TensorCommands, RelayoutOfACheckpointHasNoOptionsOfATensor) {
  const std::string start = "error[checkpoint.option]: ";
  EXPECT_EQ(refusal({"relayout", "m.safetensors", "-o", "o.safetensors", "--from", "{0}"}),
            start +
                "--from is for a .npy file\n"
                "  help: the layout of a tensor of a model is row-major or recorded in its file\n");
  EXPECT_EQ(refusal({"relayout", "m.json", "--dry-run", "--measure", "--from", "{0}"}),
            start +
                "--measure is for a .npy file\n"
                "  help: leave it out; how long the move of a model takes is reported without "
                "it\n");
}

TEST(TensorCommands, RelayoutOfATensorHasNoPatterns) {
  const std::string text =
      "error[checkpoint.option]: patterns of tensor names are for models, and 'w.npy' is not a "
      ".safetensors file\n"
      "  help: a .npy has one tensor: --to LAYOUT --dtype TYPE\n";
  EXPECT_EQ(refusal({"relayout", "w.npy", "-o", "o.npy", "--map", "*: {0,1}"}), text);
  EXPECT_EQ(refusal({"relayout", "w.npy", "-o", "o.npy", "--to", "{0,1}", "--dtype", "*: u4"}),
            text);
}

TEST(TensorCommands, VerifyOfACheckpointHasNoLayouts) {
  const std::string rest =
      " is for a .npy file\n  help: a model records the layouts of its tensors itself\n";
  EXPECT_EQ(refusal({"verify", "o.safetensors", "--against", "m.npy", "--layout", "{0}"}),
            "error[checkpoint.option]: --layout" + rest);
  EXPECT_EQ(refusal({"verify", "o.npy", "--against", "m.safetensors", "--dtype", "u4", "--layout",
                     "{0}"}),
            "error[checkpoint.option]: --dtype" + rest);
}

TEST(TensorCommands, RelayoutNeedsATargetAndAnOutput) {
  EXPECT_EQ(refusal({"relayout", "w.npy", "-o", "o.npy"}),
            "error[checkpoint.no_target]: nothing says where the tensor goes\n"
            "  help: add --to LAYOUT\n");
  EXPECT_EQ(refusal({"relayout", "w.npy", "--to", "{0}"}),
            "error[cli.arguments]: relayout needs a file to write\n"
            "  help: add -o OUT.npy or -o OUT.safetensors, or --dry-run to see the plan only\n");
}

}  // namespace
}  // namespace tileglot::cli
