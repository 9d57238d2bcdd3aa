// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/conflict_cures.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/conflict_cure.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/rule_table.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/composed_layout.h"
#include "tileglot/notation/cute/print.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;

/// The layout behind a swizzle, if one stands in front of it.
std::optional<cute::Layout<>> behind_swizzle(const bridge::AnyLayout& layout) {
  const auto* composed = std::get_if<cute::ComposedLayout>(&layout);
  const bool is_swizzled = composed != nullptr && composed->outer.is_swizzle &&
                           !composed->inner.is_swizzle && composed->offset.value == 0;
  if (!is_swizzled) return std::nullopt;
  return composed->inner.layout;
}

std::string ways_text(const analysis::Remaining& remaining) {
  return fmt::format("{}-way", remaining.ways);
}

Cure cure_of(const analysis::SwizzleCure& found, const bridge::AnyLayout& layout) {
  const cute::Swizzle swizzle{found.swizzle.bits, found.swizzle.base, found.swizzle.shift};
  Cure cure{.name = cute::print(swizzle),
            .effect = ways_text(found.remaining),
            .numbers = {{"swizzle", {swizzle.bits, swizzle.base, swizzle.shift}},
                        {"ways", found.remaining.ways},
                        {"wavefronts", found.remaining.wavefronts}}};
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout)) {
    cure.numbers["layout"] = cute::print(cute::ComposedLayout{swizzle, cute::Integer(0), *plain});
  }
  return cure;
}

/// The memory with gaps, in CuTe's words where it has some.
std::string padded_layout(const map::IndexMap& memory, const analysis::Gaps& gaps) {
  map::MapBuilder b(memory.domain());
  const map::Value offset = b.adopt(memory);
  const map::Value before = b.scale(b.floor_div(offset, gaps.interval), gaps.amount);
  const auto longer = b.finish(b.add(offset, before), {});
  if (!longer) return {};
  const auto layout = bridge::to_any_cute(*longer);
  if (!layout) return {};
  return std::visit([](const auto& l) { return cute::print(l); }, *layout);
}

Cure cure_of(const analysis::PaddingCure& found, const map::IndexMap& memory) {
  const auto& [interval, amount] = found.gaps;
  const double more =
      100 * static_cast<double>(found.extra) / static_cast<double>(memory.codomain_size());
  const std::string layout = padded_layout(memory, found.gaps);
  const std::string where = fmt::format("pad {} elements to {}", interval, interval + amount);
  Cure cure{.name = layout.empty() ? where : fmt::format("{}: {}", where, layout),
            .effect = fmt::format("{}, +{:.3g} % memory", ways_text(found.remaining), more),
            .numbers = {{"padding", {interval, amount}},
                        {"ways", found.remaining.ways},
                        {"wavefronts", found.remaining.wavefronts},
                        {"extra_elements", found.extra}}};
  if (!layout.empty()) cure.numbers["layout"] = layout;
  return cure;
}

}  // namespace

core::Result<std::vector<Cure>> cures_for(const bridge::AnyLayout& layout, const map::IndexMap& map,
                                          const Walk& walk, std::int64_t bits,
                                          const analysis::Banks& banks) {
  if (const auto behind = behind_swizzle(layout)) {
    TILEGLOT_TRY(plain, bridge::to_map(*behind));
    return cures_for(*behind, plain, walk, bits, banks);
  }
  TILEGLOT_TRY(accesses, walk(map));
  TILEGLOT_TRY(swizzles, analysis::swizzle_cures(map, accesses, bits, banks));
  TILEGLOT_TRY(padding, analysis::padding_cure(map, accesses, bits, banks));
  std::vector<Cure> cures;
  cures.reserve(swizzles.size() + 1);
  for (const analysis::SwizzleCure& found : swizzles) cures.push_back(cure_of(found, layout));
  if (padding) cures.push_back(cure_of(*padding, map));
  return cures;
}

}  // namespace tileglot::api
