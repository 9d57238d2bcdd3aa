// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/input/kind_of_input.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tileglot/core/error.h"

namespace tileglot::api::files {
namespace {

RelayoutArguments relayout_of(const std::string& input) {
  RelayoutArguments arguments;
  arguments.asked = {.input = input, .output = "o", .to = "{0,1}", .dtype = "u4", .threads = 2};
  return arguments;
}

TEST(KindOfInput, TheNameOfAFileSaysItsKind) {
  for (const char* const path : {"m.safetensors", "m.safetensors.index.json"}) {
    const auto request = request_of(relayout_of(path));
    ASSERT_TRUE(request);
    EXPECT_EQ(std::get<RelayoutCheckpointRequest>(*request).asked.dtype, "u4") << path;
  }
  RelayoutArguments arguments = relayout_of("w.npy");
  arguments.from = "{1,0}";
  arguments.print_plan = true;
  const auto request = request_of(arguments);
  ASSERT_TRUE(request);
  const auto& tensor = std::get<RelayoutTensorRequest>(*request);
  EXPECT_EQ(tensor.output, "o");
  EXPECT_EQ(tensor.from, "{1,0}");
  EXPECT_EQ(tensor.threads, 2);
  EXPECT_TRUE(tensor.print_plan);
}

TEST(KindOfInput, AnOptionOfATensorDoesNotFitACheckpoint) {
  RelayoutArguments arguments = relayout_of("m.safetensors");
  arguments.measure = true;
  EXPECT_EQ(request_of(arguments).error()->message, "--measure is for a .npy file");
  const auto verify = request_of(
      VerifyTensorRequest{.output = "o.npy", .against = "m.safetensors", .layout = "{0}"});
  EXPECT_EQ(verify.error()->code, "checkpoint.option");
}

TEST(KindOfInput, PatternsOfNamesDoNotFitATensor) {
  RelayoutArguments arguments = relayout_of("w.npy");
  arguments.asked.maps = {"*: {0,1}"};
  EXPECT_EQ(request_of(arguments).error()->message,
            "patterns of tensor names are for models, and 'w.npy' is not a .safetensors file");
}

TEST(KindOfInput, ACheckpointIsComparedWithACheckpoint) {
  const auto models = request_of(VerifyTensorRequest{.output = "o.npy", .against = "m.json"});
  ASSERT_TRUE(models);
  EXPECT_EQ(std::get<VerifyCheckpointRequest>(*models).against, "m.json");
  const auto tensors = request_of(VerifyTensorRequest{.output = "o.npy", .against = "w.npy"});
  ASSERT_TRUE(tensors);
  EXPECT_TRUE(std::holds_alternative<VerifyTensorRequest>(*tensors));
}

}  // namespace
}  // namespace tileglot::api::files
