// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/relayout_checkpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/files/input/relayout_request.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/relayout.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/checkpoint/writer.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/relayout/cpu/measure.h"
#include "tileglot/relayout/plan/print.h"
#include "tileglot/value/text/ascii.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api::files {
namespace {

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
  return core::counted(static_cast<std::int64_t>(count), "tensor");
}

std::string bytes_text(std::int64_t bytes) {
  return core::counted(bytes, value::grouped(bytes), "byte");
}

std::string shape_text(const std::vector<std::int64_t>& extents) {
  return fmt::format("[{}]", fmt::join(extents, ","));
}

std::string type_text(const checkpoint::PackedTensor& tensor) {
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

value::TextRow row_of(const checkpoint::TensorMove& move) {
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

std::string moves_text(const std::vector<const checkpoint::TensorMove*>& moves, std::size_t listed,
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

std::string kernels_text(const checkpoint::RelayoutReport& report) {
  std::vector<std::string> words;
  words.reserve(report.kernels.size());
  for (const auto& [kernel, count] : report.kernels)
    words.push_back(fmt::format("{} for {}", kernel, tensors_text(count)));
  return words.empty() ? "" : fmt::format("kernels: {}\n", fmt::join(words, ", "));
}

core::Result<std::string> plans_text(const std::vector<const checkpoint::TensorMove*>& moves,
                                     std::size_t listed) {
  std::string text;
  for (std::size_t i = 0; i < listed; ++i) {
    if (!moves[i]->maps) continue;
    TILEGLOT_TRY(plan, checkpoint::whole_plan(*moves[i]));
    text += fmt::format("{}:\n{}", core::printable(moves[i]->source.name, kLongestName),
                        relayout::plan::print(plan));
  }
  return text;
}

Json move_json(const checkpoint::TensorMove& move) {
  Json json{{"name", move.source.name},
            {"dtype", *core::name_in(core::TypeNotation::kSafetensors, move.source.stored_type)},
            {"type", core::name(move.source.type)},
            {"from", bridge::print(move.source.layout)},
            {"to", move.to ? Json(bridge::print(*move.to)) : Json()},
            {"extents", move.source.extents},
            {"stored_shape", move.stored_shape},
            {"source_bytes", move.source.data.size()},
            {"target_bytes", move.target_bytes},
            {"padding_bytes", move.padding_bytes}};
  if (!move.to) json["copied"] = move.why_copied;
  return json;
}

std::string totals_text(const checkpoint::RelayoutReport& report, std::size_t moved,
                        std::size_t copied) {
  const std::int64_t bytes = report.plan.data_bytes();
  const std::int64_t padding = report.plan.padding_bytes();
  return fmt::format("{} moved, {} copied; {} -> {}, {} of them padding ({})\n",
                     tensors_text(moved), copied, bytes_text(report.source.data_bytes()),
                     bytes_text(bytes), value::grouped(padding), percent(padding, bytes));
}

bool records_layouts(const checkpoint::Plan& plan) {
  return std::ranges::any_of(checkpoint::moves_of(plan), [](const checkpoint::TensorMove* move) {
    return move->layout_record.has_value();
  });
}

Reply describe_plan(const RelayoutCheckpointRequest& request,
                    const checkpoint::RelayoutReport& report) {
  Answer answer;
  const auto moves = checkpoint::moves_of(report.plan);
  const bool lists_all = request.asked.dry_run || request.verbose;
  const std::size_t listed = lists_all ? moves.size() : std::min(moves.size(), kListed);
  const auto moved = static_cast<std::size_t>(std::ranges::count_if(
      moves, [](const checkpoint::TensorMove* move) { return move->to.has_value(); }));
  answer.text = moves_text(moves, listed, request.terminal);
  if (listed < moves.size())
    answer.text += fmt::format("  … {} more; --verbose lists all\n", moves.size() - listed);
  answer.text += totals_text(report, moved, moves.size() - moved);
  answer.text += kernels_text(report);
  if (request.print_plan) {
    TILEGLOT_TRY(plans, plans_text(moves, listed));
    answer.text += plans;
  }
  answer.json["tensors"] = Json::array();
  for (const checkpoint::TensorMove* move : moves)
    answer.json["tensors"].push_back(move_json(*move));
  answer.json["moved_tensors"] = moved;
  answer.json["copied_tensors"] = moves.size() - moved;
  answer.json["source_bytes"] = report.source.data_bytes();
  answer.json["target_bytes"] = report.plan.data_bytes();
  answer.json["padding_bytes"] = report.plan.padding_bytes();
  answer.json["written"] = !request.asked.dry_run;
  return answer;
}

void describe_run(Answer& answer, const checkpoint::RelayoutReport& report) {
  const checkpoint::WriteReport& written = *report.written;
  if (written.kept_tensors > 0) {
    answer.text +=
        fmt::format("{} of an earlier run verified and kept\n", tensors_text(written.kept_tensors));
  }
  const double gb_per_s = relayout::cpu::gb_per_s(written.written_bytes, written.seconds);
  answer.text += fmt::format(
      "done in {:.3g} s: written in {:.3g} s on {}, {:.3g} GB/s; on disk after another {:.3g} s\n",
      written.seconds + written.finish_seconds, written.seconds,
      core::counted(report.threads, "thread"), gb_per_s, written.finish_seconds);
  answer.text += fmt::format(
      "wrote {}{}\n",
      report.plan.path == checkpoint::kStdout ? "stdout" : io::path_text(report.plan.path),
      records_layouts(report.plan) ? R"( (layouts recorded in __metadata__["tileglot.layout/.."]))"
                                   : "");
  answer.json["kept_tensors"] = written.kept_tensors;
  answer.json["seconds"] = written.seconds;
  answer.json["finish_seconds"] = written.finish_seconds;
  answer.json["gb_per_s"] = gb_per_s;
}

/// A model from stdin is open already.
core::Result<checkpoint::RelayoutReport> planned(const RelayoutCheckpointRequest& request) {
  if (request.opened == nullptr) return checkpoint::planned_relayout(request.asked);
  TILEGLOT_TRY(source, checkpoint::checkpoint_of(std::move(*request.opened)));
  return checkpoint::planned_relayout(std::move(source), request.asked);
}

}  // namespace

Reply relayout_checkpoint(const RelayoutCheckpointRequest& request) {
  TILEGLOT_TRY(report, planned(request));
  TILEGLOT_TRY(answer, describe_plan(request, report));
  if (request.asked.dry_run) {
    answer.text += "dry run: nothing is written\n";
  } else {
    TILEGLOT_TRY_STATUS(checkpoint::carry_out(report, request.asked));
    describe_run(answer, report);
  }
  answer.text = value::shown_on(request.terminal, answer.text);
  if (request.asked.output == checkpoint::kStdout) answer.note = std::exchange(answer.text, "");
  return answer;
}

}  // namespace tileglot::api::files
