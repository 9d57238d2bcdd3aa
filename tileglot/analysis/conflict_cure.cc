// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/conflict_cure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// Contiguous elements in the longest possible vector.
std::int64_t widest_of(std::span<const LaneAccess> accesses) {
  std::int64_t widest = 1;
  for (const LaneAccess& access : accesses) widest = std::max(widest, access.run);
  return widest;
}

/// True if no access moves less at once than before.
bool supports(std::span<const LaneAccess> before, std::span<const LaneAccess> after) {
  return std::ranges::equal(
      before, after, [](const LaneAccess& b, const LaneAccess& a) { return a.vector >= b.run; });
}

core::Status check_effort(std::size_t candidates, std::span<const LaneAccess> accesses,
                          std::int64_t most) {
  std::int64_t vectors = 0;
  for (const LaneAccess& access : accesses)
    vectors += static_cast<std::int64_t>(access.begins.size());
  const std::int64_t tried = core::saturating_mul(vectors, static_cast<std::int64_t>(candidates));
  if (tried <= most) return {};
  return core::fail(
      {.code = "map.too_large_to_decide",
       .message = fmt::format("{} cures of {} vectors are more than is tried; the limit is "
                              "{} vectors in all",
                              candidates, vectors, most),
       .help = "ask about one tile of the layout"});
}

/// The number of elements that fill all banks once; at least 1.
std::int64_t row_of_banks(std::int64_t bits, const Banks& banks) {
  return std::max<std::int64_t>(1, banks.bits() / bits);
}

/// Every swizzle that could help, the cheapest first.
std::vector<Swizzle> swizzles_for(std::int64_t codomain, std::int64_t vector, std::int64_t row) {
  const int lowest = core::log2_floor(vector);
  const int top =
      core::log2_floor(std::max<std::int64_t>(codomain - 1, 1));  // highest bit of an offset
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

/// The steps between rows: strides of the memory's digits that are longer than a vector, and whole
/// vectors if those are aligned; powers of two if there are none.
std::vector<std::int64_t> intervals_of(const map::IndexMap& memory, std::int64_t vector,
                                       bool is_aligned) {
  std::vector<std::int64_t> intervals;
  const auto add = [&](std::int64_t step) {
    if (step > vector && (!is_aligned || step % vector == 0) && step < memory.codomain_size())
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

/// Gaps up to a row of banks after every interval, so that whole vectors fit from one to the next.
std::vector<PaddingCure> paddings_for(const map::IndexMap& memory, std::int64_t vector,
                                      std::int64_t row, bool is_aligned) {
  std::vector<PaddingCure> cures;
  for (const std::int64_t interval : intervals_of(memory, vector, is_aligned)) {
    const std::int64_t least = vector - interval % vector;
    for (std::int64_t amount = least; amount <= std::max(row, vector); amount += vector) {
      const std::int64_t gaps = core::ceil_div(memory.codomain_size(), interval);
      cures.push_back({.gaps = {interval, amount}, .extra = core::saturating_mul(gaps, amount)});
    }
  }
  std::ranges::sort(cures, {}, [](const PaddingCure& c) {
    return std::tuple(c.extra, c.gaps.amount, c.gaps.interval);
  });
  return cures;
}

std::int64_t moved_offset(const Swizzle& swizzle, std::int64_t offset) {
  return swizzled(swizzle, offset);
}

std::int64_t moved_offset(const Gaps& gaps, std::int64_t offset) { return padded(gaps, offset); }

/// The remaining conflicts after a move, recomputed by `again`; std::nullopt if it does not keep
/// the vectors whole.
template <class Move>
core::Result<std::optional<Remaining>> counted_again(std::span<const LaneAccess> before,
                                                     const Move& move, const WalkAgain<Move>& again,
                                                     std::int64_t bits, const Banks& banks) {
  TILEGLOT_TRY(after, again(move));
  if (!supports(before, after)) return std::optional<Remaining>();
  return std::optional(remaining_of(after, bits, banks));
}

/// The simulation of a move if it leaves less than `least`, then confirmed by `again`.
template <class Move>
core::Result<std::optional<Remaining>> improved(std::span<const LaneAccess> before,
                                                const Move& move, const WalkAgain<Move>& again,
                                                const Remaining& least, std::int64_t bits,
                                                const Banks& banks) {
  std::optional<Remaining> found;
  if (!is_misaligned(before)) {
    const auto moved = [&](std::int64_t offset) { return moved_offset(move, offset); };
    found = remaining_after(moved, before, bits, banks);
    if (found->wavefronts >= least.wavefronts) return std::optional<Remaining>();
  }
  if (again) {
    TILEGLOT_TRY(counted, counted_again(before, move, again, bits, banks));
    found = counted;
  }
  if (found && found->wavefronts >= least.wavefronts) found.reset();
  return found;
}

/// The conflicts that a cure has to reduce: any cure helps if the access is not possible at all.
Remaining to_beat(std::span<const LaneAccess> accesses, std::int64_t bits, const Banks& banks) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (is_misaligned(accesses)) return {kMost, kMost};
  return remaining_of(accesses, bits, banks);
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

bool is_misaligned(std::span<const LaneAccess> accesses) {
  return std::ranges::any_of(accesses,
                             [](const LaneAccess& access) { return access.vector < access.run; });
}

Remaining remaining_of(std::span<const LaneAccess> accesses, std::int64_t bits,
                       const Banks& banks) {
  return remaining_after([](std::int64_t offset) { return offset; }, accesses, bits, banks);
}

core::Result<std::vector<SwizzleCure>> swizzle_cures(const map::IndexMap& memory,
                                                     std::span<const LaneAccess> accesses,
                                                     std::int64_t bits, const Banks& banks,
                                                     const WalkAgain<Swizzle>& again) {
  std::vector<SwizzleCure> cures;
  if (is_misaligned(accesses)) return cures;
  Remaining least = remaining_of(accesses, bits, banks);
  if (least.ways <= 1) return cures;
  const std::vector<Swizzle> swizzles =
      swizzles_for(memory.codomain_size(), widest_of(accesses), row_of_banks(bits, banks));
  TILEGLOT_TRY_STATUS(check_effort(swizzles.size(), accesses, kMostTried));
  for (const Swizzle& swizzle : swizzles) {
    TILEGLOT_TRY(remaining, improved(accesses, swizzle, again, least, bits, banks));
    if (!remaining) continue;
    least = *remaining;
    // A better swizzle with as many bits replaces the last one.
    if (!cures.empty() && cures.back().swizzle.bits == swizzle.bits) cures.pop_back();
    cures.push_back({swizzle, least});
    if (least.ways == 1) break;
  }
  std::ranges::reverse(cures);
  return cures;
}

core::Result<std::optional<PaddingCure>> padding_cure(const map::IndexMap& memory,
                                                      std::span<const LaneAccess> accesses,
                                                      std::int64_t bits, const Banks& banks,
                                                      const WalkAgain<Gaps>& again) {
  const bool is_aligned = !is_misaligned(accesses);
  std::optional<PaddingCure> best;
  Remaining least = to_beat(accesses, bits, banks);
  if (least.ways <= 1 || (!is_aligned && !again)) return best;
  const std::vector<PaddingCure> paddings =
      paddings_for(memory, widest_of(accesses), row_of_banks(bits, banks), is_aligned);
  TILEGLOT_TRY_STATUS(
      check_effort(paddings.size(), accesses, is_aligned ? kMostTried : kMostWalked));
  for (const PaddingCure& padding : paddings) {
    TILEGLOT_TRY(remaining, improved(accesses, padding.gaps, again, least, bits, banks));
    if (!remaining) continue;
    least = *remaining;
    best = PaddingCure{padding.gaps, least, padding.extra};
    if (least.ways == 1) break;
  }
  return best;
}

}  // namespace tileglot::analysis
