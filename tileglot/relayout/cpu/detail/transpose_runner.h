// SPDX-License-Identifier: Apache-2.0
// transpose_runner.h: runs blocks of a transposing nest.
//
// What     A TransposeRunner numbers the blocks of a nest: items 0, 1, .. are the entries of its outer
//          loops times the blocks of its rows and columns. run(a, b) moves items a to below b,
//          directly from the source to the target or through a buffer.
// Why      A kernel takes two pitches. Rows and columns of a block can be several loops, whose
//          lines are anywhere: the kernel is called for each piece, into a buffer where all rows
//          have the same pitch, and whole lines are copied out of the buffer.
// Units    Bytes, all of them computed once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/relayout/cpu/detail/axis.h"
#include "tileglot/relayout/cpu/detail/block_cut.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/row_buffer.h"
#include "tileglot/relayout/cpu/detail/transpose_walk.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

class TransposeRunner {
 public:
  /// `outer` as views_of the loops outside the leaf, with a table in place of each walk.
  TransposeRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store);

  std::int64_t items(const Buffers& buffers) const {
    return outer_items_ * cut_for(buffers).blocks();
  }
  /// Rows of blocks begin and end on bytes.
  bool is_cut(std::int64_t /*item*/) const { return true; }
  void run(std::int64_t first, std::int64_t last, const Buffers& buffers) const;

 private:
  /// How a block is traversed: a step is a cache line of each column.
  enum class Steps { kOne, kSeveral, kFetched };

  plan::BlockSize straight_size() const;
  Steps choose_steps() const;
  const BlockCut& cut_for(const Buffers& buffers) const;
  bool is_simple(const Buffers& buffers) const;
  void run_simply(std::int64_t first, std::int64_t last, const Buffers& buffers) const;
  void run_blocks(std::int64_t first, std::int64_t last, const Buffers& buffers) const;
  bool is_buffered(const std::byte* target) const;
  std::optional<RowBuffer> buffer_for(const std::byte* target) const;
  void fetch_stretch(const std::byte* source) const;
  void fetch(const Place& place, std::int64_t step) const;
  void fetch_step(const Place& place, const std::optional<Place>& after, std::int64_t step,
                  std::int64_t steps) const;
  template <class F>
  void for_each_step(const Place& place, const std::optional<Place>& after, const F& f) const;
  std::int64_t ahead_of(const Place& place, const std::optional<Place>& after) const;

  /// Where the columns of the last block began, in bytes.
  struct Offsets {
    CellRange columns = {0, 0};
    std::vector<std::int64_t> places = {};
  };

  void set_offsets(CellRange columns, Offsets& offsets) const;
  void transpose(const Place& place, const std::optional<Place>& after,
                 const Offsets& offsets) const;
  void transpose_piece(const std::byte* source, std::byte* target, std::int64_t rows,
                       std::int64_t columns, std::int64_t ahead) const;
  void through_buffer(const Place& place, const std::optional<Place>& after, const Offsets& offsets,
                      const RowBuffer& buffer, Neighbours neighbours) const;
  void fill(const RowBuffer& buffer, const Place& place, CellRange step, const Offsets& offsets,
            std::int64_t ahead) const;
  void store(const RowBuffer& buffer, const Place& place, CellRange step,
             Neighbours neighbours) const;

  int unit_bits_;
  plan::Block block_;
  std::int64_t cell_bits_;
  kernels::Store store_;
  Steps steps_ = Steps::kOne;
  std::int64_t stretch_bytes_ = 0;  ///< of a block's source, if it is fetched whole
  std::int64_t step_rows_ = 1;
  kernels::TransposeKernel direct_ = nullptr;  ///< null if a cell has several units
  kernels::TransposeKernel to_buffer_ = nullptr;
  Move start_;
  std::vector<LoopView> outer_;
  std::int64_t outer_items_ = 1;
  Axis rows_;
  Axis columns_;
  BlockCut straight_;
  BlockCut buffered_;
};

}  // namespace tileglot::relayout::cpu
