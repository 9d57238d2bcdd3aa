// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/conversion.h"
#include "tileglot/advice/remark/remarks.h"
#include "tileglot/analysis/padding_breakdown.h"
#include "tileglot/core/counted.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/value/json.h"
#include "tileglot/value/text/ansi_style.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::advice {
namespace {

namespace xla = notation::xla;

/// The most parts of a split array that the text lists.
constexpr std::size_t kMostParts = 16;

std::string_view unit_of(const Sizes& sizes) { return sizes.in_bytes ? "B" : "elements"; }

std::string amount_text(const Sizes& sizes, std::int64_t size) {
  return fmt::format("{:>20} {}", value::grouped(size), unit_of(sizes));
}

std::string size_text(const Sizes& sizes, std::int64_t size) {
  const std::string times =
      sizes.logical == 0 ? "" : fmt::format("  {}", value::ratio_text(size, sizes.logical));
  return amount_text(sizes, size) + times;
}

/// Where elements share a position, sizes do not measure padding.
bool shares_positions(const Report& report) {
  return report.injectivity && !report.injectivity->injective;
}

std::string text_of(const Sizes& sizes, bool is_shared) {
  return fmt::format(
      "  logical  {}\n  physical {}\n", amount_text(sizes, sizes.logical),
      is_shared ? amount_text(sizes, sizes.physical) : size_text(sizes, sizes.physical));
}

std::string text_of(const Parts& parts) {
  const std::size_t count = parts.parts.size();
  std::string text = fmt::format("  {} part{}, {} B each:\n", count, count == 1 ? "" : "s",
                                 value::grouped(parts.bytes));
  for (std::size_t k = 0; k < std::min(count, kMostParts); ++k) {
    const xla::SplitPart& part = parts.parts[k];
    text += fmt::format("    {}: {}, {} from {} on\n", k,
                        core::counted(part.elements, value::grouped(part.elements), "element"),
                        fmt::join(part.extents, "x"), map::coordinate_text(part.begin));
  }
  return count > kMostParts ? text + "    ...\n" : text;
}

bool is_beyond_dimensions(const analysis::PaddingBreakdown& breakdown) {
  return breakdown.rounded != 0 && breakdown.positions > breakdown.rounded;
}

std::string text_of(const analysis::PaddingBreakdown& breakdown,
                    const std::vector<std::size_t>& tiled) {
  std::string text;
  for (std::size_t k = 0; k < breakdown.dimensions.size(); ++k) {
    const auto& [extent, rounded] = breakdown.dimensions[k];
    if (rounded == extent && std::ranges::find(tiled, k) == tiled.end()) continue;
    const std::string times =
        rounded == extent || extent == 0 ? "" : "  " + value::ratio_text(rounded, extent);
    text += fmt::format("  dimension {}: {} -> {}{}\n", k, extent, rounded, times);
  }
  if (!is_beyond_dimensions(breakdown)) return text;
  return text + fmt::format("  beyond its dimensions: {}\n",
                            value::ratio_text(breakdown.positions, breakdown.rounded));
}

std::string text_of(std::string_view title, const std::vector<Choice>& choices,
                    const Sizes& sizes) {
  if (choices.empty()) return {};
  std::string text = fmt::format("{}\n", title);
  for (const Choice& choice : choices) {
    const std::string name = choice.name.empty() ? "" : fmt::format("{:<8} ", choice.name);
    text += fmt::format("  {}{} {}\n", name, size_text(sizes, choice.bytes), choice.layout);
  }
  return text;
}

std::string text_of(const map::Injectivity& injectivity) {
  if (injectivity.injective) return {};
  const auto& pair = injectivity.collision;
  const std::string witness =
      pair ? fmt::format(": {} and {} share {}", map::coordinate_text(pair->first),
                         map::coordinate_text(pair->second), pair->offset)
           : "";
  return fmt::format("  not injective{}\n", witness);
}

std::string text_of(const Remark& remark, const value::AnsiStyle& style) {
  const std::string warning = remark.is_warning ? style.doubtful("warning:") + " " : "";
  return fmt::format("{}: {}{}\n", remark.topic, warning, remark.text);
}

value::Json to_json(const xla::SplitPart& part, std::int64_t bytes) {
  return {{"begin", part.begin},
          {"extents", part.extents},
          {"elements", part.elements},
          {"bytes", bytes}};
}

value::Json to_json(const std::vector<analysis::PaddedDimension>& dimensions) {
  value::Json all = value::Json::array();
  for (const analysis::PaddedDimension& dimension : dimensions) {
    all.push_back({{"dimension", all.size()},
                   {"extent", dimension.extent},
                   {"padded_extent", dimension.padded_extent}});
  }
  return all;
}

value::Json to_json(const std::vector<Choice>& choices) {
  value::Json all = value::Json::array();
  for (const Choice& choice : choices) {
    value::Json one{{"layout", choice.layout}, {"bytes", choice.bytes}};
    if (!choice.name.empty()) one["name"] = choice.name;
    all.push_back(std::move(one));
  }
  return all;
}

value::Json to_json(const Remark& remark) {
  value::Json one{{"topic", remark.topic}, {"text", remark.text}, {"warning", remark.is_warning}};
  one.update(remark.numbers);
  return one;
}

void add_sizes(const Report& report, value::Json& json) {
  if (report.sizes) {
    const Sizes& sizes = *report.sizes;
    json[sizes.in_bytes ? "logical_bytes" : "elements"] = sizes.logical;
    json[sizes.in_bytes ? "physical_bytes" : "positions"] = sizes.physical;
  }
  if (report.parts) {
    json["parts"] = value::Json::array();
    for (const xla::SplitPart& part : report.parts->parts)
      json["parts"].push_back(to_json(part, report.parts->bytes));
  }
  if (report.breakdown) {
    json["dimensions"] = to_json(report.breakdown->dimensions);
    if (is_beyond_dimensions(*report.breakdown)) {
      json["beyond_dimensions"] = {{"rounded", report.breakdown->rounded},
                                   {"positions", report.breakdown->positions}};
    }
  }
  if (report.tail) json["tail_bytes"] = report.tail->bytes;
  if (!report.orders.empty()) json["orders"] = to_json(report.orders);
  if (!report.tpu_tilings.empty()) json["tpu_tilings"] = to_json(report.tpu_tilings);
}

}  // namespace

std::int64_t Report::warnings() const {
  return std::ranges::count_if(remarks, &Remark::is_warning) +
         (rules ? rules->count(Verdict::kWarn) : 0);
}

std::int64_t Report::errors() const { return rules ? rules->count(Verdict::kFail) : 0; }

std::string text_of(const Report& report, const render::Terminal& terminal) {
  std::string text = report.layout + "\n";
  const Sizes sizes = report.sizes.value_or(Sizes());
  if (report.injectivity) text += text_of(*report.injectivity);
  if (report.sizes) text += text_of(sizes, shares_positions(report));
  if (report.parts) text += text_of(*report.parts);
  if (report.breakdown && !shares_positions(report)) {
    text += text_of(*report.breakdown, report.tiled);
  }
  if (report.tail) {
    text += fmt::format("  tail: {} B to a multiple of {} elements\n",
                        value::grouped(report.tail->bytes), report.tail->alignment);
  }
  text += text_of("orders of the dimensions that take less:", report.orders, sizes);
  text += text_of("TPU tilings in this order:", report.tpu_tilings, sizes);
  const value::AnsiStyle style(terminal);
  for (const Remark& remark : report.remarks) text += text_of(remark, style);
  if (report.rules) text += text_of(*report.rules, terminal);
  if (report.conversion) text += text_of(*report.conversion);
  return text;
}

value::Json to_json(const Report& report) {
  value::Json json{{"layout", report.layout}, {"valid", true}};
  add_sizes(report, json);
  if (report.injectivity) json["injective"] = report.injectivity->injective;
  for (const Remark& remark : report.remarks) json["remarks"].push_back(to_json(remark));
  if (report.rules) json.update(to_json(*report.rules));
  if (report.conversion) json["conversion"] = to_json(*report.conversion);
  return json;
}

}  // namespace tileglot::advice
