// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/reshard_files_options.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "tileglot/api/files/process/setup.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/files_request.h"
#include "tileglot/api/reshard/reshard_files.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/number_options.h"
#include "tileglot/cli/progress_line.h"
#include "tileglot/cli/terminal.h"

namespace tileglot::cli {
namespace {

void add_sides(CLI::App& reshard, api::ReshardFilesRequest& request) {
  reshard
      .add_option("-o,--output", request.output,
                  "IN is a model in files: the folder to write the files of OUT to")
      ->type_name(kFileType);
  reshard
      .add_option("--rules", request.rules,
                  "how each array is cut, joined and named, a rule a line; --to has words for all")
      ->type_name(kFileType);
  reshard
      .add_option("--from-rules", request.from_rules,
                  "the same, for files of ranks that do not say how their tensors join")
      ->type_name(kFileType);
  reshard.add_option("--names", request.names,
                     "of the files: hf (whole arrays and an index), rank (a file a rank), dcp "
                     "(torch's sharded safetensors), pieces (our own records and an index)");
  reshard
      .add_option(
          "--max-part", request.max_part_bytes,
          "the most bytes of tensors in a file, as in 5GB (of 2^30 bytes); a larger tensor has a "
          "file of its own")
      ->transform(byte_size());
}

void add_work(CLI::App& reshard, Fields& fields, api::ReshardFilesRequest& request) {
  reshard.add_option("--worker", request.worker,
                     "write a share of the files: 0/4 is the first of four workers, auto what the "
                     "launcher says (Slurm, torchrun, MPI, Kubernetes)");
  reshard.add_option("--workers", request.workers, "for auto, where the launcher does not say it")
      ->transform(whole_number<std::int64_t>(1));
  reshard.add_option("--threads", request.threads, "0: as many as the processor runs")
      ->transform(whole_number(0, 1024));
  reshard
      .add_option("--max-memory", request.max_memory_bytes,
                  "use no more for data; a thread takes 5MiB")
      ->transform(byte_size());
  add_dtype(reshard, fields, request.dtype, "element type of .npy files, where headers cannot say");
  reshard.add_flag("--dry-run", request.dry_run,
                   "stop after the plan: every array, and what each worker writes and reads");
  reshard.add_flag("--verbose", request.verbose, "list every array and every file");
  reshard.add_flag("--check-copies", request.check_copies,
                   "first compare the copies that several files have");
  reshard.add_flag("--recheck", request.recheck,
                   "read again what an interrupted run wrote, instead of believing its journal");
  reshard.add_flag(
      "--force", request.force,
      "replace files of the same names, and remove those of another job in the folder");
}

}  // namespace

void add_files_options(CLI::App& reshard, Fields& fields, api::ReshardFilesRequest& request) {
  add_sides(reshard, request);
  add_work(reshard, fields, request);
}

api::Reply reshard_files_with_progress(api::ReshardFilesRequest request) {
  const Surroundings surroundings = surroundings_of(stderr);
  ProgressLine line(stderr, is_live(surroundings), terminal_of(surroundings, {}));
  request.progress = [&line](const api::ReshardProgress& progress) {
    line.show({.done_bytes = progress.done_bytes,
               .total_bytes = progress.total_bytes,
               .moved_bytes = progress.moved_bytes,
               .noun = "file",
               .done = progress.done_parts,
               .all = progress.parts,
               .seconds = progress.seconds});
  };
  request.is_interrupted = api::files::is_interrupted;
  // While nothing is written, an interrupt ends the process.
  request.before_writing = api::files::catch_interrupts;
  return api::reshard_files(request);
}

}  // namespace tileglot::cli
