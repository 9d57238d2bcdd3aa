// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/check/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/analysis/room.h"
#include "tileglot/api/check/advice.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/value/text/ink.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;

/// The most parts of a split array that the text lists.
constexpr std::size_t kMostParts = 16;

std::string size_text(const Sizes& sizes, std::int64_t size) {
  const std::string times =
      sizes.logical == 0 ? "" : fmt::format("  {}", value::ratio_text(size, sizes.logical));
  return fmt::format("{:>20} {}{}", value::grouped(size), sizes.unit, times);
}

}  // namespace

Report::Report(std::string_view layout, Sizes sizes) : sizes_(sizes) {
  answer_.text = fmt::format("{}\n", layout);
  answer_.json = {{"layout", layout}, {"valid", true}};
}

void Report::add_sizes() {
  const bool is_bytes = sizes_.unit == "B";
  answer_.text +=
      fmt::format("  logical  {:>20} {}\n  physical {}\n", value::grouped(sizes_.logical),
                  sizes_.unit, size_text(sizes_, sizes_.physical));
  answer_.json[is_bytes ? "logical_bytes" : "elements"] = sizes_.logical;
  answer_.json[is_bytes ? "physical_bytes" : "positions"] = sizes_.physical;
}

void Report::add_room(const analysis::Room& room, const std::vector<std::size_t>& tiled) {
  Json dimensions = Json::array();
  for (std::size_t k = 0; k < room.dimensions.size(); ++k) {
    const auto& [extent, rounded] = room.dimensions[k];
    dimensions.push_back({{"dimension", k}, {"extent", extent}, {"room", rounded}});
    if (rounded == extent && std::ranges::find(tiled, k) == tiled.end()) continue;
    const std::string times =
        rounded == extent || extent == 0 ? "" : "  " + value::ratio_text(rounded, extent);
    answer_.text += fmt::format("  dimension {}: {} -> {}{}\n", k, extent, rounded, times);
  }
  answer_.json["dimensions"] = std::move(dimensions);
  if (room.rounded == 0 || room.positions <= room.rounded) return;
  answer_.text +=
      fmt::format("  beyond its dimensions: {}\n", value::ratio_text(room.positions, room.rounded));
  answer_.json["beyond_dimensions"] = {{"rounded", room.rounded}, {"positions", room.positions}};
}

void Report::add_parts(const std::vector<xla::SplitPart>& parts, std::int64_t bytes) {
  answer_.text += fmt::format("  {} part{}, {} B each:\n", parts.size(),
                              parts.size() == 1 ? "" : "s", value::grouped(bytes));
  Json all = Json::array();
  for (const xla::SplitPart& part : parts) {
    if (all.size() < kMostParts) {
      answer_.text += fmt::format("    {}: {} elements, {} from {} on\n", all.size(),
                                  value::grouped(part.elements), fmt::join(part.extents, "x"),
                                  map::coordinate_text(part.begin));
    }
    all.push_back({{"begin", part.begin},
                   {"extents", part.extents},
                   {"elements", part.elements},
                   {"bytes", bytes}});
  }
  if (all.size() > kMostParts) answer_.text += "    ...\n";
  answer_.json["parts"] = std::move(all);
}

void Report::add_tail(std::int64_t alignment, std::int64_t bytes) {
  if (alignment == 1) return;
  answer_.text +=
      fmt::format("  tail: {} B to a multiple of {} elements\n", value::grouped(bytes), alignment);
  answer_.json["tail_bytes"] = bytes;
}

void Report::add_choices(std::string_view title, const char* key,
                         const std::vector<Choice>& choices) {
  if (choices.empty()) return;
  answer_.text += fmt::format("{}\n", title);
  Json all = Json::array();
  for (const Choice& choice : choices) {
    const std::string name = choice.name.empty() ? "" : fmt::format("{:<8} ", choice.name);
    answer_.text +=
        fmt::format("  {}{} {}\n", name, size_text(sizes_, choice.bytes), choice.layout);
    Json one{{"layout", choice.layout}, {"bytes", choice.bytes}};
    if (!choice.name.empty()) one["name"] = choice.name;
    all.push_back(std::move(one));
  }
  answer_.json[key] = std::move(all);
}

void Report::add_collision(const map::Injectivity& injectivity) {
  answer_.json["injective"] = injectivity.injective;
  if (injectivity.injective) return;
  const auto& pair = injectivity.collision;
  const std::string witness =
      pair ? fmt::format(": {} and {} share {}", map::coordinate_text(pair->first),
                         map::coordinate_text(pair->second), pair->offset)
           : "";
  answer_.text += fmt::format("  not injective{}\n", witness);
}

void Report::add_remarks(const std::vector<Remark>& remarks, bool deny_warnings,
                         const value::Ink& ink) {
  if (remarks.empty()) return;
  Json all = Json::array();
  for (const Remark& remark : remarks) {
    const std::string warning = remark.is_warning ? ink.doubtful("warning:") + " " : "";
    answer_.text += fmt::format("{}: {}{}\n", remark.topic, warning, remark.text);
    if (remark.is_warning && deny_warnings) answer_.exit_code = kNo;
    Json one{{"topic", remark.topic}, {"text", remark.text}, {"warning", remark.is_warning}};
    one.update(remark.numbers);
    all.push_back(std::move(one));
  }
  answer_.json["remarks"] = std::move(all);
}

}  // namespace tileglot::api
