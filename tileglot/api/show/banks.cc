// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/advice/access/rules.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/bank_phases.h"
#include "tileglot/api/show/bank_access.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/render/view/bank_view.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/label_by.h"

namespace tileglot::api {
namespace {

constexpr std::size_t kMostPhases = 64;

/// The layout without its swizzle; nothing if it has none.
std::optional<map::IndexMap> unswizzled(const ShownLayout& shown) {
  const auto* composed = std::get_if<notation::cute::ComposedLayout>(&shown.layout);
  if (composed == nullptr || !composed->outer.is_swizzle || composed->inner.is_swizzle)
    return std::nullopt;
  auto map = bridge::to_map(composed->inner.layout);
  return map ? std::optional(*std::move(map)) : std::nullopt;
}

std::string ways_text(const advice::NamedAccess& access, std::int64_t bits) {
  const analysis::BankConflicts found = analysis::bank_conflicts(access.lanes, bits, kSharedBanks);
  return fmt::format("{}-way, {} of {} banks", found.ways, found.banks_touched, kSharedBanks.count);
}

std::string line_of(const advice::NamedAccess& access, const ShownLayout& shown,
                    const ShowRequest& request) {
  const std::int64_t bits = shown.element_bits;
  std::string line = fmt::format("{}: {}", access_text(access, bits), ways_text(access, bits));
  if (analysis::bank_conflicts(access.lanes, bits, kSharedBanks).is_free()) line += " ✓";
  const auto base = unswizzled(shown);
  if (!base) return line;
  const auto before = walk_shown(*base, shown, request.access);
  return before ? fmt::format("{}   without swizzle: {}", line, ways_text(*before, bits)) : line;
}

}  // namespace

core::Result<Drawing> draw_banks(const ShownLayout& shown, const ShowRequest& request) {
  TILEGLOT_TRY(access, walk_shown(shown.drawn, shown, request.access));
  const auto phases =
      analysis::bank_phases(access.lanes, shown.element_bits, kSharedBanks, kMostPhases + 1);
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
  const auto access = walk_shown(shown.drawn, shown, request.access);
  if (!access) return {};
  return {line_of(*access, shown, request)};
}

}  // namespace tileglot::api
