// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/analysis/padding.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/print.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api {
namespace {

using bridge::Notation;

/// The most coordinates of a map that are tried for another notation next to an answer.
constexpr std::int64_t kMostTried = std::int64_t{1} << 16;

/// 3×5, or 1 for no dimensions.
std::string extents_text(const std::vector<map::Dim>& dims) {
  std::string text;
  for (const map::Dim& dim : dims) text += fmt::format("{}{}", text.empty() ? "" : "×", dim.extent);
  return text.empty() ? "scalar" : text;
}

/// Nothing without a type, or if the number of bits does not fit 64 bits.
core::Checked bytes_of(const ShownLayout& shown, std::int64_t elements) {
  if (!shown.type) return std::nullopt;
  const core::Checked bits = core::checked_mul(elements, shown.element_bits);
  return bits ? core::Checked(core::ceil_div(*bits, 8)) : std::nullopt;
}

std::optional<analysis::Padding> padding_of(const ShownLayout& shown) {
  const auto found = analysis::padding_of(shown.map, map::kQuickEffort);
  return found ? std::optional(*found) : std::nullopt;
}

std::string memory_fact(const ShownLayout& shown) {
  std::string text =
      fmt::format("logical {} = {} · in memory {}", extents_text(shown.drawn.domain()),
                  core::counted(shown.drawn.size(), "element"), shown.drawn.codomain_size());
  if (const core::Checked bytes = bytes_of(shown, shown.drawn.codomain_size()))
    text += fmt::format(" ({} B)", *bytes);
  const map::Range offsets = value::offsets_of(shown.drawn);
  if (offsets.lo < 0) text += fmt::format(" · offsets {} to {}", offsets.lo, offsets.hi);
  if (const auto padding = padding_of(shown)) {
    text += fmt::format(" · padding {} = {:.1f} %", padding->count, 100 * padding->fraction);
  }
  return text;
}

/// For a distributed layout: its threads and values, and the tensor that they hold.
std::string thread_value_fact(const ThreadValueLayout& thread_value) {
  std::string places;
  for (const map::Dim& dim : thread_value.map.domain()) {
    if (dim.extent == 1 && thread_value.map.rank() > 2) continue;
    places += fmt::format(
        "{}{}", places.empty() ? "" : " × ",
        dim.name.empty() ? fmt::format("{}", dim.extent) : core::counted(dim.extent, dim.name));
  }
  return fmt::format("{} = {} · tensor {} = {}", places.empty() ? "1" : places,
                     core::counted(thread_value.map.size(), "place"),
                     extents_text(thread_value.tensor.dims),
                     core::counted(std::ssize(thread_value.numbers), "element"));
}

std::string group_fact(const ShownLayout& shown, std::int64_t group) {
  const std::string type = shown.type ? std::string(core::name(*shown.type)) : "elements";
  std::string text = fmt::format("each cell = {} {}", group, type);
  const std::int64_t bits = group * shown.element_bits;
  if (bits > 0 && bits % 8 == 0) text += fmt::format(" = {} B", bits / 8);
  if (bits > 0 && bits % 32 == 0) text += " = " + core::counted(bits / 32, "bank");
  return text;
}

/// The layout in CuTe, or on full tiles; nothing if it has none.
std::string cute_line(const ShownLayout& shown) {
  if (const auto exact = bridge::to_cute(shown.drawn))
    return fmt::format("as CuTe     {}", notation::cute::print(*exact));
  const auto padded = bridge::pad_to_boundaries(shown.drawn);
  if (!padded) return "";
  const auto text = bridge::to_cute(*padded);
  if (!text) return "";
  return fmt::format("as CuTe     {}   on the padded {} domain", notation::cute::print(*text),
                     extents_text(padded->domain()));
}

std::string linear_line(const ShownLayout& shown) {
  const auto found = bridge::to_linear(shown.drawn);
  if (found) return fmt::format("as linear   {}", notation::linear::print(*found));
  const core::Error& error = found.error();
  if (error->code != "bridge.not_f2_linear") return "";
  const std::string& reason = error->witness.empty() ? error->message : error->witness;
  return fmt::format("as linear   impossible: {}", reason);
}

void add_line(render::Picture& picture, const std::string& line) {
  constexpr std::size_t kLongest = 200;
  if (!line.empty() && line.size() <= kLongest) picture.footers.push_back(line);
}

}  // namespace

void add_facts(render::Picture& picture, const ShownLayout& shown, const ShowRequest& request) {
  picture.title = shown.text;
  picture.remark = shown.remark;
  picture.facts.push_back(shown.thread_value ? thread_value_fact(*shown.thread_value)
                                             : memory_fact(shown));
  const std::size_t rank = shown.padded.rank();
  const std::int64_t row = rank == 0 ? 1 : shown.padded.extent(rank - 1);
  const std::int64_t group = request.fold ? request.group : std::min(request.group, row);
  if (group > 1) picture.facts.push_back(group_fact(shown, group));
}

void add_other_notations(render::Picture& picture, const ShownLayout& shown) {
  const bool is_small = shown.drawn.size() > 0 && shown.drawn.size() <= kMostTried;
  if (shown.thread_value || !is_small) return;
  const Notation notation = bridge::notation_of(shown.layout);
  if (notation != Notation::kCute) add_line(picture, cute_line(shown));
  if (notation != Notation::kLinear) add_line(picture, linear_line(shown));
}

Json facts_json(const ShownLayout& shown) {
  Json json{{"layout", shown.text},
            {"notation", bridge::name_of(bridge::notation_of(shown.layout))},
            {"map", map::to_text(shown.map)}};
  json["extents"] = Json::array();
  for (const map::Dim& dim : shown.map.domain()) json["extents"].push_back(dim.extent);
  json["size"] = shown.map.size();
  json["codomain_size"] = shown.map.codomain_size();
  if (const core::Checked bytes = bytes_of(shown, shown.map.codomain_size()))
    json["bytes"] = *bytes;
  const map::Range offsets = value::offsets_of(shown.map);
  json["first_offset"] = offsets.lo;
  json["last_offset"] = offsets.hi;
  if (const auto padding = padding_of(shown)) json["padding"] = padding->count;
  return json;
}

}  // namespace tileglot::api
