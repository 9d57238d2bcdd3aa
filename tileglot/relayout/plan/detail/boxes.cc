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
#include "tileglot/relayout/plan/detail/loops.h"
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
/// Below this size, looking up costs as much as moving.
constexpr std::int64_t kLeastBoxBits = std::int64_t{4} * 1024 * kByteBits;
/// The largest gap that is read along with the data around it.
constexpr std::int64_t kGapBits = kLineBits;
/// Work this small is not worth the tables.
constexpr std::int64_t kLeastNestBits = std::int64_t{8} * 1024 * kByteBits;

using Side = std::int64_t Move::*;

bool fits_box(const Loop& loop) { return loop.is_strided() && loop.step.f > 0 && loop.step.g > 0; }

/// Loops of the nest that are in the box so far, by their number.
class BoxBuilder {
 public:
  explicit BoxBuilder(Nest nest) : nest_(std::move(nest)) {}

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
      if (box[i - 1].step == box[i].step * box[i].count) {
        box[i].count *= box[i - 1].count;
        box.erase(box.begin() + static_cast<std::ptrdiff_t>(--i));
      }
      ++i;
    }
  }

  bool is_worth_it() const { return bits() >= kLeastBoxBits; }

 private:
  bool is_packed() const { return nest_.unit_bits < kByteBits; }
  /// In the cache, where packed units have a byte each.
  std::int64_t bits() const { return units_ * std::max(nest_.unit_bits, kByteBits); }

  /// The next loop of a side, outside the box, if it begins at or near the end of the side's run.
  std::optional<std::size_t> next_loop(Side side, std::int64_t run) const {
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < nest_.loops.size(); ++i) {
      if (is_inside(i) || !fits_box(nest_.loops[i])) continue;
      if (!next || nest_.loops[i].step.*side < nest_.loops[*next].step.*side) next = i;
    }
    if (!next) return std::nullopt;
    const bool is_near =
        run == 0 || (nest_.loops[*next].step.*side - run) * nest_.unit_bits <= kGapBits;
    return is_near ? next : std::nullopt;
  }

  /// From the first to the last unit of a run, gaps included that are less than half of it.
  std::int64_t run_of(Side side) const {
    std::vector<const Loop*> loops;
    for (std::size_t i = 0; i < nest_.loops.size(); ++i) {
      if (is_inside(i)) loops.push_back(&nest_.loops[i]);
    }
    std::sort(loops.begin(), loops.end(),
              [&](const Loop* a, const Loop* b) { return a->step.*side < b->step.*side; });
    std::int64_t run = 1;
    for (const Loop* loop : loops) {
      const std::int64_t step = loop->step.*side;
      if ((step - run) * nest_.unit_bits > kGapBits || step > 2 * run) break;
      run += (loop->count - 1) * loop->step.*side;
    }
    return run;
  }

  bool extend(Side side, std::int64_t wanted_bits) {
    const std::int64_t run = run_of(side);
    if (run * nest_.unit_bits >= wanted_bits) return false;
    const std::optional<std::size_t> next = next_loop(side, run);
    if (!next) return false;
    const std::int64_t room = (is_packed() ? kPackedBoxBits : kBoxBits) / bits();
    const std::int64_t needed = core::ceil_div(wanted_bits, run * nest_.unit_bits);
    const std::int64_t count = count_of(nest_.loops[*next].count, needed, room);
    if (count < 2) return false;
    put_inside(*next, count);
    return true;
  }

  /// If runs stay short, more of them at a time cost less.
  bool extend_anywhere() {
    const std::optional<std::size_t> next = next_loop(&Move::g, 0);
    if (!next) return false;
    const std::int64_t room = (is_packed() ? kPackedBoxBits : kBoxBits) / bits();
    const std::int64_t needed = core::ceil_div(kLeastBoxBits, bits());
    const std::int64_t count = count_of(nest_.loops[*next].count, needed, room);
    if (count < 2) return false;
    put_inside(*next, count);
    return true;
  }

  /// All of a loop if there is space, else a part without remainder, else a strip.
  static std::int64_t count_of(std::int64_t all, std::int64_t needed, std::int64_t room) {
    if (all <= 2 * std::min(needed, room)) return all;
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
  }

  bool is_inside(std::size_t i) const { return i < inside_.size() && inside_[i]; }

  Nest nest_;
  std::vector<bool> inside_ = {};
  std::int64_t units_ = 1;
  std::vector<Nest> remainders_ = {};
};

}  // namespace

std::vector<Nest> with_boxes(const Nest& nest) {
  if (nest.units() * nest.unit_bits < kLeastNestBits) return {};
  BoxBuilder builder(nest);
  builder.build();
  if (!builder.is_worth_it()) return {};
  return builder.take();
}

}  // namespace tileglot::relayout::plan
