// SPDX-License-Identifier: Apache-2.0
// reshape_layouts.h: the layout that makes a reshape free.
//
// What     aligned(table, from, layout, to) is the order of `to` for which a reshape of `from`,
//          stored in `layout`, moves nothing; nothing where there is none, or no choice (both sides
//          are vectors). It is cached: programs repeat the same reshapes.
// Why      Platforms put dimensions of size 1, which cost nothing anywhere, in different places: at
//          the major end, or, on GPUs, next to the neighbour that they had in the layout that was
//          written for `to`. The goal is the same layout as XLA's.
// Example  [7,6,5]{0,1,2} to [7,1,6,5] is {0,2,3,1} by the first rule, and {0,2,1,3} by the second
//          where {3,2,1,0} was written.
//          [tests: hlo/pass/constraints/derived_layout_test.cc, "dimensions of size 1 go where the
//          platform puts them"]
// Source   XLA, ShapeUtil::AlignLayouts (notation/xla/bitcast/align_layouts.h); the second rule was
//          found from the answers of the released XLA.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

class ReshapeLayouts {
 public:
  explicit ReshapeLayouts(bool ones_beside_neighbours)
      : ones_beside_neighbours_(ones_beside_neighbours) {}

  std::optional<LayoutId> aligned(const Module& module, LayoutTable& table, ShapeId from,
                                  LayoutId layout, ShapeId to);

 private:
  struct Key {
    ShapeId from = {};
    ShapeId to = {};
    LayoutId layout = {};
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  std::optional<LayoutId> computed(LayoutTable& table, const notation::xla::Shape& from,
                                   LayoutId layout, const notation::xla::Shape& to) const;

  bool ones_beside_neighbours_;
  std::unordered_map<Key, std::optional<LayoutId>, Hash> known_ = {};
};

}  // namespace tileglot::hlo::pass
