// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/hlo/partitioned.h"
#include "tileglot/api/hlo/stats_costs.h"
#include "tileglot/api/hlo/stats_devices.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

using hlo::ComputationId;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;
using notation::xla::Shape;

using Counts = std::map<std::string, std::int64_t>;

/// Bytes in memory, and how many of them hold no element.
struct Bytes {
  std::int64_t total = 0;
  std::int64_t padding = 0;
  std::int64_t unknown = 0;  ///< arrays of unknown size

  void add(const Shape& shape) {
    for (const auto& leaf : notation::xla::leaves(shape)) {
      if (is_array(leaf.shape)) add_array(leaf.shape);
    }
  }

 private:
  void add_array(const Shape& array) {
    const auto whole = notation::xla::array_size(array);
    const auto used = notation::xla::byte_size_of_elements(array);
    if (!whole || !used) {
      ++unknown;
      return;
    }
    total = core::saturating_add(total, *whole);
    padding = core::saturating_add(padding, *whole - *used);
  }
};

struct Stats {
  Counts opcodes = {};
  Counts layouts = {};
  Bytes parameters = {};
  Bytes constants = {};
  Bytes result = {};
  Bytes copied = {};
  std::int64_t copies = 0;
};

void count_layouts(const Shape& shape, Counts& counts) {
  for (const auto& leaf : notation::xla::leaves(shape)) {
    if (!is_array(leaf.shape) || rank(leaf.shape) < 2) continue;
    ++counts[leaf.shape.layout ? print(*leaf.shape.layout) : "none"];
  }
}

void count(const Module& module, InstructionId id, Stats& stats) {
  const Opcode opcode = module[id].opcode;
  ++stats.opcodes[std::string(name_of(opcode))];
  count_layouts(module.shape_of(id), stats.layouts);
  if (opcode == Opcode::kConstant) stats.constants.add(module.shape_of(id));
  if (opcode != Opcode::kCopy) return;
  ++stats.copies;
  stats.copied.add(module.shape_of(id));
}

Stats stats_of(const Module& module) {
  Stats stats;
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) count(module, id, stats);
  }
  const hlo::Computation& entry = module[module.entry()];
  for (const InstructionId id : entry.parameters) stats.parameters.add(module.shape_of(id));
  stats.result.add(module.shape_of(*entry.root));
  return stats;
}

/// The most frequent first.
std::vector<std::pair<std::string, std::int64_t>> by_count(const Counts& counts) {
  std::vector<std::pair<std::string, std::int64_t>> result(counts.begin(), counts.end());
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return result;
}

std::string table_text(std::string_view title, const Counts& counts) {
  std::string text = fmt::format("{}\n", title);
  for (const auto& [name, number] : by_count(counts)) {
    text += fmt::format("  {:>12}  {}\n", value::grouped(number), name);
  }
  return text;
}

std::string bytes_text(std::string_view what, const Bytes& bytes) {
  std::string text = fmt::format("  {:>20}  {}", value::grouped(bytes.total), what);
  if (bytes.padding > 0) text += fmt::format(", {} of it padding", value::grouped(bytes.padding));
  if (bytes.unknown > 0) text += fmt::format(", and {} arrays of unknown size", bytes.unknown);
  return text + "\n";
}

Json json_of(const Bytes& bytes) {
  return {{"bytes", bytes.total}, {"padding", bytes.padding}, {"unknown", bytes.unknown}};
}

Json json_of(const Counts& counts) {
  Json json = Json::object();
  for (const auto& [name, number] : by_count(counts)) json[name] = number;
  return json;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return core::counted(number, value::grouped(number), noun);
}

std::string text_of(const std::string& name, const Module& module, const Stats& stats) {
  return fmt::format(
             "{}: {}, {}\n", name,
             counted(static_cast<std::int64_t>(module.instruction_count()), "instruction"),
             counted(static_cast<std::int64_t>(module.computation_count()), "computation")) +
         table_text("operations", stats.opcodes) +
         table_text("layouts of arrays with two or more dimensions", stats.layouts) + "bytes\n" +
         bytes_text("parameters", stats.parameters) + bytes_text("constants", stats.constants) +
         bytes_text("result", stats.result) +
         bytes_text(fmt::format("written by {}", counted(stats.copies, "copy")), stats.copied);
}

}  // namespace

Reply hlo_stats(const HloStatsRequest& request) {
  const auto& [name, text] = request.module;
  TILEGLOT_TRY(is_partitioned, partitioned_option(request.partitioned));
  TILEGLOT_TRY(module, parse_hlo(request.module, request.lenient));
  const Stats stats = stats_of(module);
  TILEGLOT_TRY(devices, core::with_line(devices_of(module, is_partitioned), text));
  TILEGLOT_TRY(costs, costs_of(module, text, request.costs));
  return Answer{.text = text_of(name, module, stats) + devices.text + costs.text,
                .json = {{"instructions", module.instruction_count()},
                         {"computations", module.computation_count()},
                         {"operations", json_of(stats.opcodes)},
                         {"layouts", json_of(stats.layouts)},
                         {"parameters", json_of(stats.parameters)},
                         {"constants", json_of(stats.constants)},
                         {"result", json_of(stats.result)},
                         {"copies", stats.copies},
                         {"copied", json_of(stats.copied)},
                         {"devices", devices.json},
                         {"costs", costs.json}}};
}

}  // namespace tileglot::api
