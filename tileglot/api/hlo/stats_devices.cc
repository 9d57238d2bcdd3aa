// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/stats_devices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/partitioned.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/entry/alias_conflicts.h"
#include "tileglot/hlo/pass/entry/device_view.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
namespace xla = notation::xla;

/// The most characters of a sharding and of a name in a line.
constexpr std::size_t kShownSharding = 48;
constexpr std::size_t kShownName = 40;

struct Seen {
  pass::EntryLeaf leaf = {};
  pass::DeviceView view = {};
};

bool is_spread(const hlo::Module& module, const pass::EntryLeaves& leaves) {
  if (module.header.partition_count > 1 || leaves.partitioning.is_partitioned) return true;
  const auto has_sharding = [](const pass::EntryLeaf& leaf) { return leaf.written.has_value(); };
  return std::ranges::any_of(leaves.arguments, has_sharding) ||
         std::ranges::any_of(leaves.results, has_sharding);
}

std::string bare(const xla::Shape& shape) { return xla::print(shape, xla::LayoutText::kHidden); }

/// "3 devices hold f32[3,6], 1 f32[1,6]"; nothing if all hold the full allocated shape.
std::string held_text(const Seen& seen) {
  if (!seen.view.is_known) return "what a device holds, the program knows";
  const auto& held = seen.view.held;
  const bool is_even = held.size() == 1 && bare(held[0].shape) == bare(seen.view.allocated);
  const bool is_everywhere =
      !seen.leaf.sharding || seen.leaf.sharding->kind != xla::ShardingKind::kMaximal;
  if (is_even && is_everywhere) return "";
  std::string text;
  for (const pass::HeldPart& part : held) {
    text += fmt::format("{}{} hold{} {}", text.empty() ? "" : ", ", value::grouped(part.devices),
                        part.devices == 1 ? "s" : "", bare(part.shape));
  }
  return text;
}

/// Keeps the end of a long title, where names of parameters differ.
std::string shown_title(const hlo::Module& module, const Seen& seen) {
  const std::string title = title_of(module, seen.leaf);
  return title.size() <= kShownName ? title : ".." + title.substr(title.size() - kShownName);
}

/// "{replicated}", "{devices=[1,16]0,1,2,..".
std::string sharding_text(const xla::Sharding& sharding) {
  std::string text = xla::print(sharding, xla::MetadataText::kHidden);
  if (text.size() > kShownSharding) text = text.substr(0, kShownSharding) + "..";
  return text;
}

/// Where a device's array comes from: which whole array is divided, or was.
std::string origin_text(const Seen& seen, bool is_partitioned) {
  const auto& written = seen.leaf.written;
  if (is_partitioned) return written ? "a part by " + sharding_text(*written) : "";
  const std::string whole = "of " + bare(seen.leaf.shape);
  if (!seen.leaf.sharding) return whole + " without a sharding";
  const std::string shared = written ? "" : ", as the argument or result whose memory it shares";
  return whole + " " + sharding_text(*seen.leaf.sharding) + shared;
}

value::TextRow row_of(const hlo::Module& module, const Seen& seen, bool is_partitioned) {
  const auto& bytes = seen.view.bytes;
  std::string origin = origin_text(seen, is_partitioned);
  if (const std::string held = held_text(seen); !held.empty()) origin += ": " + held;
  return {shown_title(module, seen), xla::print(seen.view.allocated),
          bytes ? value::grouped(*bytes) + " B" : "", origin};
}

Json json_of(const hlo::Module& module, const Seen& seen) {
  Json held = Json::array();
  if (seen.view.is_known) {
    for (const pass::HeldPart& part : seen.view.held) {
      held.push_back({{"shape", bare(part.shape)}, {"devices", part.devices}});
    }
  }
  Json json{{"value", title_of(module, seen.leaf)},
            {"shape", xla::print(seen.leaf.shape)},
            {"sharding", nullptr},
            {"allocated", xla::print(seen.view.allocated)},
            {"bytes", nullptr},
            {"held", std::move(held)}};
  const auto& sharding = seen.leaf.sharding ? seen.leaf.sharding : seen.leaf.written;
  if (sharding) json["sharding"] = xla::print(*sharding, xla::MetadataText::kHidden);
  if (seen.view.bytes) json["bytes"] = *seen.view.bytes;
  return json;
}

core::Result<std::vector<Seen>> seen_of(const pass::EntryLeaves& leaves) {
  std::vector<Seen> all;
  all.reserve(leaves.arguments.size() + leaves.results.size());
  for (const auto* side : {&leaves.arguments, &leaves.results}) {
    for (const pass::EntryLeaf& leaf : *side) {
      TILEGLOT_TRY(view, pass::device_view(leaf, leaves.devices));
      all.push_back({leaf, std::move(view)});
    }
  }
  return all;
}

/// The bytes of all parameters, or of the result.
std::int64_t bytes_of(const std::vector<Seen>& all, bool is_result) {
  std::int64_t sum = 0;
  for (const Seen& seen : all) {
    if (seen.leaf.parameter.has_value() != is_result) {
      sum = core::saturating_add(sum, seen.view.bytes.value_or(0));
    }
  }
  return sum;
}

/// A line for each argument and result that share memory and differ.
std::string conflicts_text(const hlo::Module& module, const pass::EntryLeaves& leaves,
                           const std::vector<pass::AliasConflict>& conflicts) {
  std::string text;
  for (const pass::AliasConflict& conflict : conflicts) {
    text += fmt::format("warning: {}\n", sentence_of(module, leaves, conflict));
  }
  return text;
}

Json aliases_json(const hlo::Module& module, const pass::EntryLeaves& leaves,
                  const std::vector<pass::AliasConflict>& conflicts) {
  Json differ = Json::array();
  for (const pass::AliasConflict& conflict : conflicts) {
    differ.push_back({{"argument", title_of(module, leaves.arguments[conflict.leaves.argument])},
                      {"result", title_of(module, leaves.results[conflict.leaves.result])},
                      {"argument_shape", bare(conflict.argument)},
                      {"result_shape", bare(conflict.result)}});
  }
  return {{"count", aliased_leaves(module, leaves).size()}, {"differ", std::move(differ)}};
}

std::string title_text(const pass::EntryLeaves& leaves, const std::vector<Seen>& all) {
  return fmt::format("each of {} device{} allocates {} B for parameters and {} B for the result\n",
                     value::grouped(leaves.devices), leaves.devices == 1 ? "" : "s",
                     value::grouped(bytes_of(all, false)), value::grouped(bytes_of(all, true)));
}

}  // namespace

core::Result<DeviceStats> devices_of(const hlo::Module& module,
                                     std::optional<bool> is_partitioned) {
  TILEGLOT_TRY(leaves, pass::entry_leaves(module, is_partitioned));
  if (!is_spread(module, leaves)) return DeviceStats{};
  TILEGLOT_TRY(all, seen_of(leaves));
  TILEGLOT_TRY(conflicts, alias_conflicts(module, leaves));
  Json values = Json::array();
  std::vector<value::TextRow> rows;
  rows.reserve(all.size());
  for (const Seen& seen : all) {
    values.push_back(json_of(module, seen));
    rows.push_back(row_of(module, seen, leaves.partitioning.is_partitioned));
  }
  Json json{{"count", leaves.devices}};
  json.update(partitioning_json(leaves.partitioning));
  json["values"] = std::move(values);
  json["aliases"] = aliases_json(module, leaves, conflicts);
  return DeviceStats{.text = partitioning_text(leaves.partitioning) + title_text(leaves, all) +
                             value::table_of(rows, {value::Align::kLeft, value::Align::kLeft,
                                                    value::Align::kRight, value::Align::kLeft}) +
                             conflicts_text(module, leaves, conflicts),
                     .json = std::move(json)};
}

}  // namespace tileglot::api
