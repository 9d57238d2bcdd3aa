// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/listed_box.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

/// Gaps up to this size are read along with the runs around them.
constexpr std::int64_t kGapBytes = 64;

using Side = std::int64_t Move::*;

/// Where a combination of entries is on one side, in units.
struct Place {
  std::int64_t offset = 0;
  std::size_t combination = 0;
};

/// A place for each entry of a loop, by offset.
std::vector<Place> places_of(const LoopView& loop, Side side, std::size_t weight) {
  std::vector<Place> places;
  places.reserve(static_cast<std::size_t>(loop.count));
  for (std::int64_t i = 0; i < loop.count; ++i)
    places.push_back({loop.entry(i).*side, static_cast<std::size_t>(i) * weight});
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.offset < b.offset; });
  return places;
}

/// Every combination of entries, by offset. Loops that do not interleave need no sorting.
std::vector<Place> places_of(std::span<const LoopView> loops, Side side) {
  std::vector<std::vector<Place>> by_loop;
  std::size_t weight = 1;
  for (const LoopView& loop : loops) {
    by_loop.push_back(places_of(loop, side, weight));
    weight *= static_cast<std::size_t>(loop.count);
  }
  std::sort(by_loop.begin(), by_loop.end(), [](const auto& a, const auto& b) {
    return a.back().offset - a.front().offset < b.back().offset - b.front().offset;
  });
  std::vector<Place> places{{}};
  for (const std::vector<Place>& loop : by_loop) {
    std::vector<Place> longer;
    longer.reserve(places.size() * loop.size());
    for (const Place& outer : loop) {
      for (const Place& inner : places)
        longer.push_back({outer.offset + inner.offset, outer.combination + inner.combination});
    }
    places = std::move(longer);
  }
  const auto is_before = [](const Place& a, const Place& b) { return a.offset < b.offset; };
  if (!std::is_sorted(places.begin(), places.end(), is_before))
    std::sort(places.begin(), places.end(), is_before);
  return places;
}

/// Runs of ascending places, filled at least by half: so all of them have at most twice the bytes of
/// the units.
class Runs {
 public:
  Runs(std::int64_t unit_bytes, std::int64_t widest_gap)
      : unit_bytes_(unit_bytes), widest_gap_(widest_gap) {}

  /// The position of a unit in the runs, one after the other. Offsets ascend, and may repeat.
  std::int64_t add(std::int64_t offset) {
    if (!joins(offset)) {
      before_ = total();
      runs_.push_back({offset, 0});
      units_in_run_ = 0;
    }
    ListedRun& run = runs_.back();
    if (offset + unit_bytes_ > run.offset + run.bytes) ++units_in_run_;
    run.bytes = offset + unit_bytes_ - run.offset;
    return before_ + offset - run.offset;
  }

  std::int64_t total() const { return before_ + (runs_.empty() ? 0 : runs_.back().bytes); }
  std::vector<ListedRun> take() { return std::move(runs_); }

 private:
  bool joins(std::int64_t offset) const {
    if (runs_.empty()) return false;
    const ListedRun& run = runs_.back();
    const bool is_near = offset - (run.offset + run.bytes) <= widest_gap_;
    return is_near && offset + unit_bytes_ - run.offset <= 2 * (units_in_run_ + 1) * unit_bytes_;
  }

  std::int64_t unit_bytes_;
  std::int64_t widest_gap_;
  std::vector<ListedRun> runs_ = {};
  std::int64_t before_ = 0;  ///< bytes of the runs before the last
  std::int64_t units_in_run_ = 0;
};

std::vector<kernels::PickedPiece> pieces_of(std::span<const std::uint16_t> units,
                                            std::int64_t unit_bytes) {
  const auto bytes = static_cast<std::uint16_t>(unit_bytes);
  std::vector<kernels::PickedPiece> pieces;
  for (const std::uint16_t at : units) {
    const bool joins = !pieces.empty() && at == pieces.back().at + pieces.back().bytes &&
                       pieces.back().bytes + bytes <= kernels::kPieceBytes;
    if (joins) {
      pieces.back().bytes = static_cast<std::uint16_t>(pieces.back().bytes + bytes);
    } else {
      pieces.push_back({at, bytes});
    }
  }
  return pieces;
}

}  // namespace

ListedBox::ListedBox(std::span<const LoopView> loops, std::int64_t unit_bytes) {
  const std::vector<Place> from = places_of(loops, &Move::f);
  const std::vector<Place> to = places_of(loops, &Move::g);
  origin = {from.front().offset, to.front().offset};
  Runs read(unit_bytes, kGapBytes);
  std::vector<std::uint16_t> positions(from.size());
  for (const Place& place : from)
    positions[place.combination] =
        static_cast<std::uint16_t>(read.add((place.offset - origin.f) * unit_bytes));
  Runs written(unit_bytes, 0);
  for (const Place& place : to) {
    written.add((place.offset - origin.g) * unit_bytes);
    units.push_back(positions[place.combination]);
  }
  source_bytes = read.total();
  target_bytes = written.total();
  source = read.take();
  target = written.take();
  pieces = pieces_of(units, unit_bytes);
  if (pieces.size() * 3 > units.size() * 2) {
    pieces.clear();
  } else {
    units.clear();
  }
}

}  // namespace tileglot::relayout::cpu
