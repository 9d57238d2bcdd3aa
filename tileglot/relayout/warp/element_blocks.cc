// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/element_blocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/notation/linear/swizzle/hardware_bases.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

/// The warps of a layout; their vectors come last in a solver so that only they distinguish warps.
class ElementWarps {
 public:
  explicit ElementWarps(const linear::HardwareBases& bases) {
    for (const linear::F2BasesView list : {bases.registers, bases.lanes, bases.blocks})
      for (const std::uint64_t v : list) {
        solver_.insert(v);
        ++others_;
      }
    for (const std::uint64_t v : bases.warps) distinct_ = solver_.insert(v) && distinct_;
  }

  /// True if no two warps share an element.
  bool distinct() const { return distinct_; }
  std::optional<std::uint64_t> of(std::uint64_t element) const {
    const auto place = solver_.solve(element);
    if (!place) return std::nullopt;
    return others_ >= linear::kMaxBits ? 0 : *place >> others_;
  }

 private:
  core::F2Solver solver_;
  int others_ = 0;
  bool distinct_ = true;
};

}  // namespace

ElementBlocks::ElementBlocks(const linear::Layout& layout) {
  const linear::HardwareBases bases = linear::hardware_bases(layout);
  for (const linear::F2BasesView list : {bases.registers, bases.lanes, bases.warps})
    for (const std::uint64_t v : list) {
      solver_.insert(v);
      ++others_;
    }
  for (std::size_t i = 0; i < bases.blocks.size(); ++i) {
    const std::uint64_t own = std::uint64_t{1} << i;
    if (solver_.solve(bases.blocks[i])) {
      near_.push_back(own ^ of(bases.blocks[i]));
      continue;
    }
    solver_.insert(bases.blocks[i]);
    bits_.push_back(static_cast<int>(i));
    vectors_.push_back(bases.blocks[i]);
    near_.push_back(0);
  }
}

std::uint64_t ElementBlocks::of(std::uint64_t element) const {
  const std::uint64_t sum = solver_.solve(element).value_or(0);
  std::uint64_t block = 0;
  for (std::size_t i = 0; i < bits_.size(); ++i)
    if ((sum >> (static_cast<std::size_t>(others_) + i) & 1) != 0) block |= 1ULL << bits_[i];
  return block;
}

bool same_warps(const linear::Layout& src, const linear::Layout& dst) {
  const linear::HardwareBases to = linear::hardware_bases(dst);
  const ElementWarps warps(linear::hardware_bases(src));
  if (!warps.distinct()) return false;
  const auto by_any = [&](std::uint64_t v) { return warps.of(v) == 0U; };
  for (const linear::F2BasesView list : {to.registers, to.lanes, to.blocks})
    if (!std::ranges::all_of(list, by_any)) return false;
  for (std::size_t i = 0; i < to.warps.size(); ++i)
    if (warps.of(to.warps[i]) != std::uint64_t{1} << i) return false;
  return true;
}

}  // namespace tileglot::relayout::warp
