// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/conflict_cure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {
namespace {

/// The accesses with each vector moved.
template <class Move>
Remaining remaining_after(const Move& move, std::span<const LaneAccess> accesses, std::int64_t bits,
                          const Banks& banks) {
  Remaining sum;
  for (const LaneAccess& access : accesses) {
    LaneAccess moved = access;
    for (std::int64_t& begin : moved.begins) begin = move(begin);
    const BankConflicts conflicts = bank_conflicts(moved, bits, banks);
    sum.ways = std::max(sum.ways, conflicts.ways);
    sum.wavefronts += conflicts.wavefronts;
  }
  return sum;
}

std::int64_t widest_of(std::span<const LaneAccess> accesses) {
  std::int64_t widest = 1;
  for (const LaneAccess& access : accesses) widest = std::max(widest, access.vector);
  return widest;
}

core::Status check_effort(std::size_t candidates, std::span<const LaneAccess> accesses) {
  std::int64_t vectors = 0;
  for (const LaneAccess& access : accesses)
    vectors += static_cast<std::int64_t>(access.begins.size());
  const std::int64_t tried = core::saturating_mul(vectors, static_cast<std::int64_t>(candidates));
  if (tried <= kMostTried) return {};
  return core::fail(
      {.code = "map.too_large_to_decide",
       .message = fmt::format("{} cures of {} vectors are more than is tried; the limit is "
                              "{} vectors in all",
                              candidates, vectors, kMostTried),
       .help = "ask about one tile of the layout"});
}

/// Elements that all banks hold once; at least 1.
std::int64_t row_of_banks(std::int64_t bits, const Banks& banks) {
  return std::max<std::int64_t>(1, banks.bits() / bits);
}

/// Every swizzle that could help, the cheapest first.
std::vector<Swizzle> swizzles_for(std::int64_t codomain, std::int64_t vector, std::int64_t row) {
  const int lowest = core::log2_floor(vector);
  const int top =
      core::log2_floor(std::max<std::int64_t>(codomain - 1, 1));  // highest bit there is
  const int row_bits = core::log2_floor(row);
  std::vector<Swizzle> swizzles;
  for (int bits = 1; lowest + bits <= row_bits; ++bits) {
    for (int base = lowest; base + bits <= row_bits; ++base) {
      if (codomain % (std::int64_t{1} << (base + bits)) != 0) break;
      for (int shift = bits; base + shift <= top; ++shift) swizzles.push_back({bits, base, shift});
    }
  }
  return swizzles;
}

/// The steps between rows: strides of the memory's digits that are whole vectors; powers of two
/// where there are none.
std::vector<std::int64_t> intervals_of(const map::IndexMap& memory, std::int64_t vector) {
  std::vector<std::int64_t> intervals;
  const auto add = [&](std::int64_t step) {
    if (step > vector && step % vector == 0 && step < memory.codomain_size())
      intervals.push_back(step);
  };
  for (std::size_t k = 0; k < memory.rank(); ++k) {
    const auto digits = map::digits_of(memory.out(), static_cast<map::Source>(k));
    if (!digits) continue;
    for (const map::Digit& digit : *digits) add(digit.stride);
  }
  if (intervals.empty()) {
    for (int bit = 0; bit < 62; ++bit) add(std::int64_t{1} << bit);
  }
  std::ranges::sort(intervals);
  intervals.erase(std::unique(intervals.begin(), intervals.end()), intervals.end());
  return intervals;
}

/// Gaps up to a row of banks after every interval.
std::vector<PaddingCure> paddings_for(const map::IndexMap& memory, std::int64_t vector,
                                      std::int64_t row) {
  std::vector<PaddingCure> cures;
  for (const std::int64_t interval : intervals_of(memory, vector)) {
    for (std::int64_t amount = vector; amount <= std::max(row, vector); amount += vector) {
      const std::int64_t gaps = core::ceil_div(memory.codomain_size(), interval);
      cures.push_back({.gaps = {interval, amount}, .extra = core::saturating_mul(gaps, amount)});
    }
  }
  std::ranges::sort(cures, {}, [](const PaddingCure& c) {
    return std::tuple(c.extra, c.gaps.amount, c.gaps.interval);
  });
  return cures;
}

}  // namespace

std::int64_t swizzled(const Swizzle& swizzle, std::int64_t offset) {
  const auto bits = static_cast<std::uint64_t>(offset);
  const std::uint64_t mask = ((std::uint64_t{1} << swizzle.bits) - 1) << swizzle.base;
  return static_cast<std::int64_t>(bits ^ ((bits >> swizzle.shift) & mask));
}

std::int64_t padded(const Gaps& gaps, std::int64_t offset) {
  return offset + offset / gaps.interval * gaps.amount;
}

core::Result<std::vector<SwizzleCure>> swizzle_cures(const map::IndexMap& memory,
                                                     std::span<const LaneAccess> accesses,
                                                     std::int64_t bits, const Banks& banks) {
  const std::vector<Swizzle> swizzles =
      swizzles_for(memory.codomain_size(), widest_of(accesses), row_of_banks(bits, banks));
  TILEGLOT_TRY_STATUS(check_effort(swizzles.size(), accesses));
  const auto stay = [](std::int64_t offset) { return offset; };
  Remaining least = remaining_after(stay, accesses, bits, banks);
  std::vector<SwizzleCure> cures;
  if (least.ways <= 1) return cures;
  for (const Swizzle& swizzle : swizzles) {
    const auto move = [&](std::int64_t offset) { return swizzled(swizzle, offset); };
    const Remaining remaining = remaining_after(move, accesses, bits, banks);
    if (remaining.wavefronts >= least.wavefronts) continue;
    least = remaining;
    // A better one of as many bits takes the place of the last.
    if (!cures.empty() && cures.back().swizzle.bits == swizzle.bits) cures.pop_back();
    cures.push_back({swizzle, remaining});
    if (remaining.ways == 1) break;
  }
  std::ranges::reverse(cures);
  return cures;
}

core::Result<std::optional<PaddingCure>> padding_cure(const map::IndexMap& memory,
                                                      std::span<const LaneAccess> accesses,
                                                      std::int64_t bits, const Banks& banks) {
  const std::vector<PaddingCure> paddings =
      paddings_for(memory, widest_of(accesses), row_of_banks(bits, banks));
  TILEGLOT_TRY_STATUS(check_effort(paddings.size(), accesses));
  const auto stay = [](std::int64_t offset) { return offset; };
  Remaining least = remaining_after(stay, accesses, bits, banks);
  std::optional<PaddingCure> best;
  if (least.ways <= 1) return best;
  for (const PaddingCure& padding : paddings) {
    const auto move = [&](std::int64_t offset) { return padded(padding.gaps, offset); };
    const Remaining remaining = remaining_after(move, accesses, bits, banks);
    if (remaining.wavefronts >= least.wavefronts) continue;
    least = remaining;
    best = PaddingCure{padding.gaps, remaining, padding.extra};
    if (remaining.ways == 1) break;
  }
  return best;
}

}  // namespace tileglot::analysis
