// SPDX-License-Identifier: Apache-2.0
// strided_move.h: a move as strided loops, the only form that most libraries understand.
//
// What     strided_move(source, target, bits) is the move as axes, longest step in the source
//          first, adjacent axes joined: a tensor with strides, or, where both sides are dense, a
//          transpose. with_items(m, n) expresses it in items of n bytes, if possible.
// Why      Peers do not support tiles. A tile that divides is a transpose of more dimensions, and a
//          library of 4-byte numbers moves pairs of bf16.
// Units    Bytes.
// Example  bf16[16,256]{1,0} to T(8,128)(2,1) are axes of 2, 4, 2, 2 and 128 items of 2 bytes.
//          [tests: strided_move_test.cc, "a tile is a transpose of more dimensions"]
// Errors   std::nullopt where the move has pieces (padding, tiles that do not divide), tables or
//          bits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/map/index_map.h"

namespace tileglot::relayout::bench {

struct Axis {
  std::int64_t count = 1;
  std::int64_t from = 0;  ///< step in the source
  std::int64_t to = 0;    ///< step in the target
  friend bool operator==(const Axis&, const Axis&) = default;
};

struct StridedMove {
  std::int64_t item_bytes = 1;
  std::int64_t from = 0;  ///< where the first item is
  std::int64_t to = 0;
  std::vector<Axis> axes = {};  ///< each has at least 2 items

  /// True if the source is one block of items in the order of the axes, and the target in another.
  bool is_transpose() const;
  /// Axes in the order of the target, longest step first: their indices in `axes`.
  std::vector<int> target_order() const;
};

std::optional<StridedMove> strided_move(const map::IndexMap& source, const map::IndexMap& target,
                                        int element_bits);

/// Precondition: item_bytes is a power of two.
std::optional<StridedMove> with_items(const StridedMove& move, std::int64_t item_bytes);

}  // namespace tileglot::relayout::bench
