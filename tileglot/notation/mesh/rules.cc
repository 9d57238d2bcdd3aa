// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/pattern.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;

std::optional<RuleMatch> match_of(const Rules& rules, std::size_t rule, std::string_view name) {
  const std::vector<Pattern>& patterns = rules.rules[rule].patterns;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (auto match = match_pattern(patterns[i], name))
      return RuleMatch{.rule = rule, .pattern = i, .match = *std::move(match)};
  }
  return std::nullopt;
}

/// The axis as two, the second of `copies` neighbours.
Result<Mesh> split_axis(const Mesh& mesh, std::size_t axis, std::int64_t copies) {
  std::vector<Axis> axes = mesh.axes;
  const std::string name = fmt::format("{} copies", axes[axis].name);
  axes[axis].size /= copies;
  axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(axis) + 1, {name, copies});
  return make_mesh(std::move(axes), mesh.devices);
}

}  // namespace

Result<MeshCut> cut_of(const Rule& rule, const std::optional<Mesh>& mesh, std::size_t rank) {
  TILEGLOT_TRY(on, cut_on(*rule.words, mesh, rank));
  if (rule.repeat == 1) return std::move(on);
  const bool is_cut = rank > 0 && !on.cut.dims[0].axes.empty();
  const std::size_t axis = is_cut ? on.cut.dims[0].axes.back() : 0;
  if (!is_cut || on.mesh.axes[axis].size % rule.repeat != 0) {
    return fail({.code = "mesh.rule",
                 .message = fmt::format("the axis that cuts dimension 0 last is not groups of {} "
                                        "ranks",
                                        rule.repeat),
                 .help = "repeat divides the size of that axis"});
  }
  TILEGLOT_TRY(split, split_axis(on.mesh, axis, rule.repeat));
  for (DimCut& dim : on.cut.dims) {
    for (std::size_t& number : dim.axes) number += number > axis ? 1 : 0;
  }
  return MeshCut{.mesh = std::move(split), .cut = std::move(on.cut)};
}

std::optional<RuleMatch> match(const Rules& rules, std::string_view name) {
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    if (!rules.rules[i].words) continue;
    if (auto found = match_of(rules, i, name)) return found;
  }
  return std::nullopt;
}

std::optional<RuleMatch> match_place(const Rules& rules, std::string_view name) {
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    if (!rules.rules[i].place) continue;
    if (auto found = match_of(rules, i, name)) return found;
  }
  return std::nullopt;
}

std::string target_name(const Rule& rule, const RuleMatch& found, std::string_view name) {
  return rule.target ? filled(*rule.target, found.match) : std::string(name);
}

Result<std::int64_t> captured_number(const RuleMatch& found, std::string_view capture) {
  const auto it = std::ranges::find(found.match.captures, capture, &Capture::name);
  const std::string text = it == found.match.captures.end() ? "" : it->text;
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size() && number >= 0) return number;
  return fail({.code = "mesh.rule",
               .message = fmt::format("{{{}}} took '{}', which is not a number", capture, text),
               .help = "write a pattern whose capture takes the number of a layer or an expert"});
}

Result<std::int64_t> place_of(const Rule& rule, const RuleMatch& found) {
  if (rule.place->capture.empty()) return rule.place->number;
  TILEGLOT_TRY(number, captured_number(found, rule.place->capture));
  if (const core::Checked product = core::checked_mul(number, rule.place->multiply))
    return *product / rule.place->divide;
  return fail({.code = "mesh.rule",
               .message = fmt::format("{} * {} does not fit a signed 64-bit integer", number,
                                      rule.place->multiply),
               .help = "multiply by less"});
}

namespace {

std::string print(const PlaceRule& place) {
  if (place.capture.empty()) return fmt::format("{} {}", place.axis, place.number);
  return fmt::format("{} {{{}}} * {} / {}", place.axis, place.capture, place.multiply,
                     place.divide);
}

}  // namespace

std::string print(const Rule& rule) {
  std::vector<std::string> patterns;
  patterns.reserve(rule.patterns.size());
  for (const Pattern& pattern : rule.patterns) patterns.push_back(print(pattern));
  std::string text = fmt::format("{}", fmt::join(patterns, ", "));
  if (rule.target) text += fmt::format(" -> {}", print(*rule.target));
  if (rule.stack) text += fmt::format(" stack {{{}}}", *rule.stack);
  if (rule.concat) text += fmt::format(" concat {}", *rule.concat);
  if (rule.repeat != 1) text += fmt::format(" repeat {}", rule.repeat);
  if (rule.place) text += fmt::format(" on {}", print(*rule.place));
  if (rule.words) text += fmt::format(" {}", print(*rule.words));
  return text;
}

}  // namespace tileglot::notation::mesh
