// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/conflict_cures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/conflict_cure.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::advice {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;

/// The layout without its swizzle, if it has one.
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

/// What a cure starts from: the layout without its swizzle, and a note on that swizzle.
struct Start {
  const bridge::AnyLayout& layout;
  const map::IndexMap& map;
  std::string replaced = {};  ///< " in place of Sw<1,3,3>"
};

/// The memory that holds at each offset what it held at the swizzled one: a swizzle is its own inverse.
linear::Layout swizzled(const linear::Layout& memory, const cute::Swizzle& swizzle) {
  linear::Layout result = memory;
  const linear::Dimension* const offset = memory.find_in(linear::Name("offset"));
  if (offset == nullptr) return result;
  const auto columns = memory.columns_of(*offset);
  for (int bit = swizzle.base; bit < swizzle.base + swizzle.bits; ++bit) {
    const int from = bit + swizzle.shift;
    if (from >= offset->bits) break;
    result.set_column(offset->begin + from, columns[static_cast<std::size_t>(from)] ^
                                                columns[static_cast<std::size_t>(bit)]);
  }
  return result;
}

Cure cure_of(const analysis::SwizzleCure& found, const Start& start) {
  const cute::Swizzle swizzle{found.swizzle.bits, found.swizzle.base, found.swizzle.shift};
  Cure cure{.name = cute::print(swizzle) + start.replaced,
            .effect = ways_text(found.remaining),
            .change = {{"swizzle", {swizzle.bits, swizzle.base, swizzle.shift}}},
            .remaining = found.remaining};
  if (const auto* plain = std::get_if<cute::Layout<>>(&start.layout)) {
    cure.numbers["layout"] = cute::print(cute::ComposedLayout{swizzle, cute::Integer(0), *plain});
  }
  if (const auto* memory = std::get_if<linear::Layout>(&start.layout)) {
    cure.numbers["layout"] = linear::print(swizzled(*memory, swizzle));
  }
  return cure;
}

/// The memory with a swizzle of its offsets.
core::Result<map::IndexMap> swizzled_map(const map::IndexMap& memory,
                                         const analysis::Swizzle& swizzle) {
  map::F2Rows rows;
  for (int bit = 0; bit < swizzle.base + swizzle.bits; ++bit) {
    rows.push_back(std::uint64_t{1} << bit);
  }
  for (int i = swizzle.base; i < swizzle.base + swizzle.bits; ++i) {
    rows[static_cast<std::size_t>(i)] |= std::uint64_t{1} << (i + swizzle.shift);
  }
  map::MapBuilder b(memory.domain());
  const map::Value offset = b.adopt(memory);
  return b.finish(b.apply_f2(offset, rows), {});
}

core::Result<map::IndexMap> padded_map(const map::IndexMap& memory, const analysis::Gaps& gaps) {
  map::MapBuilder b(memory.domain());
  const map::Value offset = b.adopt(memory);
  const map::Value before = b.scale(b.floor_div(offset, gaps.interval), gaps.amount);
  return b.finish(b.add(offset, before), {});
}

/// The memory with gaps, in CuTe if it can be expressed there.
std::string padded_layout(const map::IndexMap& memory, const analysis::Gaps& gaps) {
  const auto longer = padded_map(memory, gaps);
  if (!longer) return {};
  const auto layout = bridge::to_any_cute(*longer);
  if (!layout) return {};
  return std::visit([](const auto& l) { return cute::print(l); }, *layout);
}

Cure cure_of(const analysis::PaddingCure& found, const Start& start) {
  const map::IndexMap& memory = start.map;
  const auto& [interval, amount] = found.gaps;
  const double more =
      100 * static_cast<double>(found.extra) / static_cast<double>(memory.codomain_size());
  const std::string layout = padded_layout(memory, found.gaps);
  const std::string where =
      fmt::format("pad {} elements to {}{}", interval, interval + amount, start.replaced);
  Cure cure{.name = layout.empty() ? where : fmt::format("{}: {}", where, layout),
            .effect = fmt::format("{}, +{:.3g} % memory", ways_text(found.remaining), more),
            .change = {{"padding", {interval, amount}}},
            .remaining = found.remaining,
            .numbers = {{"extra_elements", found.extra}}};
  if (!layout.empty()) cure.numbers["layout"] = layout;
  return cure;
}

std::vector<analysis::LaneAccess> lanes_of(const std::vector<NamedAccess>& accesses) {
  std::vector<analysis::LaneAccess> lanes;
  lanes.reserve(accesses.size());
  for (const NamedAccess& access : accesses) lanes.push_back(access.lanes);
  return lanes;
}

core::Result<std::vector<analysis::LaneAccess>> walked(const Walk& walk,
                                                       const core::Result<map::IndexMap>& moved) {
  if (!moved) return core::fail(moved.error());
  TILEGLOT_TRY(accesses, walk(*moved));
  return lanes_of(accesses);
}

/// True if a lane's elements are not contiguous; no swizzle or padding changes that.
bool is_torn(const std::vector<NamedAccess>& accesses) {
  return std::ranges::any_of(
      accesses, [](const NamedAccess& access) { return access.lanes.run < access.wanted; });
}

/// The swizzles and the padding for `start`, whose lanes take `lanes`.
core::Result<std::vector<Cure>> cures_from(const Start& start,
                                           const std::vector<analysis::LaneAccess>& lanes,
                                           const Walk& walk, std::int64_t bits,
                                           const analysis::Banks& banks) {
  const auto swizzled = [&](const analysis::Swizzle& swizzle) {
    return walked(walk, swizzled_map(start.map, swizzle));
  };
  const auto padded = [&](const analysis::Gaps& gaps) {
    return walked(walk, padded_map(start.map, gaps));
  };
  TILEGLOT_TRY(swizzles, analysis::swizzle_cures(start.map, lanes, bits, banks, swizzled));
  TILEGLOT_TRY(padding, analysis::padding_cure(start.map, lanes, bits, banks, padded));
  std::vector<Cure> cures;
  cures.reserve(swizzles.size() + 1);
  for (const analysis::SwizzleCure& found : swizzles) cures.push_back(cure_of(found, start));
  if (padding) cures.push_back(cure_of(*padding, start));
  return cures;
}

/// The layout without its swizzle.
Cure without_swizzle(const cute::Layout<>& plain, const analysis::Remaining& remaining) {
  return {.name = "no swizzle: " + cute::print(plain),
          .effect = ways_text(remaining),
          .change = {{"layout", cute::print(plain)}},
          .remaining = remaining};
}

/// Cures of the layout without its swizzle that leave fewer wavefronts than the swizzle does.
core::Result<std::vector<Cure>> cures_behind(const cute::Layout<>& behind,
                                             const cute::Swizzle& swizzle,
                                             const std::vector<NamedAccess>& now, const Walk& walk,
                                             std::int64_t bits, const analysis::Banks& banks,
                                             bool must) {
  TILEGLOT_TRY(map, bridge::to_map(behind));
  TILEGLOT_TRY(accesses, walk(map));
  if (must && is_torn(accesses)) return std::vector<Cure>();
  const auto lanes = lanes_of(accesses);
  const bridge::AnyLayout layout = behind;
  TILEGLOT_TRY(cures, cures_from({layout, map, " in place of " + cute::print(swizzle)}, lanes, walk,
                                 bits, banks));
  if (!analysis::is_misaligned(lanes)) {
    cures.insert(cures.begin(),
                 without_swizzle(behind, analysis::remaining_of(lanes, bits, banks)));
  }
  const bool is_whole = std::ranges::equal(
      now, accesses, [](const auto& a, const auto& b) { return a.lanes.vector >= b.lanes.run; });
  const std::int64_t wavefronts = analysis::remaining_of(lanes_of(now), bits, banks).wavefronts;
  std::erase_if(cures, [&](const Cure& cure) {
    return is_whole && cure.remaining->wavefronts >= wavefronts;
  });
  std::multimap<std::int64_t, Cure> cheapest_first;  // equal costs keep their order
  for (Cure& cure : cures) {
    const std::int64_t cost = cure.remaining->wavefronts;
    cheapest_first.emplace(cost, std::move(cure));
  }
  cures.clear();
  for (auto& [cost, cure] : cheapest_first) cures.push_back(std::move(cure));
  return cures;
}

}  // namespace

core::Result<std::vector<Cure>> cures_for(const bridge::AnyLayout& layout, const map::IndexMap& map,
                                          const Walk& walk, std::int64_t bits,
                                          const analysis::Banks& banks, bool must) {
  const auto behind = behind_swizzle(layout);
  if (behind && std::get<cute::ComposedLayout>(layout).outer.swizzle.bits == 0) {
    return cures_for(*behind, map, walk, bits, banks, must);
  }
  TILEGLOT_TRY(accesses, walk(map));
  if (!behind && must && is_torn(accesses)) return std::vector<Cure>();
  const auto lanes = lanes_of(accesses);
  if (!behind) return cures_from({layout, map}, lanes, walk, bits, banks);
  const bool is_well = !is_torn(accesses) && !analysis::is_misaligned(lanes) &&
                       analysis::remaining_of(lanes, bits, banks).ways <= 1;
  if (is_well) return std::vector<Cure>();
  const auto& swizzle = std::get<cute::ComposedLayout>(layout).outer.swizzle;
  return cures_behind(*behind, swizzle, accesses, walk, bits, banks, must);
}

}  // namespace tileglot::advice
