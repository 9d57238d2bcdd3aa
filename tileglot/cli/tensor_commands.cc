// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/tensor_commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/files/input/kind_of_input.h"
#include "tileglot/api/files/inspect.h"
#include "tileglot/api/files/process/setup.h"
#include "tileglot/api/files/relayout.h"
#include "tileglot/api/files/relayout_checkpoint.h"
#include "tileglot/api/files/verify.h"
#include "tileglot/api/files/verify_checkpoint.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/number_options.h"
#include "tileglot/cli/progress_line.h"
#include "tileglot/cli/terminal.h"
#include "tileglot/core/error.h"

namespace tileglot::cli {
namespace {

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

struct RelayoutLine : api::files::RelayoutArguments {
  std::vector<std::string> dtypes = {};  ///< a type, and rules of types by name
};

core::Status check_output(const api::files::RelayoutArguments& arguments) {
  if (!arguments.asked.output.empty() || arguments.asked.dry_run) return {};
  return core::fail({.code = "cli.arguments",
                     .message = "relayout needs a file to write",
                     .help = "add -o OUT.npy or -o OUT.safetensors, or --dry-run to see the plan "
                             "only"});
}

/// A type alone, or rules of types by name.
core::Status read_dtypes(RelayoutLine& line) {
  std::optional<std::string>& dtype = line.asked.dtype;
  for (const std::string& text : line.dtypes) {
    if (text.find(':') != std::string::npos) {
      line.asked.dtype_rules.push_back(text);
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

/// A checkpoint takes long: shows progress, and ends in order when interrupted.
api::Reply relayout_with_progress(api::files::RelayoutCheckpointRequest request) {
  const Surroundings surroundings = surroundings_of(stderr);
  const bool is_ascii = request.terminal.glyphs == api::Glyphs::kAscii;
  ProgressLine line(stderr, is_live(surroundings), terminal_of(surroundings, {.ascii = is_ascii}));
  request.asked.progress = [&line](const api::files::RelayoutProgress& progress) {
    line.show({.done_bytes = progress.done_bytes,
               .total_bytes = progress.total_bytes,
               .moved_bytes = progress.moved_bytes,
               .done = progress.done_tensors,
               .all = progress.tensors,
               .seconds = progress.seconds});
  };
  request.asked.is_interrupted = api::files::is_interrupted;
  api::files::catch_interrupts();
  return api::files::relayout_checkpoint(request);
}

api::Reply answer_relayout(RelayoutLine line) {
  TILEGLOT_TRY_STATUS(check_output(line));
  TILEGLOT_TRY_STATUS(read_dtypes(line));
  TILEGLOT_TRY(request, api::files::request_of(line));
  const auto* tensor = std::get_if<api::files::RelayoutTensorRequest>(&request);
  if (tensor != nullptr) return api::files::relayout_tensor(*tensor);
  return relayout_with_progress(
      std::get<api::files::RelayoutCheckpointRequest>(std::move(request)));
}

/// How the work is done, and what of it is shown.
void add_relayout_work(CLI::App& relayout, RelayoutLine& line) {
  relayout.add_option("--threads", line.asked.threads, "0: as many as the processor runs")
      ->transform(whole_number(0, 1024));
  relayout
      .add_option("--max-memory", line.asked.max_memory_bytes,
                  "refuse to use more than so much beside mapped files, as in 2GiB; of a model at "
                  "most 256MiB where not given")
      ->transform(byte_size());
  relayout.add_flag("--plan", line.print_plan, "print the loops");
  relayout.add_flag("--dry-run", line.asked.dry_run,
                    "stop after the plan; of a model list every tensor with bytes and padding");
  relayout.add_flag("--verbose", line.verbose, "list every tensor of a model");
  relayout.add_flag("--measure", line.measure,
                    "also time the move of a .npy in memory against memcpy");
  relayout.add_flag("--force", line.asked.force, "replace the output if it exists");
}

void add_relayout(CLI::App& app, Fields& fields) {
  const auto line = std::make_shared<RelayoutLine>();
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
      "          cat model.safetensors | tileglot relayout - -o - --to tpu > tpu.safetensors\n"
      "If a model was not finished, after a kill or Ctrl-C, the same command goes on with it.");
  relayout
      .add_option("IN", line->asked.input,
                  "a .npy or .safetensors file, the .index.json of a model in parts, or - for "
                  "either file from standard input; a model from a pipe is kept in a temporary "
                  "file")
      ->required()
      ->type_name(kFileType);
  relayout
      .add_option("-o,--output", line->asked.output,
                  "the file to write, of the same kind, or - for standard output")
      ->type_name(kFileType);
  CLI::Option* const to =
      relayout.add_option("--to", line->asked.to,
                          "layout of the output, or tpu, tpu-large or row-major; of a model, for "
                          "what no --map names");
  fields.offers[to] = {"tpu", "tpu-large", "row-major"};
  relayout
      .add_option("--map", line->asked.maps,
                  "PATTERN: LAYOUT for the tensors of a model whose names match; the first counts")
      ->take_all()
      ->allow_extra_args(false);
  relayout.add_option("--from", line->from,
                      "layout of the input; its own shape and order where not given");
  relayout
      .add_option(
          "--dtype", line->dtypes,
          "element type, where the header cannot say; PATTERN: TYPE for tensors of a model, "
          "as in '*.qweight: u4' for nibbles packed in U8")
      ->take_all()
      ->allow_extra_args(false);
  add_relayout_work(relayout, *line);
  answer_with(relayout, fields, line, answer_relayout);
}

api::Reply answer_verify(const api::files::VerifyTensorRequest& arguments) {
  TILEGLOT_TRY(request, api::files::request_of(arguments));
  const auto* tensor = std::get_if<api::files::VerifyTensorRequest>(&request);
  if (tensor != nullptr) return api::files::verify_tensor(*tensor);
  return api::files::verify_checkpoint(std::get<api::files::VerifyCheckpointRequest>(request));
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
      ->transform(whole_number(0, 1024));
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
