// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/triton/inspect_module.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/triton/module_moves.h"
#include "tileglot/bridge/triton/module_scan.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/value/linear.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;
using bridge::ModuleLayout;
using bridge::ModuleType;

constexpr std::size_t kPeekBytes = std::size_t{1} << 16;
constexpr std::size_t kLineCharacters = 4096;

std::string shown(std::string_view text) { return core::printable(text, kLineCharacters); }

/// The padding of a padded memory, or of its parts.
std::vector<triton::Padding> paddings_of(const triton::Encoding& encoding) {
  if (const auto* padded = std::get_if<triton::PaddedShared>(&encoding.family())) {
    return padded->paddings;
  }
  const auto* pieces = std::get_if<triton::PartitionedShared>(&encoding.family());
  return pieces == nullptr ? std::vector<triton::Padding>()
                           : paddings_of(*pieces->partition_layout);
}

std::vector<triton::Padding> paddings_of(const ModuleLayout& layout) {
  return layout.encoding ? paddings_of(**layout.encoding) : std::vector<triton::Padding>();
}

std::string error_text(const core::Error& error) {
  return fmt::format("error[{}]: {}", error->code, shown(error->message));
}

std::string result_text(const ModuleType& type) {
  return type.layout ? linear::print(*type.layout) : error_text(type.layout.error());
}

/// Types grouped by what they lower to, both in order of first appearance.
struct Group {
  std::string result = {};
  std::vector<std::string> types = {};
};

std::vector<Group> grouped(const ModuleLayout& layout) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> places;
  std::set<std::string> names;  // types that differ only in what is not shown
  for (const ModuleType& type : layout.types) {
    const std::string result = result_text(type);
    const auto [place, added] = places.emplace(result, groups.size());
    if (added) groups.push_back({.result = result});
    const std::string name = shown(triton::print_shape_of(type.type));
    if (names.insert(name).second) groups[place->second].types.push_back(name);
  }
  return groups;
}

std::string header_text(const ModuleLayout& layout) {
  if (!layout.encoding) {
    return fmt::format("{}\n  {}\n", shown(layout.name), error_text(layout.encoding.error()));
  }
  if (!layout.is_alias) return shown(layout.name) + "\n";
  return fmt::format("{} = {}\n", shown(layout.name), triton::print(**layout.encoding));
}

std::string layout_text(const ModuleLayout& layout) {
  std::string text = header_text(layout);
  for (const auto& [interval, padding] : paddings_of(layout)) {
    text += fmt::format("  padded: {} more after every {}\n", core::counted(padding, "element"),
                        interval);
  }
  if (layout.types.empty()) return text + "  no type has it\n";
  if (!layout.encoding) return text;
  for (const auto& [result, types] : grouped(layout)) {
    text += fmt::format("  {}\n    {}\n", fmt::join(types, ", "), result);
  }
  return text;
}

Json error_json(const core::Error& error) {
  Json json{{"code", error->code}, {"message", shown(error->message)}};
  if (error->span) json["span"] = {error->span->begin, error->span->end};
  if (!error->help.empty()) json["help"] = shown(error->help);
  if (!error->witness.empty()) json["witness"] = shown(error->witness);
  json["exit_code"] = exit_code_of(error);
  return json;
}

Json type_json(const ModuleType& type) {
  Json json{{"type", shown(type.text)},
            {"shape", type.type.shape},
            {"element", shown(type.type.element)},
            {"linear", nullptr}};
  if (type.layout) json["linear"] = value::linear_to_json(*type.layout);
  if (!type.layout) json["error"] = error_json(type.layout.error());
  return json;
}

Json layout_json(const ModuleLayout& layout) {
  Json json{{"name", shown(layout.name)}, {"alias", layout.is_alias}, {"attribute", nullptr}};
  if (layout.encoding) json["attribute"] = triton::print(**layout.encoding);
  if (!layout.encoding) json["error"] = error_json(layout.encoding.error());
  for (const auto& [interval, padding] : paddings_of(layout)) {
    json["padding"].push_back({interval, padding});
  }
  json["types"] = Json::array();
  for (const ModuleType& type : layout.types) json["types"].push_back(type_json(type));
  return json;
}

std::string plural(std::size_t count) {
  return core::counted(static_cast<std::int64_t>(count), "layout");
}

/// A note for stderr: what could not be lowered.
std::string note_of(const std::vector<ModuleLayout>& layouts) {
  std::size_t refused = 0;
  for (const ModuleLayout& layout : layouts) {
    refused += layout.encoding ? 0U : 1U;
    if (!layout.encoding) continue;
    refused += static_cast<std::size_t>(
        std::ranges::count_if(layout.types, [](const ModuleType& type) { return !type.layout; }));
  }
  return refused == 0 ? "" : fmt::format("{} could not be lowered\n", plural(refused));
}

}  // namespace

bool is_module(std::string_view file, std::string_view text) {
  constexpr std::array<std::string_view, 3> kEndings = {".ttgir", ".ttir", ".mlir"};
  constexpr std::array<std::string_view, 3> kAttributes = {"#ttg.", "#ttng.", "#triton_gpu."};
  const std::string_view start = text.substr(0, kPeekBytes);
  return std::ranges::any_of(kEndings, [&](auto end) { return file.ends_with(end); }) ||
         std::ranges::any_of(kAttributes, [&](std::string_view attribute) {
           return start.find(attribute) != std::string_view::npos;
         });
}

Reply inspect_module(const ModuleText& module) {
  TILEGLOT_TRY(layouts, bridge::scan_module(module.text));
  Answer answer{.text = fmt::format("{}: {}\n", module.name, plural(layouts.size())),
                .json = {{"kind", "module"}, {"layouts", Json::array()}},
                .note = note_of(layouts)};
  for (const ModuleLayout& layout : layouts) {
    answer.text += layout_text(layout);
    answer.json["layouts"].push_back(layout_json(layout));
  }
  TILEGLOT_TRY(moves, moves_of(module.text, layouts));
  answer.text += moves.text;
  answer.json["moves"] = std::move(moves.moves);
  answer.json["plans"] = std::move(moves.plans);
  const std::string_view target = target_of(module.text);
  answer.json["target"] = target.empty() ? Json() : Json(shown(target));
  return answer;
}

}  // namespace tileglot::api
