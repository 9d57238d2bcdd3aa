// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/reshard_command.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>

#include "tileglot/api/reshard/reshard.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/number_options.h"

namespace tileglot::cli {
namespace {

constexpr const char* kSideHelp =
    "{devices=[4,1]<=[4]} as XLA writes it, P('x', None) or NamedSharding(..) as JAX, "
    "[Shard(0), Replicate()] as torch";

void add_sides(CLI::App& reshard, api::ReshardRequest& request) {
  reshard
      .add_option("SHAPE", request.shape,
                  "element type and extents, such as f32[8,6]; a layout is that of each tile")
      ->required();
  reshard.add_option("--from", request.from, kSideHelp)->required();
  reshard.add_option("--to", request.to, "the same, of the ranks that want it")->required();
  reshard.add_option("--mesh", request.mesh,
                     "for words that name axes: 'x=4 y=2', (4,2) or Mesh('x': 4, 'y': 2)");
  reshard.add_option("--to-mesh", request.to_mesh, "of --to, if it is another mesh");
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
      .add_flag("--segments", request.segments, "with --json: the byte ranges of what it receives")
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

}  // namespace

void add_reshard(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::ReshardRequest>();
  CLI::App& reshard = add_command(
      app, fields, "reshard",
      "Who sends what, when an array lies on ranks in one way and is wanted in another");
  reshard.footer(
      "Examples: tileglot reshard 'f32[8,6]' --from '{devices=[4,1]<=[4]}' \\\n"
      "              --to '{devices=[1,2,2]<=[4] last_tile_dim_replicate}' --ranks-per-node 2\n"
      "          tileglot reshard 'bf16[4096,14336]' --from \"P('x', None)\" \\\n"
      "              --to \"P(None, 'x')\" --mesh x=8 --rank 3\n"
      "          tileglot reshard 'f32[64,64]' --from '[Shard(0)]' --to '[Shard(1)]' --mesh '(4)' "
      "\\\n"
      "              --to-layout '{1,0:T(8,128)}' --simulate");
  add_sides(reshard, *request);
  add_questions(reshard, *request);
  answer_with(reshard, fields, request, api::reshard);
}

}  // namespace tileglot::cli
