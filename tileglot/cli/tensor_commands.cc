// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/tensor_commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/files/inspect.h"
#include "tileglot/api/files/process/setup.h"
#include "tileglot/api/files/relayout.h"
#include "tileglot/api/files/relayout_checkpoint.h"
#include "tileglot/api/files/verify.h"
#include "tileglot/api/files/verify_checkpoint.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/progress_line.h"
#include "tileglot/cli/terminal.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::cli {
namespace {

/// Where a message cuts a path, as io::path_text does.
constexpr std::size_t kLongestPath = 256;

void add_inspect(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::files::InspectRequest>();
  CLI::App& inspect = add_command(
      app, fields, "inspect",
      "What a file holds: tensors with type, shape and layout; the layouts of Triton's IR");
  inspect.footer(
      "Examples: tileglot inspect weights.npy --dtype bf16\n          tileglot inspect "
      "model.safetensors\n          tileglot inspect kernel.ttgir");
  inspect
      .add_option(
          "FILE", request->path,
          "a .npy or .safetensors file, the .index.json of a model in parts, a .ttgir or .mlir "
          "file, or - for standard input")
      ->required()
      ->type_name(kFileType);
  add_dtype(inspect, fields, request->dtype, "element type, where the header cannot say");
  answer_with(inspect, fields, request, api::files::inspect);
}

/// An option of a command line, and whether it was given.
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

/// The options of `relayout`. Its input decides whether they are for a tensor or for a checkpoint,
/// which shares most options of a tensor.
struct RelayoutWords {
  api::files::RelayoutTensorRequest tensor = {};
  std::vector<std::string> maps = {};
  std::vector<std::string> dtypes = {};
  std::vector<std::string> dtype_rules = {};  ///< of dtypes, those that name tensors by a pattern
  bool verbose = false;
  api::Terminal terminal = {};
};

core::Status check_output(const api::files::RelayoutTensorRequest& request) {
  if (!request.output.empty() || request.dry_run) return {};
  return core::fail({.code = "cli.arguments",
                     .message = "relayout needs a file to write",
                     .help = "add -o OUT.npy or -o OUT.safetensors, or --dry-run to see the plan "
                             "only"});
}

/// A type alone, or rules of types by name.
core::Status read_dtypes(RelayoutWords& words) {
  std::optional<std::string>& dtype = words.tensor.dtype;
  for (const std::string& text : words.dtypes) {
    if (text.find(':') != std::string::npos) {
      words.dtype_rules.push_back(text);
      continue;
    }
    if (dtype) {
      return core::fail({.code = "cli.arguments",
                         .message = fmt::format("--dtype says {} and {}", *dtype, text),
                         .help = "of a model, write --dtype 'PATTERN: TYPE'"});
    }
    dtype = text;
  }
  return {};
}

api::Reply relayout_tensor(const RelayoutWords& words) {
  if (words.maps.empty() && words.dtype_rules.empty())
    return api::files::relayout_tensor(words.tensor);
  return core::fail(
      {.code = "checkpoint.option",
       .message = fmt::format("patterns of tensor names are for models, and '{}' is not a "
                              ".safetensors file",
                              core::printable(words.tensor.input, kLongestPath)),
       .help = "a .npy has one tensor: --to LAYOUT --dtype TYPE"});
}

api::files::RelayoutCheckpointRequest checkpoint_request(const RelayoutWords& words) {
  const api::files::RelayoutTensorRequest& shared = words.tensor;
  return {.asked = {.input = shared.input,
                    .output = shared.output,
                    .to = shared.to,
                    .dtype = shared.dtype,
                    .threads = shared.threads,
                    .force = shared.force,
                    .dry_run = shared.dry_run,
                    .maps = words.maps,
                    .dtype_rules = words.dtype_rules,
                    .max_memory_bytes = shared.max_memory_bytes},
          .print_plan = shared.print_plan,
          .verbose = words.verbose,
          .terminal = words.terminal};
}

/// A checkpoint takes long: shows progress, and ends in order when interrupted.
api::Reply relayout_checkpoint(const RelayoutWords& words) {
  TILEGLOT_TRY_STATUS(refuse_for_checkpoint(
      {{"--from", words.tensor.from.has_value()}, {"--measure", words.tensor.measure}},
      "the layout of a tensor of a model is row-major or recorded in its file"));
  const Surroundings surroundings = surroundings_of(stderr);
  const bool is_ascii = words.terminal.glyphs == api::Glyphs::kAscii;
  ProgressLine line(stderr, is_live(surroundings), terminal_of(surroundings, {.ascii = is_ascii}));
  api::files::RelayoutCheckpointRequest request = checkpoint_request(words);
  request.asked.progress = [&line](const api::files::RelayoutProgress& progress) {
    line.show(progress);
  };
  request.asked.is_interrupted = api::files::is_interrupted;
  api::files::catch_interrupts();
  return api::files::relayout_checkpoint(request);
}

api::Reply answer_relayout(RelayoutWords words) {
  TILEGLOT_TRY_STATUS(check_output(words.tensor));
  TILEGLOT_TRY_STATUS(read_dtypes(words));
  return api::files::is_checkpoint_path(words.tensor.input) ? relayout_checkpoint(words)
                                                            : relayout_tensor(words);
}

/// The error in the text of a size; empty if it is 0 or more.
std::string not_negative(const std::string& text) {
  return text.starts_with('-') ? fmt::format("{} is negative", text) : "";
}

/// How the work is done, and what of it is shown.
void add_relayout_work(CLI::App& relayout, RelayoutWords& words) {
  api::files::RelayoutTensorRequest& request = words.tensor;
  relayout.add_option("--threads", request.threads, "0: as many as the processor runs")
      ->check(CLI::Range(0, 1024));
  relayout
      .add_option("--max-memory", request.max_memory_bytes,
                  "refuse to use more than so much beside mapped files, as in 2GiB; of a model at "
                  "most 256MiB where not given")
      ->transform(CLI::AsSizeValue(false))
      ->check(not_negative);
  relayout.add_flag("--plan", request.print_plan, "print the loops");
  relayout.add_flag("--dry-run", request.dry_run,
                    "stop after the plan; of a model list every tensor with bytes and padding");
  relayout.add_flag("--verbose", words.verbose, "list every tensor of a model");
  relayout.add_flag("--measure", request.measure,
                    "also time the move of a .npy in memory against memcpy");
  relayout.add_flag("--force", request.force, "replace the output if it exists");
}

void add_relayout(CLI::App& app, Fields& fields) {
  const auto words = std::make_shared<RelayoutWords>();
  api::files::RelayoutTensorRequest& request = words->tensor;
  CLI::App& relayout = add_command(
      app, fields, "relayout", "Move a tensor, or those of a model, from one layout to another");
  relayout.footer(
      "Examples: tileglot relayout w.npy -o tiled.npy --to '{1,0:T(8,128)(2,1)}' --dtype bf16\n"
      "          tileglot relayout tiled.npy -o back.npy --from "
      "'bf16[4096,14336]{1,0:T(8,128)(2,1)}' --to '{1,0}'\n"
      "          tileglot relayout model.safetensors -o tpu.safetensors --to tpu --dtype "
      "'*.qweight: u4'\n"
      "          tileglot relayout in/model.safetensors.index.json "
      "-o out/model.safetensors.index.json --to tpu\n"
      "          tileglot relayout model.safetensors -o o.safetensors "
      "--map '*.mlp.w?: {1,0:T(8,128)(2,1)}'\n"
      "A model that was not finished, after a kill or Ctrl-C, is gone on with by the same "
      "command.");
  relayout
      .add_option("IN", request.input,
                  "a .npy or .safetensors file, the .index.json of a model in parts, or - for a "
                  ".npy from standard input")
      ->required()
      ->type_name(kFileType);
  relayout
      .add_option("-o,--output", request.output,
                  "the file to write, of the same kind, or - for a .npy to standard output")
      ->type_name(kFileType);
  CLI::Option* const to =
      relayout.add_option("--to", request.to,
                          "layout of the output; of a model also tpu, tpu-large and row-major, for "
                          "what no --map names");
  fields.offers[to] = {"tpu", "tpu-large", "row-major"};
  relayout
      .add_option("--map", words->maps,
                  "PATTERN: LAYOUT for the tensors of a model whose names match; the first counts")
      ->take_all()
      ->allow_extra_args(false);
  relayout.add_option("--from", request.from,
                      "layout of the input; its own shape and order where not given");
  relayout
      .add_option(
          "--dtype", words->dtypes,
          "element type, where the header cannot say; PATTERN: TYPE for tensors of a model, "
          "as in '*.qweight: u4' for nibbles packed in U8")
      ->take_all()
      ->allow_extra_args(false);
  add_relayout_work(relayout, *words);
  answer_with(relayout, fields, words, answer_relayout);
}

/// A checkpoint is compared with a checkpoint.
api::Reply answer_verify(const api::files::VerifyTensorRequest& request) {
  if (!api::files::is_checkpoint_path(request.output) &&
      !api::files::is_checkpoint_path(request.against))
    return api::files::verify_tensor(request);
  TILEGLOT_TRY_STATUS(
      refuse_for_checkpoint({{"--layout", request.layout.has_value()},
                             {"--against-layout", request.against_layout.has_value()},
                             {"--dtype", request.dtype.has_value()}},
                            "a model records the layouts of its tensors itself"));
  return api::files::verify_checkpoint({request.output, request.against, request.threads});
}

void add_verify(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::files::VerifyTensorRequest>();
  CLI::App& verify =
      add_command(app, fields, "verify", "Prove element by element that a relayout lost nothing");
  verify.footer(
      "Examples: tileglot verify tiled.npy --against w.npy --layout "
      "'bf16[4096,14336]{1,0:T(8,128)(2,1)}'\n"
      "          tileglot verify tpu.safetensors --against model.safetensors");
  verify
      .add_option("OUT", request->output,
                  "the relaid .npy or .safetensors file, or the .index.json of a model in parts")
      ->required()
      ->type_name(kFileType);
  verify.add_option("--against", request->against, "the original of the same kind")
      ->required()
      ->type_name(kFileType);
  verify.add_option("--layout", request->layout,
                    "layout of OUT; its own shape and order where not given; a model records its "
                    "own");
  verify.add_option("--against-layout", request->against_layout, "layout of the original");
  verify.add_option("--threads", request->threads, "0: as many as the processor runs")
      ->check(CLI::Range(0, 1024));
  add_dtype(verify, fields, request->dtype, "element type, where the headers cannot say");
  answer_with(verify, fields, request, answer_verify);
}

}  // namespace

void add_tensor_commands(CLI::App& app, Fields& fields) {
  add_inspect(app, fields);
  add_relayout(app, fields);
  add_verify(app, fields);
}

}  // namespace tileglot::cli
