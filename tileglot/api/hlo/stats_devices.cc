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

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
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

bool is_sharded(const hlo::Module& module) {
  if (module.header.partition_count > 1) return true;
  const auto has_sharding = [&module](hlo::InstructionId id) {
    return std::ranges::any_of(module[id].attributes, [](const hlo::Attribute& attribute) {
      return attribute.key == hlo::AttributeKey::kSharding;
    });
  };
  const hlo::Computation& entry = module[module.entry()];
  return std::ranges::any_of(entry.parameters, has_sharding) || has_sharding(*entry.root);
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
std::string sharding_text(const Seen& seen) {
  if (!seen.leaf.sharding) return "without a sharding";
  std::string text = xla::print(*seen.leaf.sharding, xla::MetadataText::kHidden);
  if (text.size() > kShownSharding) text = text.substr(0, kShownSharding) + "..";
  return text;
}

value::TextRow row_of(const hlo::Module& module, const Seen& seen) {
  const auto& bytes = seen.view.bytes;
  std::string origin = fmt::format("of {} {}", bare(seen.leaf.shape), sharding_text(seen));
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
  if (seen.leaf.sharding) {
    json["sharding"] = xla::print(*seen.leaf.sharding, xla::MetadataText::kHidden);
  }
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

}  // namespace

core::Result<DeviceStats> devices_of(const hlo::Module& module) {
  if (!is_sharded(module)) return DeviceStats{};
  TILEGLOT_TRY(leaves, pass::entry_leaves(module));
  TILEGLOT_TRY(all, seen_of(leaves));
  Json values = Json::array();
  std::vector<value::TextRow> rows;
  rows.reserve(all.size());
  for (const Seen& seen : all) {
    values.push_back(json_of(module, seen));
    rows.push_back(row_of(module, seen));
  }
  const std::string title =
      fmt::format("each of {} device{} allocates {} B for parameters and {} B for the result\n",
                  value::grouped(leaves.devices), leaves.devices == 1 ? "" : "s",
                  value::grouped(bytes_of(all, false)), value::grouped(bytes_of(all, true)));
  return DeviceStats{
      .text = title + value::table_of(rows, {value::Align::kLeft, value::Align::kLeft,
                                             value::Align::kRight, value::Align::kLeft}),
      .json = {{"count", leaves.devices}, {"values", std::move(values)}}};
}

}  // namespace tileglot::api
