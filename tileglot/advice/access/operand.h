// SPDX-License-Identifier: Apache-2.0
// access/operand.h: whether shared memory is an operand of wgmma or tcgen05.
//
// What     The rule of check_operand passes with the descriptor of the layout, mode 0 M or N and
//          mode 1 K, counted from its offset 0, or fails with the first element that is elsewhere
//          than the instruction reads it.
// Why      These instructions read whole tiles by a descriptor; no lanes are involved.
// Units    A layout in another notation is taken as the CuTe layout of the same offsets.
// Example  Sw<3,3,3> o 0 o (64,64):(64,1) of f16 with wgmma: "K-major 128B, SBO 1024 B".
//          [tests: access/operand_test.cc, "an operand has a descriptor"]
// Errors   Those of bridge/swizzled.h for another notation. That a layout is not an operand is the
//          rule's remark.
#pragma once

#include <cstdint>

#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::advice {

struct CheckedOperand {
  Rule rule = {};
  std::int64_t alignment_bytes = 16;  ///< of the memory, for the operand's swizzle
};

/// Precondition: the kind is that of an operand.
core::Result<CheckedOperand> check_operand(const bridge::AnyLayout& layout,
                                           const map::IndexMap& memory, const Elements& elements,
                                           const AccessKind& kind);

/// Memory of an operand begins where the pattern of its swizzle does.
Rule operand_alignment_rule(std::int64_t alignment_bytes);

}  // namespace tileglot::advice
