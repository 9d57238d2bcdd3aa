// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/compile_report.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/partitioned.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/entry/device_view.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"
#include "tileglot/hlo/pass/pipeline/compile_module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/runtime/pjrt_layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/wire.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
namespace xla = notation::xla;
using Values = std::vector<CompiledValue>;

core::Result<Values> side_of(const hlo::Module& module, std::vector<pass::EntryLeaf> leaves,
                             const std::vector<pass::EntryLeaf>& before,
                             const std::vector<pass::EntryMode>& modes, std::int64_t devices) {
  Values values;
  values.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    // A pass may have removed the sharding from the root.
    leaves[i].sharding = before[i].sharding;
    leaves[i].written = before[i].written;
    TILEGLOT_TRY(view, pass::device_view(leaves[i], devices));
    values.push_back({title_of(module, leaves[i]), leaves[i], modes[i], std::move(view)});
  }
  return values;
}

/// Nothing if the value is not an array.
std::optional<xla::PjrtLayout> runtime_layout(const CompiledValue& value) {
  if (!is_array(value.leaf.shape)) return std::nullopt;
  return xla::PjrtLayout(xla::layout_or_default(value.leaf.shape));
}

std::string wire_text(const xla::PjrtLayout& layout) {
  return xla::to_hex(xla::to_wire(layout.layout()));
}

bool is_reported_as_default(const CompiledValue& value) {
  return !value.leaf.parameter && value.mode.mode.is_default();
}

/// "auto", "{0,1} (attribute)"
std::string mode_text(const pass::EntryMode& mode) {
  if (mode.source == pass::ModeSource::kNobody) return print(mode.mode);
  return fmt::format("{} ({})", print(mode.mode), name_of(mode.source));
}

value::TextRow row_of(const CompiledValue& value, std::size_t number, bool is_divided) {
  value::TextRow row{fmt::format("{} {}", value.leaf.parameter ? "argument" : "result", number),
                     value.title, mode_text(value.mode), xla::print(value.leaf.shape)};
  if (is_divided) row.push_back(xla::print(value.view.allocated));
  const auto layout = runtime_layout(value);
  row.push_back(layout ? layout->serialize() : "");
  row.push_back(layout ? wire_text(*layout) : "");
  if (layout && is_reported_as_default(value)) row.back() += "  reported as default";
  return row;
}

Json runtime_json(const CompiledValue& value) {
  Json json{{"mode", print(value.mode.mode)}, {"layout", nullptr}, {"wire", nullptr}};
  const auto layout = runtime_layout(value);
  if (layout) {
    json["layout"] = layout->serialize();
    json["wire"] = wire_text(*layout);
  }
  if (value.leaf.parameter) return json;
  json["reported"] = nullptr;
  if (layout && !is_reported_as_default(value)) json["reported"] = layout->serialize();
  return json;
}

Json full_json(const CompiledValue& value) {
  Json json{{"value", value.title},
            {"shape", xla::print(value.leaf.shape)},
            {"source", name_of(value.mode.source)},
            {"sharding", nullptr},
            {"allocated", xla::print(value.view.allocated)}};
  const auto& sharding = value.leaf.sharding ? value.leaf.sharding : value.leaf.written;
  if (sharding) json["sharding"] = xla::print(*sharding);
  json.update(runtime_json(value));
  return json;
}

template <class ToJson>
Json list_json(const Values& values, const ToJson& to_json) {
  Json list = Json::array();
  for (const CompiledValue& value : values) list.push_back(to_json(value));
  return list;
}

/// "3 copies move 34,048 B"
std::string moves_text(std::int64_t count, std::string_view one, std::string_view many,
                       std::int64_t bytes) {
  return fmt::format("{} {} {} B", value::grouped(count), count == 1 ? one : many,
                     value::grouped(bytes));
}

/// What layouts caused to move: copies, and transposes that copies became.
std::string traffic_text(const CompiledModule& compiled) {
  const pass::Traffic& traffic = compiled.traffic;
  std::string text = "no copies";
  if (traffic.copies > 0) {
    text = moves_text(traffic.copies, "copy moves", "copies move", traffic.copy_bytes);
  }
  if (traffic.transposes > 0) {
    text += ", " + moves_text(traffic.transposes, "transpose moves", "transposes move",
                              traffic.transpose_bytes);
  }
  if (compiled.done.border_copies > 0) {
    text += fmt::format("; {} put in at the border", compiled.done.border_copies);
  }
  return text;
}

std::string headline(const CompiledModule& compiled) {
  std::string devices;
  if (compiled.leaves.devices > 1) {
    devices = fmt::format(" on {} devices", value::grouped(compiled.leaves.devices));
  }
  return fmt::format("{} for {}{}: {} instructions, {}\n", compiled.file, compiled.target, devices,
                     value::grouped(static_cast<std::int64_t>(compiled.module.instruction_count())),
                     traffic_text(compiled));
}

}  // namespace

core::Result<CompiledLeaves> compiled_leaves(const hlo::Module& module,
                                             const pass::EntryLeaves& before,
                                             const pass::EntryModes& modes) {
  TILEGLOT_TRY(leaves, pass::entry_leaves(module, before.partitioning.is_partitioned));
  TILEGLOT_TRY(arguments, side_of(module, std::move(leaves.arguments), before.arguments,
                                  modes.arguments, before.devices));
  TILEGLOT_TRY(results, side_of(module, std::move(leaves.results), before.results, modes.results,
                                before.devices));
  return CompiledLeaves{before.devices, before.partitioning, std::move(arguments),
                        std::move(results)};
}

std::string text_of(const CompiledModule& compiled) {
  const bool is_spread = compiled.leaves.devices > 1;
  const bool is_divided = is_spread && !compiled.leaves.partitioning.is_partitioned;
  value::TextRow head{"", "", "mode", "shape"};
  if (is_divided) head.emplace_back("on each device");
  head.emplace_back("at run time");
  head.emplace_back("LayoutProto");
  std::vector<value::TextRow> rows{std::move(head)};
  rows.reserve(1 + compiled.leaves.arguments.size() + compiled.leaves.results.size());
  for (const Values* side : {&compiled.leaves.arguments, &compiled.leaves.results}) {
    for (std::size_t i = 0; i < side->size(); ++i) {
      rows.push_back(row_of((*side)[i], i, is_divided));
    }
  }
  const std::string partitioning =
      is_spread ? partitioning_text(compiled.leaves.partitioning) : std::string();
  return headline(compiled) + partitioning +
         value::table_of(rows, std::vector<value::Align>(rows.front().size(), value::Align::kLeft));
}

Json json_of(const CompiledModule& compiled) {
  Json passes = Json::array();
  for (const pass::StepDone& step : compiled.done.steps) {
    passes.push_back({{"name", step.pass}, {"changes", step.changes}, {"rounds", step.rounds}});
  }
  const pass::Traffic& traffic = compiled.traffic;
  return {{"target", compiled.target},
          {"devices", compiled.leaves.devices},
          {"partitioning", partitioning_json(compiled.leaves.partitioning)},
          {"instructions", compiled.module.instruction_count()},
          {"copies", traffic.copies},
          {"copied_bytes", traffic.copy_bytes},
          {"transposes", traffic.transposes},
          {"transposed_bytes", traffic.transpose_bytes},
          {"border_copies", compiled.done.border_copies},
          {"passes", std::move(passes)},
          {"entry_layout", print(*compiled.module.header.entry_layout)},
          {"arguments", list_json(compiled.leaves.arguments, full_json)},
          {"results", list_json(compiled.leaves.results, full_json)}};
}

Json runtime_layouts_json(const CompiledLeaves& leaves) {
  return {{"arguments", list_json(leaves.arguments, runtime_json)},
          {"results", list_json(leaves.results, runtime_json)}};
}

}  // namespace tileglot::api
