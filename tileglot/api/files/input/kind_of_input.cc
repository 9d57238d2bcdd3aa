// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/input/kind_of_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/files/input/relayout_request.h"
#include "tileglot/api/files/input/verify_request.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::api::files {
namespace {

struct Option {
  std::string_view name;
  bool is_given = false;
};

/// Refuses the last given of the options that only a tensor has.
core::Status refuse_for_checkpoint(std::initializer_list<Option> options, std::string help) {
  std::string_view refused;
  for (const Option& option : options) {
    if (option.is_given) refused = option.name;
  }
  if (refused.empty()) return {};
  return core::fail({.code = "checkpoint.option",
                     .message = fmt::format("{} is for a .npy file", refused),
                     .help = std::move(help)});
}

core::Result<RelayoutRequest> tensor_request(const RelayoutArguments& arguments) {
  const checkpoint::RelayoutOptions& asked = arguments.asked;
  if (!asked.maps.empty() || !asked.dtype_rules.empty()) {
    return core::fail(
        {.code = "checkpoint.option",
         .message = fmt::format(
             "patterns of tensor names are for models, and {} is not a .safetensors file",
             asked.input == kStream ? "stdin" : io::path_text(asked.input)),
         .help = "a .npy has one tensor: --to LAYOUT --dtype TYPE"});
  }
  return RelayoutTensorRequest{.input = asked.input,
                               .output = asked.output,
                               .to = asked.to,
                               .from = arguments.from,
                               .dtype = asked.dtype,
                               .threads = asked.threads,
                               .force = asked.force,
                               .dry_run = asked.dry_run,
                               .print_plan = arguments.print_plan,
                               .measure = arguments.measure,
                               .max_memory_bytes = asked.max_memory_bytes,
                               .opened = arguments.opened};
}

/// Only the first bytes of a stream say what it is.
core::Result<RelayoutRequest> request_of_stdin(const RelayoutArguments& arguments) {
  const std::int64_t limit = arguments.asked.max_memory_bytes.value_or(io::kStreamLimitBytes);
  TILEGLOT_TRY(file, open_input(arguments.asked.input, std::min(limit, io::kStreamLimitBytes)));
  RelayoutArguments opened = arguments;
  opened.opened = std::make_shared<io::MappedFile>(std::move(file));
  return request_of(opened);
}

}  // namespace

core::Result<RelayoutRequest> request_of(const RelayoutArguments& arguments) {
  if (arguments.asked.input == kStream && arguments.opened == nullptr)
    return request_of_stdin(arguments);
  const bool is_model = arguments.opened != nullptr
                            ? checkpoint::is_safetensors(*arguments.opened)
                            : checkpoint::is_checkpoint_path(arguments.asked.input);
  if (!is_model) return tensor_request(arguments);
  TILEGLOT_TRY_STATUS(refuse_for_checkpoint(
      {{"--measure", arguments.measure}},
      "leave it out; how long the move of a model takes is reported without it"));
  TILEGLOT_TRY_STATUS(refuse_for_checkpoint(
      {{"--from", arguments.from.has_value()}},
      "the layout of a tensor of a model is row-major or recorded in its file"));
  const RelayoutCheckpointRequest& of_both = arguments;
  return of_both;
}

/// A checkpoint is compared with a checkpoint.
core::Result<VerifyRequest> request_of(const VerifyTensorRequest& arguments) {
  if (!checkpoint::is_checkpoint_path(arguments.output) &&
      !checkpoint::is_checkpoint_path(arguments.against))
    return arguments;
  TILEGLOT_TRY_STATUS(
      refuse_for_checkpoint({{"--layout", arguments.layout.has_value()},
                             {"--against-layout", arguments.against_layout.has_value()},
                             {"--dtype", arguments.dtype.has_value()}},
                            "a model records the layouts of its tensors itself"));
  return VerifyCheckpointRequest{arguments.output, arguments.against, arguments.threads};
}

}  // namespace tileglot::api::files
