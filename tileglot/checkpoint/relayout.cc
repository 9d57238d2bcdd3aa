// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/relayout.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/checkpoint/stdout_writer.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/checkpoint/writer.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::checkpoint {
namespace {

using Kernels = std::set<std::string_view>;

core::Status check_target(const RelayoutOptions& options) {
  if (!options.maps.empty() || !options.to.empty()) return {};
  return core::fail(
      {.code = "checkpoint.no_target",
       .message = "nothing says where the tensors go",
       .help = "add --map 'PATTERN: LAYOUT', or --to tpu, --to row-major, --to LAYOUT for "
               "all tensors"});
}

Kernels kernels_of(const relayout::plan::Plan& plan) {
  Kernels kernels;
  for (const relayout::plan::Nest& nest : plan.nests)
    kernels.insert(relayout::plan::name_of(nest.kernel));
  return kernels;
}

/// Tensors of the same shape and move are planned once.
core::Result<std::map<std::string_view, std::size_t>> kernel_counts(const Plan& plan) {
  std::map<std::tuple<std::string, std::string, std::int64_t>, Kernels> known;
  std::map<std::string_view, std::size_t> counts;
  for (const TensorMove* move : moves_of(plan)) {
    if (!move->maps) continue;
    auto [found, is_new] = known.try_emplace(
        {bridge::print(move->source.layout), bridge::print(*move->to), move->source.bits()});
    if (is_new) {
      TILEGLOT_TRY(whole, whole_plan(*move));
      found->second = kernels_of(whole);
    }
    for (const std::string_view kernel : found->second) ++counts[kernel];
  }
  return counts;
}

WriteOptions write_options(const RelayoutOptions& options, int threads) {
  WriteOptions write{.threads = threads,
                     .replace = options.force,
                     .progress = options.progress,
                     .is_interrupted = options.is_interrupted,
                     .on_this_thread = options.on_this_thread};
  write.memory_bytes = options.max_memory_bytes.value_or(write.memory_bytes);
  return write;
}

}  // namespace

core::Result<RelayoutReport> planned_relayout(const RelayoutOptions& options) {
  TILEGLOT_TRY_STATUS(check_target(options));
  TILEGLOT_TRY(source, open(options.input));
  return planned_relayout(std::move(source), options);
}

core::Result<RelayoutReport> planned_relayout(Checkpoint source, const RelayoutOptions& options) {
  TILEGLOT_TRY_STATUS(check_target(options));
  TILEGLOT_TRY(plan, plan_relayout(source, options));
  TILEGLOT_TRY(kernels, kernel_counts(plan));
  return RelayoutReport{.source = std::move(source),
                        .plan = std::move(plan),
                        .kernels = std::move(kernels),
                        .threads = relayout::cpu::threads_meant(options.threads)};
}

core::Status carry_out(RelayoutReport& report, const RelayoutOptions& options) {
  const WriteOptions how = write_options(options, report.threads);
  TILEGLOT_TRY(written, options.output == kStdout ? write_stdout(report.source, report.plan, how)
                                                  : write(report.source, report.plan, how));
  report.written = written;
  return {};
}

core::Result<RelayoutReport> relayout(const RelayoutOptions& options) {
  TILEGLOT_TRY(report, planned_relayout(options));
  if (!options.dry_run) TILEGLOT_TRY_STATUS(carry_out(report, options));
  return std::move(report);
}

}  // namespace tileglot::checkpoint
