// SPDX-License-Identifier: Apache-2.0
// listed_runner.h: runs boxes of a nest whose order is a list.
//
// What     A ListedRunner numbers the boxes of a nest by the entries of its outer loops. run(a, b)
//          moves boxes a to below b: it packs the source's runs into a buffer, picks units in the
//          target's order, and stores the target's runs; meanwhile it prefetches the next box.
// Why      As for a ShuffleRunner, memory sees runs only; but a box may contain tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/relayout/cpu/detail/listed_box.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/kernels/packed_runs.h"
#include "tileglot/relayout/kernels/picks.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

class ListedRunner {
 public:
  /// `loops` as views_of, with a table in place of each walk; the last nest.shuffle_loops are the
  /// box.
  ListedRunner(const plan::Nest& nest, std::vector<LoopView> loops, kernels::Store store);

  std::int64_t items(const Buffers& /*buffers*/) const { return outer_items_; }
  bool is_cut(std::int64_t /*item*/) const { return is_on_bytes_; }
  void run(std::int64_t first, std::int64_t last, const Buffers& buffers) const;

 private:
  bool is_packed() const { return unit_bits_ < 8; }
  /// Of an offset in the buffers' units: packed ones are smaller in memory.
  std::int64_t bytes_at(std::int64_t offset) const;
  void gather(const Buffers& buffers, Move at, std::byte* to) const;
  void pick(const std::byte* from, std::byte* to) const;
  void fetch(const Buffers& buffers, Move at, std::span<const ListedRun> runs) const;
  void store(const std::byte* from, const Buffers& buffers, Move at,
             const std::optional<Move>& next) const;
  void store_runs(const std::byte* from, std::span<const ListedRun> runs, const Buffers& buffers,
                  Move at) const;

  int unit_bits_;
  bool is_on_bytes_ = true;  ///< no two boxes share a byte of the target
  std::vector<LoopView> outer_;
  std::int64_t outer_items_ = 1;
  ListedBox box_;
  Move start_;
  kernels::Store store_;
  kernels::PickUnits pick_units_;
  kernels::UnpackRun unpack_ = nullptr;  ///< of packed units
  kernels::PackRun pack_ = nullptr;
};

}  // namespace tileglot::relayout::cpu
