// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/nest_builder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/relayout/plan/detail/blocks.h"
#include "tileglot/relayout/plan/detail/boxes.h"
#include "tileglot/relayout/plan/detail/estimate.h"
#include "tileglot/relayout/plan/detail/loops.h"
#include "tileglot/relayout/plan/detail/planes.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

/// Below this length, a loop over runs is worth a kernel.
constexpr std::int64_t kShortRunBits = std::int64_t{32} * kByteBits;
/// The maximum that one leaf loop moves: threads share the strips.
constexpr std::int64_t kStripBits = std::int64_t{256} * 1024 * kByteBits;

/// Target in order: the largest gaps outside, the run innermost.
template <class Iterator>
void order(Iterator begin, Iterator end) {
  const auto rank_of = [](const Loop& l) {
    return std::tuple(is_run(l), -target_gap(l), -l.step.f, l.count, l.walk);
  };
  std::sort(begin, end, [&](const Loop& a, const Loop& b) { return rank_of(a) < rank_of(b); });
}

/// Whole lines are streamed to any address, so blocks are consecutive in the source, where the
/// processor prefetches. Lines that are cut meet their other part soonest in the target's order.
void order_outside(Nest& transpose) {
  const auto end = transpose.loops.end() - static_cast<std::ptrdiff_t>(transpose.leaf_loops());
  order(transpose.loops.begin(), end);
  const bool is_strided =
      std::all_of(transpose.loops.begin(), end, [](const Loop& loop) { return loop.is_strided(); });
  if (transpose.block.buffered || !is_strided) return;
  std::sort(transpose.loops.begin(), end, [](const Loop& a, const Loop& b) {
    return std::tuple(-std::abs(a.step.f), -a.step.g) < std::tuple(-std::abs(b.step.f), -b.step.g);
  });
}

std::vector<Nest> with_kernel(Nest nest) {
  if (nest.loops.empty()) nest.loops.push_back({.count = 1, .step = {1, 1}});
  const Loop& last = nest.loops.back();
  const bool has_rows = std::any_of(nest.loops.begin(), nest.loops.end() - 1,
                                    [](const Loop& loop) { return loop.is_strided(); });
  if (!last.is_strided()) {
    nest.kernel = Kernel::kTable;
  } else if (is_run(last) && (last.count * nest.unit_bits >= kShortRunBits || !has_rows)) {
    nest.kernel = Kernel::kRun;
  } else {
    return with_planes(std::move(nest));
  }
  return {std::move(nest)};
}

/// Cuts a long last loop into strips, with a nest for the remainder.
std::vector<Nest> in_strips(Nest nest) {
  std::vector<Nest> left_over;
  if (!nest.loops.empty() && nest.loops.back().is_strided()) {
    const std::int64_t count = std::max<std::int64_t>(1, kStripBits / nest.unit_bits);
    if (auto remainder = strip(nest, nest.loops.size() - 1, count))
      left_over = with_kernel(std::move(*remainder));
  }
  std::vector<Nest> nests = with_kernel(std::move(nest));
  std::move(left_over.begin(), left_over.end(), std::back_inserter(nests));
  return nests;
}

/// Boxes in order of the target, and nests for the remainders of their strips.
std::vector<Nest> in_boxes(const Nest& nest) {
  std::vector<Nest> boxes = with_boxes(nest);
  std::vector<Nest> nests;
  for (Nest& box : boxes) {
    if (box.kernel != Kernel::kShuffle) {
      std::vector<Nest> rest =
          build_nests(simplified(box.start, std::move(box.loops), box.unit_bits));
      std::move(rest.begin(), rest.end(), std::back_inserter(nests));
      continue;
    }
    order(box.loops.begin(), box.loops.end() - static_cast<std::ptrdiff_t>(box.shuffle_loops));
    nests.push_back(std::move(box));
  }
  return nests;
}

/// True for a run that is copied as it is.
bool is_copy(const Nest& nest) {
  return std::any_of(nest.loops.begin(), nest.loops.end(), [&](const Loop& loop) {
    return is_run(loop) && loop.count * nest.unit_bits >= kShortRunBits;
  });
}

std::vector<Nest> without_boxes(Nest nest, std::optional<Nest> transpose) {
  if (transpose) {
    order_outside(*transpose);
    return {*std::move(transpose)};
  }
  order(nest.loops.begin(), nest.loops.end());
  return in_strips(std::move(nest));
}

}  // namespace

std::vector<Nest> build_nests(Nest nest) {
  std::optional<Nest> transpose = with_blocks(nest);
  std::vector<Nest> boxes;
  if (transpose ? has_short_lines(*transpose) : !is_copy(nest)) boxes = in_boxes(nest);
  const bool has_tables = std::any_of(nest.loops.begin(), nest.loops.end(),
                                      [](const Loop& loop) { return has_table(loop); });
  if (!boxes.empty() && !has_tables) return boxes;
  std::vector<Nest> others = without_boxes(std::move(nest), std::move(transpose));
  const bool are_faster = !boxes.empty() && estimated_time(boxes) < estimated_time(others);
  return are_faster ? boxes : others;
}

}  // namespace tileglot::relayout::plan
