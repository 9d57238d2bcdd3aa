// SPDX-License-Identifier: Apache-2.0
// shape_writer.h: shapes with the decided layouts.
//
// What     lying(shape, leaves) is the id of the shape whose arrays have the layouts `leaves`, one
//          for each part; an array without one has no layout then. Tiles, memory space and the like
//          come from the decided layout, not from the shape's own.
// Why      Thousands of instructions get one of a few shapes; those of arrays are made once.
// Example  f32[2,3]{1,0:S(1)} with {0,1} is f32[2,3]{0,1}.
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "a shape gets the layouts that were
//          decided"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::pass {

class ShapeWriter {
 public:
  ShapeWriter(Module& module, const LayoutTable& layouts) : module_(module), layouts_(layouts) {}

  ShapeId lying(ShapeId shape, std::span<const std::optional<LayoutId>> leaves);
  ShapeId array_lying(ShapeId shape, LayoutId layout);

 private:
  Module& module_;
  const LayoutTable& layouts_;
  std::unordered_map<std::uint64_t, ShapeId> arrays_ = {};
};

}  // namespace tileglot::hlo::pass
