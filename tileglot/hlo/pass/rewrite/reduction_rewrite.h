// SPDX-License-Identifier: Apache-2.0
// reduction_rewrite.h: changes what one reduction reads and writes, hidden from other instructions.
//
// What     A ReductionRewrite inserts bitcasts or copies between a reduction and its inputs, and
//          between its results and their users, so that no other instruction sees the change. Of
//          several results each is taken out, and all are put into a tuple again.
// Why      Three passes change reductions in this way: which dimensions they list, which of size 1
//          they have, and in what order they write their result.
// Example  read(kBitcast, 0, f32[3,4,2]{2,1,0}), dimensions {2}, give(.., kBitcast): a reduction
//          over the dimension that is first in memory.
//          [tests: hlo/pass/rewrite/normalize_reductions_test.cc, "the dimensions are listed as
//          they lie"]
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

class ReductionRewrite {
 public:
  ReductionRewrite(Module& module, InstructionId reduce)
      : module_(module), reduce_(reduce), inputs_(module[reduce].operand_count / 2) {}

  std::size_t inputs() const { return inputs_; }
  const notation::xla::Shape& input(std::size_t i) const {
    return module_.shape_of(module_.operand(reduce_, i));
  }
  /// The first of the results: they have the same dimensions.
  const notation::xla::Shape& result() const;
  const Ints& dimensions() const;

  /// `through` is kBitcast or kCopy, here and below.
  void read(Opcode through, std::size_t i, const notation::xla::Shape& shape);
  void set_dimensions(Ints dimensions);
  using Change =
      std::function<core::Result<notation::xla::Shape>(const notation::xla::Shape& result)>;
  core::Status give(const Change& change, Opcode through);

  /// Instructions inserted, and the reduction itself if it was changed.
  std::size_t changes() const { return inserted_ + (is_changed_ ? 1 : 0); }

 private:
  void replace_result(ShapeId before, ShapeId after, Opcode through);
  InstructionId put_behind(InstructionId behind, NewInstruction made);
  InstructionId element(InstructionId behind, std::size_t i);
  InstructionId tuple_as_before(ShapeId before, Opcode through);

  Module& module_;
  InstructionId reduce_;
  std::size_t inputs_;
  std::vector<InstructionId> elements_ = {};  ///< get-tuple-elements of the new result
  std::size_t inserted_ = 0;
  bool is_changed_ = false;
};

}  // namespace tileglot::hlo::pass
