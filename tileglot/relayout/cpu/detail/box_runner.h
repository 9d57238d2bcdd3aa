// SPDX-License-Identifier: Apache-2.0
// box_runner.h: runs boxes of a nest: fetched run by run, shuffled, stored run by run.
//
// What     A BoxRunner numbers the boxes of a nest by the entries of its outer loops. run(a, b) moves
//          boxes a to below b; while one is shuffled, the runs of the next are on their way.
// Why      Memory sees runs in order on both sides, however the units of a box lie; all that is
//          out of order happens in the first cache.
// Units    Bytes, all of them worked out once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/kernels/shuffle.h"
#include "tileglot/relayout/kernels/turn.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

/// What a box has on one side: runs of as many bytes each.
struct BoxRuns {
  std::int64_t bytes = 1;
  std::vector<std::int64_t> offsets = {};
};

class BoxRunner {
 public:
  /// `outer` as views_of the loops outside the box, with a table in place of each walk.
  BoxRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store);

  std::int64_t items(const Buffers& /*buffers*/) const { return outer_items_; }
  /// Boxes begin and end on bytes.
  bool is_cut(std::int64_t /*item*/) const { return true; }
  void run(std::int64_t first, std::int64_t last, const Buffers& buffers) const;

 private:
  /// A box, and how its loops lie in the buffer that its source runs are read to.
  struct Parts {
    BoxRuns source;
    BoxRuns target;
    std::vector<kernels::ShuffleLoop> loops = {};  ///< in the target's order, innermost first
  };
  class Buffer;

  BoxRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store, Parts parts);
  static Parts parts_of(const plan::Nest& nest);
  const std::byte* source_at(const Buffers& buffers, Move at) const;
  void fetch(const std::byte* source) const;

  std::int64_t unit_bytes_;
  Move start_;
  std::vector<LoopView> outer_;
  std::int64_t outer_items_ = 1;
  BoxRuns source_;
  BoxRuns target_;
  kernels::Shuffle shuffle_;
  kernels::Store store_;
};

}  // namespace tileglot::relayout::cpu
