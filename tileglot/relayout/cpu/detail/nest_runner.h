// SPDX-License-Identifier: Apache-2.0
// nest_runner.h: runs part of a nest: the outer loops by counting, the innermost by a kernel.
//
// What     A NestRunner numbers the work of a nest: items 0, 1, .. are its outer loops' entries
//          and, where that is safe, the kernel's rows. run(a, b) moves the items from a to below b.
// Why      Any split of the items over threads moves everything once. Where units are smaller than
//          a byte, is_cut(i) reports whether the items before i and from i on do not share a target
//          byte.
// Units    Offsets are in the nest's units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/map/refine.h"
#include "tileglot/relayout/kernels/plane.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

using map::Move;

struct Buffers {
  const std::byte* source = nullptr;
  std::byte* target = nullptr;
};

/// A loop that does not own its table.
struct LoopView {
  std::int64_t count = 1;
  Move step = {};
  std::span<const Move> table = {};

  Move entry(std::int64_t i) const {
    return table.empty() ? step * i : table[static_cast<std::size_t>(i)];
  }
};

/// One view for each loop of a nest; a walk has an empty table and step 0, to be filled in.
std::vector<LoopView> views_of(const plan::Nest& nest);

class NestRunner {
 public:
  /// `loops` as views_of, with a table in place of each walk.
  NestRunner(const plan::Nest& nest, std::vector<LoopView> loops, kernels::Store store);

  std::int64_t items(const Buffers& /*buffers*/) const {
    return outer_items_ * (split_rows_ ? plane_.rows : 1);
  }
  /// Precondition: 0 < i < items(..).
  bool is_cut(std::int64_t i) const;
  void run(std::int64_t first, std::int64_t last, const Buffers& buffers) const;

 private:
  void find_safe_loops();
  void stream_run(Move at, Move next, const Buffers& buffers) const;
  void run_inner(Move at, std::int64_t row, std::int64_t rows, const Buffers& buffers) const;
  void run_leaf(Move at, std::int64_t row, std::int64_t rows, const Buffers& buffers) const;
  Move start_of(std::int64_t item) const;

  int unit_bits_;
  bool streams_ = false;
  Move start_;
  std::vector<LoopView> outer_;  ///< numbered by items
  std::vector<LoopView> inner_;  ///< run completely for each item
  std::int64_t outer_items_ = 1;
  bool split_rows_ = false;
  std::int64_t item_reach_ = 0;  ///< last target offset of an item, from its first
  kernels::Plane plane_;
  kernels::PlaneKernel kernel_ = nullptr;
  std::span<const Move> table_;  ///< the kernel's loop if it is a table
};

}  // namespace tileglot::relayout::cpu
