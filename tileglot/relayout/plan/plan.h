// SPDX-License-Identifier: Apache-2.0
// plan.h: how to move every element of a tensor from one layout to another, as data.
//
// What     plan(source, target, bits) is a list of perfect loop nests: where to start, loops from
//          the outside in, and the kernel that takes the innermost ones. It also has the sizes that
//          both buffers need and the number of target positions that are padding.
// Why      A plan can be printed, checked, interpreted slowly, and executed by a processor, a GPU
//          or over a network.
// Units    Offsets of a nest are in its units: unit_bits is the element's, or a multiple where
//          elements move in groups. Move::f is the source's, Move::g the target's.
// Example  bf16[4096,14336]{1,0} to T(8,128)(2,1): loops 512 x 4 of tile rows and row pairs, then
//          the kernel interleaves the two rows, 128 columns into each of 112 tiles.
//          [tests: plan_test.cc, "tiling bf16 interleaves pairs of rows"]
// Errors   map.domain_mismatch; relayout.not_injective with two coordinates that collide in the
//          target; relayout.negative_offset and relayout.out_of_codomain with the offset;
//          relayout.element_bits; relayout.too_large where a buffer's bits overflow int64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/refine.h"

namespace tileglot::relayout::plan {

using map::Loop;
using map::Move;

/// The kernel of the innermost loops. An executor has one function for each.
enum class Kernel {
  kRun,        ///< one loop of step 1 in source and target: a copy
  kTranspose,  ///< blocks of whole lines: rows in order in the source, columns in the target
  kPlane,      ///< two strided loops, target in order
  /// Two strided loops, in cache blocks: the inner one in order in the target.
  kBlockedPlane,
  kTable,  ///< one loop over a table or a walk
  /// Several short loops, tables among them: runs of the source, shuffled in the cache, become runs of
  /// the target.
  kShuffle,
};

std::string_view name_of(Kernel kernel);

/// In cells; the last block has the remainder.
struct BlockSize {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  /// True if the next block is the next along the rows, false along the columns.
  bool rows_first = false;
};

/// The block of a kTranspose nest. The last loops of its nest are, from the outside in, the row loops,
/// the column loops and, where a cell has several units, the loop over them. Row r of all rows is r
/// cells into the source, column c of all columns c cells into the target: several loops that are
/// contiguous there count as one.
struct Block {
  std::size_t row_loops = 0;
  std::size_t column_loops = 0;
  std::int64_t cell = 1;  ///< units that are contiguous on both sides
  BlockSize straight = {};
  BlockSize through_buffer = {};
  /// True if kernel calls would begin or end within a line of the target.
  bool cuts_lines = false;
  /// Blocks are transposed in a small buffer and copied line by line: lines of the target are cut,
  /// or lines of the source are short. An executor also does that where the target does not begin
  /// on a cache line.
  bool buffered = false;
  /// The columns are in pieces so short that each cell is copied from its own address.
  bool gathers = false;

  const BlockSize& size() const { return buffered ? through_buffer : straight; }
};

/// A perfect nest: every combination of one entry from each loop, added to start, is a unit to
/// move.
struct Nest {
  int unit_bits = 0;
  Move start = {};
  std::vector<Loop> loops = {};  ///< outermost first
  Kernel kernel = Kernel::kRun;
  Block block = {};               ///< of a kTranspose nest
  std::size_t shuffle_loops = 0;  ///< of a kShuffle nest, outermost first in the target

  /// How many of the last loops the kernel takes.
  std::size_t leaf_loops() const;
  std::int64_t units() const;
};

struct GapLoop {
  std::int64_t count = 1;
  std::int64_t step_bits = 0;
  friend bool operator==(const GapLoop&, const GapLoop&) = default;
};

/// Bits of the target that are zeroed before elements move: once for each combination of entries.
struct Gap {
  std::int64_t begin_bits = 0;
  std::int64_t size_bits = 0;
  std::vector<GapLoop> loops = {};  ///< outermost first
};

struct Plan {
  std::vector<map::Dim> domain = {};
  int element_bits = 0;
  std::int64_t elements = 0;     ///< of the domain
  std::int64_t source_size = 0;  ///< elements that the source buffer must hold
  std::int64_t target_size = 0;  ///< codomain size of the target
  std::vector<Nest> nests = {};
  std::vector<map::Walk> walks = {};
  std::vector<Gap> gaps = {};  ///< together with the elements, they cover the target

  /// Target positions that no element goes to.
  std::int64_t padding() const { return target_size - elements; }
  std::int64_t source_bytes() const;
  std::int64_t target_bytes() const;
  /// Bytes of the elements, without padding.
  std::int64_t moved_bytes() const;
};

struct PlanOptions {
  map::RefineOptions refine = {};
  bool check_injective = true;  ///< false where the caller has proved it
};

/// Element types have 1 to 128 bits, a power of two.
core::Result<Plan> plan(const map::IndexMap& source, const map::IndexMap& target, int element_bits,
                        const PlanOptions& options = {});

}  // namespace tileglot::relayout::plan
