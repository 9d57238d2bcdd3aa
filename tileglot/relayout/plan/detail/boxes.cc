// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/boxes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/plan/detail/estimate.h"
#include "tileglot/relayout/plan/detail/loops.h"
#include "tileglot/relayout/plan/detail/side_runs.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

/// The minimum length of runs to be fetched, and to be stored.
constexpr std::int64_t kSourceRunBits = 4 * kLineBits;
constexpr std::int64_t kTargetRunBits = 8 * kLineBits;
/// The same of packed units, on either side: a line of them is several in the cache.
constexpr std::int64_t kPackedRunBits = kLineBits;
/// Source, target and the buffers between them stay in cache; twice as much where no loop is cut
/// for it.
constexpr std::int64_t kBoxBits = std::int64_t{32} * 1024 * kByteBits;
constexpr std::int64_t kPackedBoxBits = std::int64_t{64} * 1024 * kByteBits;
/// Boxes with tables, whose order is a list of positions.
constexpr std::int64_t kListedBoxBits = std::int64_t{24} * 1024 * kByteBits;
constexpr std::int64_t kLongestTable = 512;
/// Less than so many boxes are not worth a list.
constexpr std::int64_t kFewBoxes = 16;
/// Runs of fewer packed units cost more to unpack than units one by one.
constexpr std::int64_t kShortPackedRun = 8;
/// Below this size, looking up costs as much as moving.
constexpr std::int64_t kLeastBoxBits = std::int64_t{4} * 1024 * kByteBits;
/// Work this small is not worth the tables.
constexpr std::int64_t kLeastNestBits = std::int64_t{8} * 1024 * kByteBits;

bool fits_box(const Loop& loop) {
  if (has_table(loop)) return loop.count <= kLongestTable;
  return loop.is_strided() && loop.step.f > 0 && loop.step.g > 0;
}

/// Those of tables are found once.
Move steps_of(const Loop& loop) {
  if (has_table(loop) && !fits_box(loop)) return {};
  return {least_step(loop, &Move::f), least_step(loop, &Move::g)};
}

/// Whether tables are taken before other loops: they are short periods, but they may fill the box.
enum class TablesFirst { kNo, kYes };

/// Loops of the nest that are in the box so far, by their number.
class BoxBuilder {
 public:
  explicit BoxBuilder(Nest nest)
      : nest_(std::move(nest)),
        is_listed_(std::any_of(nest_.loops.begin(), nest_.loops.end(), [](const Loop& loop) {
          return has_table(loop) && fits_box(loop);
        })) {
    for (const Loop& loop : nest_.loops) steps_.push_back(steps_of(loop));
  }

  /// Takes loops until runs on both sides are long enough, or the box is full.
  void build() {
    for (std::int64_t times = 1; bits() < kLeastBoxBits; times *= 2) {
      const std::int64_t before = units_;
      for (bool grows = true; grows;) {
        grows = extend(&Move::g, times * (is_packed() ? kPackedRunBits : kTargetRunBits));
        grows = extend(&Move::f, times * (is_packed() ? kPackedRunBits : kSourceRunBits)) || grows;
      }
      if (units_ == before && times > 1) break;
    }
    while (bits() < kLeastBoxBits && extend_anywhere()) {
    }
  }

  /// Lets runs on both sides grow alike while there is room.
  void build_listed(TablesFirst tables) {
    for (std::size_t i = 0; tables == TablesFirst::kYes && i < nest_.loops.size(); ++i) {
      const Loop& loop = nest_.loops[i];
      const bool fits = has_table(loop) && fits_box(loop) && loop.count <= most_bits() / bits();
      if (fits) put_inside(i, loop.count);
    }
    for (std::int64_t bits = kLineBits; bits <= kTargetRunBits; bits *= 2) {
      for (bool grows = true; grows;) {
        grows = extend(&Move::g, bits);
        grows = extend(&Move::f, bits) || grows;
      }
    }
    while (this->bits() < kLeastBoxBits && extend_anywhere()) {
    }
  }

  std::vector<Nest> take() {
    std::vector<Loop> outer;
    std::vector<Loop> box;
    for (std::size_t i = 0; i < nest_.loops.size(); ++i)
      (inside_[i] ? box : outer).push_back(std::move(nest_.loops[i]));
    std::sort(box.begin(), box.end(),
              [](const Loop& a, const Loop& b) { return a.step.g > b.step.g; });
    join(box);
    nest_.loops = std::move(outer);
    nest_.kernel = Kernel::kShuffle;
    nest_.shuffle_loops = box.size();
    std::move(box.begin(), box.end(), std::back_inserter(nest_.loops));
    remainders_.insert(remainders_.begin(), std::move(nest_));
    return std::move(remainders_);
  }

  /// Rejoins parts of one loop that were taken one after the other.
  static void join(std::vector<Loop>& box) {
    for (std::size_t i = 1; i < box.size();) {
      const bool are_strided = box[i - 1].is_strided() && box[i].is_strided();
      if (are_strided && box[i - 1].step == box[i].step * box[i].count) {
        box[i].count *= box[i - 1].count;
        box.erase(box.begin() + static_cast<std::ptrdiff_t>(--i));
      }
      ++i;
    }
  }

  bool is_worth_it() const {
    if (bits() < kLeastBoxBits) return false;
    return !is_packed() ||
           (units_in_run(&Move::f) >= kShortPackedRun && units_in_run(&Move::g) >= kShortPackedRun);
  }

  bool is_listed() const { return is_listed_; }

 private:
  bool is_packed() const { return nest_.unit_bits < kByteBits; }
  /// In the cache, where packed units have a byte each.
  std::int64_t bits() const { return units_ * std::max(nest_.unit_bits, kByteBits); }

  std::int64_t most_bits() const {
    if (is_listed_) return std::min(kListedBoxBits, all_bits_ / kFewBoxes);
    return is_packed() ? kPackedBoxBits : kBoxBits;
  }

  /// The next loop of a side, outside the box, if it begins at or near the end of the side's run.
  std::optional<std::size_t> next_loop(Side side, std::int64_t run) const {
    std::optional<std::size_t> next;
    std::int64_t least = 0;
    for (std::size_t i = 0; i < nest_.loops.size(); ++i) {
      if (is_inside(i) || !fits_box(nest_.loops[i])) continue;
      const std::int64_t step = steps_[i].*side;
      if (next && step >= least) continue;
      next = i;
      least = step;
    }
    if (!next) return std::nullopt;
    const bool is_near = run == 0 || (least - run) * nest_.unit_bits <= kGapBits;
    return is_near ? next : std::nullopt;
  }

  SideRuns runs(Side side) const {
    std::vector<SteppedLoop> loops;
    for (std::size_t i = 0; i < nest_.loops.size(); ++i) {
      if (is_inside(i)) loops.push_back({&nest_.loops[i], steps_[i].*side});
    }
    return runs_of(std::move(loops), side, nest_.unit_bits);
  }

  std::int64_t units_in_run(Side side) const {
    return static_cast<std::int64_t>(static_cast<double>(units_) / runs(side).number);
  }

  bool extend(Side side, std::int64_t wanted_bits) {
    const auto run = static_cast<std::int64_t>(runs(side).length);
    if (run * nest_.unit_bits >= wanted_bits) return false;
    const std::optional<std::size_t> next = next_loop(side, run);
    if (!next) return false;
    const std::int64_t room = most_bits() / bits();
    const std::int64_t needed = core::ceil_div(wanted_bits, run * nest_.unit_bits);
    const std::int64_t count = count_of(nest_.loops[*next], needed, room);
    if (count < 2) return false;
    put_inside(*next, count);
    return true;
  }

  /// If runs stay short, more of them at a time cost less.
  bool extend_anywhere() {
    const std::optional<std::size_t> next = next_loop(&Move::g, 0);
    if (!next) return false;
    const std::int64_t room = most_bits() / bits();
    const std::int64_t needed = core::ceil_div(kLeastBoxBits, bits());
    const std::int64_t count = count_of(nest_.loops[*next], needed, room);
    if (count < 2) return false;
    put_inside(*next, count);
    return true;
  }

  /// All of a loop if there is space, else a part without remainder, else a strip.
  std::int64_t count_of(const Loop& loop, std::int64_t needed, std::int64_t room) const {
    const std::int64_t all = loop.count;
    if (has_table(loop)) return all <= room ? all : 0;
    if (all <= 2 * std::min(needed, room) && (all <= room || !is_listed_)) return all;
    if (std::min(needed, room) < 2) return 0;
    const std::int64_t most = std::min(2 * needed, room);
    for (std::int64_t count = std::min(needed, room); count <= most; ++count) {
      if (all % count == 0) return count;
    }
    return std::min(needed, room);
  }

  void put_inside(std::size_t i, std::int64_t count) {
    units_ *= count;
    inside_.resize(nest_.loops.size());
    const std::size_t before = nest_.loops.size();
    if (auto remainder = strip(nest_, i, count)) remainders_.push_back(std::move(*remainder));
    // Strips are a loop outside of the one they are cut from.
    const std::size_t outside = nest_.loops.size() - before;
    inside_.insert(inside_.begin() + static_cast<std::ptrdiff_t>(i), outside, false);
    inside_[i + outside] = true;
    steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(i), outside, Move{});
    for (std::size_t k = i; k < i + outside; ++k) steps_[k] = nest_.loops[k].step;
  }

  bool is_inside(std::size_t i) const { return i < inside_.size() && inside_[i]; }

  Nest nest_;
  bool is_listed_;  ///< a table may be inside
  std::int64_t all_bits_ = nest_.units() * std::max(nest_.unit_bits, kByteBits);
  std::vector<Move> steps_ = {};  ///< the least ones of each loop
  std::vector<bool> inside_ = {};
  std::int64_t units_ = 1;
  std::vector<Nest> remainders_ = {};
};

/// The faster of the two.
std::vector<Nest> with_listed_boxes(const Nest& nest) {
  std::vector<Nest> best;
  for (const TablesFirst tables : {TablesFirst::kNo, TablesFirst::kYes}) {
    BoxBuilder builder(nest);
    builder.build_listed(tables);
    if (!builder.is_worth_it()) continue;
    std::vector<Nest> nests = builder.take();
    if (best.empty() || estimated_time(nests) < estimated_time(best)) best = std::move(nests);
  }
  return best;
}

}  // namespace

std::vector<Nest> with_boxes(const Nest& nest) {
  if (nest.units() * nest.unit_bits < kLeastNestBits) return {};
  BoxBuilder builder(nest);
  if (builder.is_listed()) return with_listed_boxes(nest);
  builder.build();
  if (!builder.is_worth_it()) return {};
  return builder.take();
}

}  // namespace tileglot::relayout::plan
