// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/checkpoint/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "tileglot/api/checkpoint/file.h"
#include "tileglot/api/checkpoint/plan.h"
#include "tileglot/api/checkpoint/tensor_move.h"
#include "tileglot/api/checkpoint/writer.h"
#include "tileglot/api/input/relayout_request.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/relayout/cpu/measure.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/plan/print.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace cpu = relayout::cpu;

/// How many tensors are listed by default.
constexpr std::size_t kListed = 8;
constexpr std::size_t kLongestName = 200;
/// The column of the shape in the file.
constexpr std::size_t kStoredColumn = 5;

std::string percent(std::int64_t part, std::int64_t whole) {
  if (part == 0) return "0 %";
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string tensors_text(std::size_t count) {
  return fmt::format("{} tensor{}", count, count == 1 ? "" : "s");
}

std::string shape_text(const std::vector<std::int64_t>& extents) {
  return fmt::format("[{}]", fmt::join(extents, ","));
}

std::string type_text(const PackedTensor& tensor) {
  const std::string stored(*core::name_in(core::TypeNotation::kSafetensors, tensor.stored_type));
  if (tensor.type == tensor.stored_type) return stored;
  return fmt::format("{} in {}", core::name(tensor.type), stored);
}

/// Without shape and type, which have their own columns.
std::string layout_text(const bridge::AnyLayout& layout) {
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  if (shape == nullptr || !shape->layout) return bridge::print(layout);
  return notation::xla::print(*shape->layout);
}

value::TextRow row_of(const TensorMove& move) {
  const std::string name = core::printable(move.source.name, kLongestName);
  const std::string bytes = value::grouped(move.target_bytes);
  if (!move.to) {
    const std::string shape = shape_text(move.source.shape);
    return {name, type_text(move.source), shape, "", "copied: " + move.why_copied, "", bytes, ""};
  }
  return {name,
          type_text(move.source),
          shape_text(move.source.extents),
          layout_text(move.source.layout),
          layout_text(*move.to),
          shape_text(move.stored_shape),
          bytes,
          percent(move.padding_bytes, move.target_bytes)};
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    widest = std::max(widest, value::width_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return widest;
}

std::string moves_text(const std::vector<const TensorMove*>& moves, std::size_t listed,
                       const Terminal& terminal) {
  using enum value::Align;
  std::vector<value::TextRow> rows{
      {"tensor", "dtype", "shape", "from", "to", "stored", "bytes", "padding"}};
  rows.reserve(listed + 1);
  for (std::size_t i = 0; i < listed; ++i) rows.push_back(row_of(*moves[i]));
  std::vector<value::Align> columns{kLeft, kLeft, kLeft, kLeft, kLeft, kLeft, kRight, kRight};
  std::string text = value::table_of(rows, columns);
  const auto width = static_cast<std::size_t>(terminal.columns);
  if (width == 0 || widest_line(text) <= width) return text;
  for (value::TextRow& row : rows) row.erase(row.begin() + kStoredColumn);
  columns.erase(columns.begin() + kStoredColumn);
  return value::table_of(rows, columns);
}

std::vector<const TensorMove*> moves_of(const CheckpointPlan& plan) {
  std::vector<const TensorMove*> moves;
  for (const PartPlan& part : plan.parts) {
    for (const TensorMove& move : part.moves) moves.push_back(&move);
  }
  return moves;
}

/// For whole tensors; it is already known that no two elements share an offset.
core::Result<relayout::plan::Plan> plan_of(const TensorMove& move) {
  const auto bits = static_cast<int>(move.source.bits());
  return relayout::plan::plan(move.maps->source, move.maps->target, bits,
                              {.check_injective = false});
}

using Kernels = std::set<std::string_view>;

Kernels kernels_of(const relayout::plan::Plan& plan) {
  Kernels kernels;
  for (const relayout::plan::Nest& nest : plan.nests)
    kernels.insert(relayout::plan::name_of(nest.kernel));
  return kernels;
}

/// The number of tensors per kernel. Tensors of the same shape and move are planned once.
core::Result<std::map<std::string_view, std::size_t>> kernel_counts(
    const std::vector<const TensorMove*>& moves) {
  std::map<std::tuple<std::string, std::string, std::int64_t>, Kernels> known;
  std::map<std::string_view, std::size_t> counts;
  for (const TensorMove* move : moves) {
    if (!move->maps) continue;
    auto [found, is_new] = known.try_emplace(
        {bridge::print(move->source.layout), bridge::print(*move->to), move->source.bits()});
    if (is_new) {
      TILEGLOT_TRY(plan, plan_of(*move));
      found->second = kernels_of(plan);
    }
    for (const std::string_view kernel : found->second) ++counts[kernel];
  }
  return counts;
}

core::Result<std::string> kernels_text(const std::vector<const TensorMove*>& moves) {
  TILEGLOT_TRY(counts, kernel_counts(moves));
  std::vector<std::string> words;
  words.reserve(counts.size());
  for (const auto& [kernel, count] : counts)
    words.push_back(fmt::format("{} for {}", kernel, tensors_text(count)));
  if (words.empty()) return std::string();
  return fmt::format("kernels: {}\n", fmt::join(words, ", "));
}

core::Result<std::string> plans_text(const std::vector<const TensorMove*>& moves,
                                     std::size_t listed) {
  std::string text;
  for (std::size_t i = 0; i < listed; ++i) {
    if (!moves[i]->maps) continue;
    TILEGLOT_TRY(plan, plan_of(*moves[i]));
    text += fmt::format("{}:\n{}", core::printable(moves[i]->source.name, kLongestName),
                        relayout::plan::print(plan));
  }
  return text;
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
  return fmt::format("{} moved, {} copied; {} bytes -> {} bytes, {} of them padding ({})\n",
                     tensors_text(moved), copied, value::grouped(source.data_bytes()),
                     value::grouped(plan.data_bytes()), value::grouped(plan.padding_bytes()),
                     percent(plan.padding_bytes(), plan.data_bytes()));
}

bool records_layouts(const CheckpointPlan& plan) {
  const auto moves = moves_of(plan);
  return std::ranges::any_of(
      moves, [](const TensorMove* move) { return move->layout_record.has_value(); });
}

}  // namespace

Reply describe_plan(const RelayoutCheckpointRequest& request, const CheckpointFile& source,
                    const CheckpointPlan& plan) {
  Answer answer;
  const auto moves = moves_of(plan);
  const bool lists_all = request.dry_run || request.verbose;
  const std::size_t listed = lists_all ? moves.size() : std::min(moves.size(), kListed);
  const auto moved = static_cast<std::size_t>(
      std::ranges::count_if(moves, [](const TensorMove* move) { return move->to.has_value(); }));
  answer.text = moves_text(moves, listed, request.terminal);
  if (listed < moves.size())
    answer.text += fmt::format("  … {} more; --verbose lists all\n", moves.size() - listed);
  answer.text += totals_text(source, plan, moved, moves.size() - moved);
  TILEGLOT_TRY(kernels, kernels_text(moves));
  answer.text += kernels;
  if (request.print_plan) {
    TILEGLOT_TRY(plans, plans_text(moves, listed));
    answer.text += plans;
  }
  answer.json["tensors"] = Json::array();
  for (const TensorMove* move : moves) answer.json["tensors"].push_back(move_json(*move));
  answer.json["moved_tensors"] = moved;
  answer.json["copied_tensors"] = moves.size() - moved;
  answer.json["source_bytes"] = source.data_bytes();
  answer.json["target_bytes"] = plan.data_bytes();
  answer.json["padding_bytes"] = plan.padding_bytes();
  return answer;
}

void describe_run(Answer& answer, const WriteReport& report, const CheckpointPlan& plan,
                  int threads) {
  if (report.kept_tensors > 0) {
    answer.text +=
        fmt::format("{} of an earlier run verified and kept\n", tensors_text(report.kept_tensors));
  }
  const double gb_per_s = cpu::gb_per_s(report.written_bytes, report.seconds);
  answer.text += fmt::format(
      "done in {:.3g} s: written in {:.3g} s on {} thread{}, {:.3g} GB/s; on disk after another "
      "{:.3g} s\n",
      report.seconds + report.finish_seconds, report.seconds, threads, threads == 1 ? "" : "s",
      gb_per_s, report.finish_seconds);
  answer.text += fmt::format(
      "wrote {}{}\n", io::path_text(plan.path),
      records_layouts(plan) ? R"( (layouts recorded in __metadata__["tileglot.layout/.."]))" : "");
  answer.json["kept_tensors"] = report.kept_tensors;
  answer.json["seconds"] = report.seconds;
  answer.json["finish_seconds"] = report.finish_seconds;
  answer.json["gb_per_s"] = gb_per_s;
}

}  // namespace tileglot::api
