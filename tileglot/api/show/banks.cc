// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/advice/access/walk.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/bank_phases.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/render/view/bank_view.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/label_by.h"

namespace tileglot::api {
namespace {

constexpr std::size_t kMostPhases = 64;
const analysis::Banks kBanks;

core::Result<advice::NamedAccess> walk_one(const map::IndexMap& map,
                                           const advice::Elements& elements,
                                           std::string_view access) {
  TILEGLOT_TRY(kinds, core::with_line(advice::parse_accesses(access), access));
  using Kind = advice::AccessKind::Kind;
  const bool has_banks = kinds.front().kind == Kind::kMatrix || kinds.front().kind == Kind::kVector;
  if (kinds.size() != 1 || !has_banks) {
    return core::fail(
        {.code = "show.option",
         .message =
             fmt::format("a picture of banks shows one access of shared memory, and --access is {}",
                         core::printable(access)),
         .help = "write --access ldmatrix or --access vector:4"});
  }
  TILEGLOT_TRY(walked, advice::walk_access(map, elements, kinds.front()));
  const bool is_torn = kinds.front().kind == advice::AccessKind::Kind::kMatrix &&
                       walked.lanes.vector < walked.wanted;
  if (!is_torn) return std::move(walked);
  return core::fail(
      {.code = "access.element",
       .message = fmt::format("{} reads rows of 16 bytes, and {} elements are contiguous",
                              walked.name, walked.lanes.vector),
       .help = "write --access vector"});
}

core::Result<advice::NamedAccess> walk_shown(const map::IndexMap& map, const ShownLayout& shown,
                                             const ShowRequest& request) {
  if (shown.element_bits == 0) {
    return core::fail({.code = "render.no_type",
                       .message = "banks depend on the element size, and no element type is given",
                       .help = "add --dtype f16"});
  }
  if (map.size() > analysis::kMostTouches) {
    return core::fail(
        {.code = "map.too_large_to_decide",
         .message = fmt::format("what the lanes touch is {} elements; the limit is {}", map.size(),
                                analysis::kMostTouches),
         .help = "draw one tile of it"});
  }
  const advice::Elements elements = elements_of(shown);
  if (request.access) return walk_one(map, elements, *request.access);
  auto matrix = walk_one(map, elements, "ldmatrix");
  return matrix ? std::move(matrix) : walk_one(map, elements, "vector");
}

/// The layout without its swizzle; nothing if it has none.
std::optional<map::IndexMap> unswizzled(const ShownLayout& shown) {
  const auto* composed = std::get_if<notation::cute::ComposedLayout>(&shown.layout);
  if (composed == nullptr || !composed->outer.is_swizzle || composed->inner.is_swizzle)
    return std::nullopt;
  auto map = bridge::to_map(composed->inner.layout);
  return map ? std::optional(*std::move(map)) : std::nullopt;
}

std::string ways_text(const advice::NamedAccess& access, std::int64_t bits) {
  const analysis::BankConflicts found = analysis::bank_conflicts(access.lanes, bits, kBanks);
  return fmt::format("{}-way, {} of {} banks", found.ways, found.banks_touched, kBanks.count);
}

/// ldmatrix (8 rows x 16 B).
std::string access_text(const advice::NamedAccess& access, std::int64_t bits) {
  const std::int64_t bytes = access.lanes.vector * bits / 8;
  if (access.lanes.phase_lanes) {
    return fmt::format("{} ({} rows × {} B)", access.name, *access.lanes.phase_lanes, bytes);
  }
  return fmt::format("{} ({} B a lane)", access.name, bytes);
}

std::string line_of(const advice::NamedAccess& access, const ShownLayout& shown,
                    const ShowRequest& request) {
  const std::int64_t bits = shown.element_bits;
  std::string line = fmt::format("{}: {}", access_text(access, bits), ways_text(access, bits));
  if (analysis::bank_conflicts(access.lanes, bits, kBanks).is_free()) line += " ✓";
  const auto base = unswizzled(shown);
  if (!base) return line;
  const auto before = walk_shown(*base, shown, request);
  return before ? fmt::format("{}   without swizzle: {}", line, ways_text(*before, bits)) : line;
}

}  // namespace

core::Result<Drawing> draw_banks(const ShownLayout& shown, const ShowRequest& request) {
  TILEGLOT_TRY(access, walk_shown(shown.drawn, shown, request));
  const auto phases =
      analysis::bank_phases(access.lanes, shown.element_bits, kBanks, kMostPhases + 1);
  Drawing drawing;
  const std::size_t drawn = std::min(phases.size(), kMostPhases);
  if (drawn < phases.size())
    drawing.note = fmt::format("the first {} phases are drawn\n", kMostPhases);
  drawing.picture.panels.push_back(render::bank_view({phases.data(), drawn}));
  drawing.picture.footers.push_back(line_of(access, shown, request));
  return drawing;
}

bool is_about_banks(const ShowRequest& request, const ShowOptions& options) {
  return options.color == render::ColorBy::kBank || options.label == render::LabelBy::kBank ||
         request.access.has_value();
}

std::vector<std::string> bank_lines(const ShownLayout& shown, const ShowRequest& request) {
  const auto access = walk_shown(shown.drawn, shown, request);
  if (!access) return {};
  return {line_of(*access, shown, request)};
}

}  // namespace tileglot::api
