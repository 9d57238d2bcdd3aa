// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/relayout_checkpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/bytes_text.h"
#include "tileglot/api/checkpoint_file.h"
#include "tileglot/api/checkpoint_plan.h"
#include "tileglot/api/checkpoint_writer.h"
#include "tileglot/api/relayout.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/tensor_move.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/os_error.h"
#include "tileglot/relayout/cpu/measure.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/plan/print.h"

namespace tileglot::api {
namespace {

namespace cpu = relayout::cpu;

/// What a run lists; a dry run lists all.
constexpr std::size_t kListed = 8;
constexpr std::size_t kLongestName = 200;

Step<void> check_options(const RelayoutRequest& request) {
  std::string option;
  if (request.from) option = "--from";
  if (request.measure) option = "--measure";
  if (!option.empty()) {
    return refuse(
        {.code = "checkpoint.option",
         .message = fmt::format("{} is for a .npy file", option),
         .help = "the layout of a tensor of a model is row-major or recorded in its file"});
  }
  if (!request.maps.empty() || !request.to.empty()) return {};
  return refuse({.code = "checkpoint.no_target",
                 .message = "nothing says where the tensors go",
                 .help =
                     "add --map 'PATTERN: LAYOUT', or --to tpu, --to row-major, --to LAYOUT for "
                     "all tensors"});
}

std::string percent(std::int64_t part, std::int64_t whole) {
  if (part == 0) return "0 %";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string type_text(const PackedTensor& tensor) {
  const std::string stored(*core::name_in(core::TypeNotation::kSafetensors, tensor.stored_type));
  if (tensor.type == tensor.stored_type) return stored;
  return fmt::format("{} in {}", core::name(tensor.type), stored);
}

std::string move_text(const TensorMove& move) {
  const std::string name = core::printable(move.source.name, kLongestName);
  if (!move.to) {
    return fmt::format("  {}: {} [{}], {} bytes, copied: {}\n", name, type_text(move.source),
                       fmt::join(move.source.shape, ","), grouped(move.target_bytes),
                       move.why_copied);
  }
  return fmt::format("  {}: {} {} -> {}, stored as [{}], {} bytes, {} padding\n", name,
                     type_text(move.source), bridge::print(move.source.layout),
                     bridge::print(*move.to), fmt::join(move.stored_shape, ","),
                     grouped(move.target_bytes), percent(move.padding_bytes, move.target_bytes));
}

Step<std::string> plan_text(const TensorMove& move) {
  if (!move.maps) return std::string();
  const auto bits = static_cast<int>(move.source.bits());
  TILEGLOT_STEP(plan, about(relayout::plan::plan(move.maps->source, move.maps->target, bits), {}));
  return relayout::plan::print(plan);
}

std::vector<const TensorMove*> moves_of(const CheckpointPlan& plan) {
  std::vector<const TensorMove*> moves;
  for (const PartPlan& part : plan.parts) {
    for (const TensorMove& move : part.moves) moves.push_back(&move);
  }
  return moves;
}

Json move_json(const TensorMove& move) {
  Json json{{"name", move.source.name},
            {"dtype", *core::name_in(core::TypeNotation::kSafetensors, move.source.stored_type)},
            {"type", core::name(move.source.type)},
            {"from", bridge::print(move.source.layout)},
            {"to", move.to ? Json(bridge::print(*move.to)) : Json()},
            {"stored_shape", move.stored_shape},
            {"source_bytes", move.source.data.size()},
            {"target_bytes", move.target_bytes},
            {"padding_bytes", move.padding_bytes}};
  if (!move.to) json["copied"] = move.why_copied;
  return json;
}

std::string totals_text(const CheckpointFile& source, const CheckpointPlan& plan, std::size_t moved,
                        std::size_t copied) {
  return fmt::format(
      "{} tensor{} moved, {} copied; {} bytes -> {} bytes, {} of them padding ({})\n", moved,
      moved == 1 ? "" : "s", copied, grouped(source.data_bytes()), grouped(plan.data_bytes()),
      grouped(plan.padding_bytes()), percent(plan.padding_bytes(), plan.data_bytes()));
}

Step<Answer> described(const RelayoutRequest& request, const CheckpointFile& source,
                       const CheckpointPlan& plan) {
  Answer answer;
  const auto moves = moves_of(plan);
  const std::size_t listed = request.dry_run ? moves.size() : std::min(moves.size(), kListed);
  std::size_t moved = 0;
  answer.json["tensors"] = Json::array();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i]->to) ++moved;
    answer.json["tensors"].push_back(move_json(*moves[i]));
    if (i >= listed) continue;
    answer.text += move_text(*moves[i]);
    if (!request.print_plan) continue;
    TILEGLOT_STEP(text, plan_text(*moves[i]));
    answer.text += text;
  }
  if (listed < moves.size()) {
    answer.text += fmt::format("  .. and {} more; --dry-run lists all\n", moves.size() - listed);
  }
  answer.text += totals_text(source, plan, moved, moves.size() - moved);
  answer.json["moved_tensors"] = moved;
  answer.json["copied_tensors"] = moves.size() - moved;
  answer.json["source_bytes"] = source.data_bytes();
  answer.json["target_bytes"] = plan.data_bytes();
  answer.json["padding_bytes"] = plan.padding_bytes();
  return answer;
}

void describe(Answer& answer, const WriteReport& report, const CheckpointPlan& plan, int threads) {
  if (report.kept_tensors > 0) {
    answer.text += fmt::format("{} tensor{} of an earlier run verified and kept\n",
                               report.kept_tensors, report.kept_tensors == 1 ? "" : "s");
  }
  answer.text += fmt::format(
      "wrote {} in {:.3g} s on {} thread{}: {:.3g} GB/s; on disk after another {:.3g} s\n",
      io::path_text(plan.path), report.seconds, threads, threads == 1 ? "" : "s",
      cpu::gb_per_s(report.written_bytes, report.seconds), report.finish_seconds);
  answer.json["kept_tensors"] = report.kept_tensors;
  answer.json["seconds"] = report.seconds;
  answer.json["finish_seconds"] = report.finish_seconds;
  answer.json["gb_per_s"] = cpu::gb_per_s(report.written_bytes, report.seconds);
}

WriteOptions options_of(const RelayoutRequest& request) {
  WriteOptions options{.threads = cpu::threads_meant(request.threads),
                       .replace = request.force,
                       .progress = request.progress,
                       .is_interrupted = request.is_interrupted};
  options.memory_bytes = request.max_memory_bytes.value_or(options.memory_bytes);
  return options;
}

}  // namespace

Reply relayout_checkpoint(const RelayoutRequest& request) {
  TILEGLOT_STEP_STATUS(check_options(request));
  TILEGLOT_STEP(source, open_checkpoint(request.input));
  TILEGLOT_STEP(plan, plan_checkpoint(source, request));
  TILEGLOT_STEP(answer, described(request, source, plan));
  answer.json["written"] = !request.dry_run;
  if (request.dry_run) {
    answer.text += "dry run: nothing is written\n";
    return answer;
  }
  const WriteOptions options = options_of(request);
  TILEGLOT_STEP(report, write_checkpoint(source, plan, options));
  describe(answer, report, plan, options.threads);
  return answer;
}

}  // namespace tileglot::api
