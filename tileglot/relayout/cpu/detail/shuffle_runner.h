// SPDX-License-Identifier: Apache-2.0
// shuffle_runner.h: runs boxes of a nest: fetched run by run, shuffled, stored run by run.
//
// What     A ShuffleRunner numbers the boxes of a nest by the entries of its outer loops. run(a, b)
//          moves boxes a to below b; while one is shuffled, the runs of the next are prefetched.
// Why      Memory sees runs in order on both sides, however the units of a box are ordered; all
//          out-of-order access happens in the first-level cache. Where the loops of the source's
//          runs are not those of the target's, that is a transpose of the runs; else a shuffle.
//          Units of less than a byte are unpacked when they are fetched, and packed when they are
//          stored.
// Units    Bytes of the buffers, all of them computed once: a packed unit has a byte there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/relayout/cpu/detail/box_runs.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/kernels/packed_runs.h"
#include "tileglot/relayout/kernels/shuffle.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

class ShuffleRunner {
 public:
  /// `outer` as views_of the loops outside the box, with a table in place of each walk.
  ShuffleRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store);

  std::int64_t items(const Buffers& /*buffers*/) const { return outer_items_; }
  bool is_cut(std::int64_t /*item*/) const { return is_on_bytes_; }
  void run(std::int64_t first, std::int64_t last, const Buffers& buffers) const;

 private:
  class Buffer;

  ShuffleRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store,
                BoxShape shape);
  bool is_packed() const { return unit_bits_ < 8; }
  std::int64_t bytes_at(std::int64_t offset) const;
  void gather(const Buffers& buffers, Move at, const Buffer& buffer) const;
  void scatter(const std::byte* from, std::span<const std::int64_t> runs, const Buffers& buffers,
               Move at) const;
  void fetch(const Buffers& buffers, Move at, std::span<const std::int64_t> offsets) const;
  void fetch_target(const Buffers& buffers, Move at) const;
  void bring_into_order(const Buffer& buffer) const;
  /// Prefetches the box at `next` meanwhile, if there is one.
  void store(const Buffer& buffer, const Buffers& buffers, Move at,
             const std::optional<Move>& next) const;

  int unit_bits_;
  bool is_on_bytes_ = true;  ///< no two boxes share a byte of the target
  Move start_;
  std::vector<LoopView> outer_;
  std::int64_t outer_items_ = 1;
  BoxShape shape_;
  kernels::Store store_;
  std::optional<kernels::Shuffle> shuffle_ = {};
  kernels::TransposeKernel transpose_ = nullptr;  ///< if the box is a transpose
  kernels::UnpackRun unpack_ = nullptr;           ///< of packed units
  kernels::PackRun pack_ = nullptr;
};

}  // namespace tileglot::relayout::cpu
