// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/reshard_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/files_request.h"
#include "tileglot/api/reshard/reshard.h"
#include "tileglot/api/reshard/reshard_files.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/number_options.h"
#include "tileglot/cli/reshard_files_options.h"
#include "tileglot/core/error.h"

namespace tileglot::cli {
namespace {

constexpr const char* kSideHelp =
    "{devices=[4,1]<=[4]} as XLA writes it, P('x', None) or NamedSharding(..) as JAX, "
    "[Shard(0), Replicate()] as torch";
constexpr const char* kPlanGroup = "A plan for one array";
constexpr const char* kFilesGroup = "Models in files";

using OptionList = std::vector<const CLI::Option*>;

/// The first of the options that the line has, by name; the options themselves end with the parser.
std::string first_given(const OptionList& options) {
  const auto given =
      std::ranges::find_if(options, [](const CLI::Option* option) { return option->count() > 0; });
  return given == options.end() ? "" : (*given)->get_name();
}

/// A plan for one array, or a model in files: which of them, the options say.
struct ReshardLine {
  std::string what = {};  ///< a shape, or a path
  std::string from = {};
  std::string to = {};
  std::string mesh = {};
  std::string to_mesh = {};
  api::ReshardRequest plan = {};
  api::ReshardFilesRequest files = {};
  bool status = false;
  std::string plan_option = {};    ///< given, and models in files do not have it
  std::string files_option = {};   ///< given, and a plan for one array does not have it
  std::string beside_status = {};  ///< the first of those but --status
};

void add_sides(CLI::App& reshard, ReshardLine& line) {
  reshard
      .add_option("SHAPE|IN", line.what,
                  "element type and extents of an array, such as f32[8,6], whose layout is that of "
                  "each tile; or with -o a model: a .safetensors file, an index, a folder of files "
                  "of ranks or of pieces")
      ->required();
  reshard.add_option("--from", line.from, kSideHelp);
  reshard.add_option("--to", line.to, "the same, of the ranks that want it");
  reshard.add_option("--mesh", line.mesh,
                     "for words that name axes: 'x=4 y=2', (4,2) or Mesh('x': 4, 'y': 2)");
  reshard.add_option("--to-mesh", line.to_mesh, "of --to, if it is another mesh");
}

void add_ranks(CLI::App& reshard, api::ReshardRequest& request) {
  reshard.add_option("--to-layout", request.to_layout,
                     "of the target's tiles, such as {1,0:T(8,128)}, if it is another");
  reshard.add_option("--ranks", request.ranks, "for {replicated}, which has no number of devices")
      ->transform(whole_number<std::int64_t>(1));
  reshard
      .add_option("--to-first", request.to_first,
                  "the number of the target's device 0 among all ranks (0: the same ranks)")
      ->transform(whole_number<std::int64_t>(0, std::int64_t{1} << 60));
}

void add_questions(CLI::App& reshard, api::ReshardRequest& request) {
  reshard
      .add_option("--ranks-per-node", request.ranks_per_node,
                  "consecutive ranks share a node: what several want enters it once")
      ->transform(whole_number<std::int64_t>(0));
  auto* const rank = reshard.add_option("--rank", request.rank, "what one rank receives and sends");
  rank->transform(whole_number<std::int64_t>(0));
  reshard
      .add_flag("--segments", request.segments,
                "the byte ranges of what it receives; --json lists all")
      ->needs(rank);
  reshard.add_flag("--rename", request.rename,
                   "let target ranks take each other's parts, so that the most stays");
  reshard.add_flag("--simulate", request.simulate,
                   "carry it out, all ranks in this process, and check every element");
  reshard
      .add_option("--gb-per-second", request.gigabytes_per_second,
                  "of a rank, each way: print the least time")
      ->check(CLI::Range(1e-3, 1e6));
  reshard.add_option("--chunk", request.chunk_bytes, "the most bytes that are sent at once (8MiB)")
      ->transform(byte_size());
  reshard.add_option("--window", request.window, "chunks in flight, each way (4)")
      ->transform(whole_number<std::int64_t>(1, 1024));
}

/// The options that `add` adds, in a group of their own.
template <class Add>
OptionList added(CLI::App& reshard, const char* group, const Add& add) {
  const auto before = reshard.get_options().size();
  add();
  OptionList options;
  const auto all = reshard.get_options();
  options.reserve(all.size() - before);
  for (std::size_t i = before; i < all.size(); ++i) options.push_back(all[i]->group(group));
  return options;
}

core::Status check_plan(const ReshardLine& line) {
  if (line.files_option.empty()) return {};
  return core::fail(
      {.code = "cli.arguments",
       .message = fmt::format("{} is not for a plan for one array", line.files_option),
       .help = "add -o OUT, or --dry-run, to reshard a model in files"});
}

core::Status check_files(const ReshardLine& line) {
  if (line.plan_option.empty()) return {};
  return core::fail(
      {.code = "cli.arguments",
       .message = fmt::format("{} is not for models in files", line.plan_option),
       .help = "leave it out; or give the shape of an array, without -o and --dry-run"});
}

core::Status check_side(const std::string& words, const char* option) {
  if (!words.empty()) return {};
  return core::fail({.code = "cli.arguments",
                     .message = fmt::format("{} is missing", option),
                     .help =
                         "a plan for one array needs --from and --to; a model in files needs -o "
                         "OUT or --dry-run"});
}

api::Reply answer_status(const ReshardLine& line) {
  if (line.beside_status.empty()) return api::reshard_status(line.what);
  return core::fail({.code = "cli.arguments",
                     .message = fmt::format("{} is not for --status", line.beside_status),
                     .help = "write tileglot reshard --status OUT"});
}

api::Reply answer_files(ReshardLine line) {
  TILEGLOT_TRY_STATUS(check_files(line));
  if (line.status) return answer_status(line);
  line.files.input = line.what;
  line.files.from = line.from;
  line.files.to = line.to;
  line.files.mesh = line.mesh;
  line.files.to_mesh = line.to_mesh;
  return reshard_files_with_progress(std::move(line.files));
}

api::Reply answer_reshard(ReshardLine line) {
  const bool is_files = line.status || line.files.dry_run || !line.files.output.empty();
  if (is_files) return answer_files(std::move(line));
  TILEGLOT_TRY_STATUS(check_plan(line));
  TILEGLOT_TRY_STATUS(check_side(line.from, "--from"));
  TILEGLOT_TRY_STATUS(check_side(line.to, "--to"));
  line.plan.shape = line.what;
  line.plan.from = line.from;
  line.plan.to = line.to;
  line.plan.mesh = line.mesh;
  line.plan.to_mesh = line.to_mesh;
  return api::reshard(line.plan);
}

}  // namespace

void add_reshard(CLI::App& app, Fields& fields) {
  const auto line = std::make_shared<ReshardLine>();
  CLI::App& reshard =
      add_command(app, fields, "reshard",
                  "Arrays that lie on ranks in one way, wanted in another: who sends what; or a "
                  "model in files, written so");
  reshard.footer(
      "Examples: tileglot reshard 'f32[8,6]' --from '{devices=[4,1]<=[4]}' \\\n"
      "              --to '{devices=[1,2,2]<=[4] last_tile_dim_replicate}' --ranks-per-node 2\n"
      "          tileglot reshard 'bf16[4096,14336]' --from \"P('x', None)\" \\\n"
      "              --to \"P(None, 'x')\" --mesh x=8 --rank 3\n"
      "          tileglot reshard 'f32[64,64]' --from '[Shard(0)]' --to '[Shard(1)]' --mesh '(4)' "
      "\\\n"
      "              --to-layout '{1,0:T(8,128)}' --simulate\n"
      "          tileglot reshard ckpt/ -o tp8/ --rules llama.rules --dry-run\n"
      "          srun -n 64 tileglot reshard ckpt/ -o tp8/ --rules llama.rules --worker auto\n"
      "          tileglot reshard --status tp8/\n"
      "          tileglot reshard tp8/ -o hf/ --max-part 5GB");
  add_sides(reshard, *line);
  const OptionList of_plans = added(reshard, kPlanGroup, [&] {
    add_ranks(reshard, line->plan);
    add_questions(reshard, line->plan);
  });
  const OptionList of_files = added(reshard, kFilesGroup, [&] {
    add_files_options(reshard, fields, line->files);
    reshard.add_flag("--status", line->status, "IN is the folder of an output: how far it is");
  });
  reshard.parse_complete_callback([line, of_plans, of_files] {
    line->plan_option = first_given(of_plans);
    line->files_option = first_given(of_files);
    line->beside_status = first_given(OptionList(of_files.begin(), of_files.end() - 1));
  });
  answer_with(reshard, fields, line, answer_reshard);
}

}  // namespace tileglot::cli
