// SPDX-License-Identifier: Apache-2.0
// operand_table.h: the addresses of one instruction's elements, and how a layout divides into them.
//
// What     OperandTable gives the bit address of every element of the first instruction.
//          DividedMode divides a mode into equal instructions; instruction_mn is how many elements
//          of M or N one takes.
// Why      A layout of any size is compared with an operand on one instruction; the others have
//          the same strides.
// Example  (64,4):(1,4096) divided by 16 has the steps 4:16, 4:4096.
//          [tests: operand_table_test.cc, "instructions repeat by the steps of a mode"]
// Limits   M or N of one instruction are at most 256, as of the largest wgmma and tcgen05.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/leaf_list.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/operand/canonical_operand.h"
#include "tileglot/notation/cute/operand/smem_atom.h"

namespace tileglot::notation::cute {

/// The elements of which one instruction takes 32 bytes along K.
constexpr std::int64_t instruction_k(std::int64_t bits) { return 2 * kUnitBits / bits; }

/// A mode divided into equal instructions of `inside` elements.
struct DividedMode {
  LeafList steps = {};  ///< from one instruction to the next
  bool is_even = false;

  /// `mode` is coalesced.
  constexpr DividedMode(const Layout<>& mode, std::int64_t inside) {
    std::int64_t left = inside;
    for (int slot = 0; slot < mode.shape.slots; ++slot) {
      if (mode.shape.is_empty(slot)) continue;
      const std::int64_t extent = mode.shape.values[slot];
      const std::int64_t stride = mode.stride.values[slot];
      if (left % extent == 0) {
        left /= extent;
      } else if (extent % left == 0) {
        steps.push(Integer(extent / left), Integer(core::saturating_mul(stride, left)));
        left = 1;
      } else {
        return;
      }
    }
    is_even = left == 1;
  }
};

inline constexpr std::int64_t kMostMn = 256;

/// The most elements that one instruction can take along M or N, a multiple of 8, if the mode
/// divides into such; otherwise 0.
constexpr std::int64_t instruction_mn(const Layout<>& mode, std::int64_t extent) {
  for (std::int64_t mn = extent < kMostMn ? extent : kMostMn; mn >= kAtomRuns; mn -= kAtomRuns) {
    if (extent % mn == 0 && DividedMode(mode, mn).is_even) return mn;
  }
  return 0;
}

/// The bit address of every element of one instruction.
class OperandTable {
 public:
  /// `modes` are coalesced, and their offsets times `bits` fit.
  constexpr OperandTable(const std::array<Layout<>, 2>& modes, OperandShape shape,
                         const Swizzle& swizzle, std::int64_t offset, std::int64_t bits)
      : shape_(shape), swizzle_(swizzle), offset_(offset), bits_(bits) {
    for (std::int64_t i = 0; i < shape.mn; ++i) {
      along_mn_[static_cast<std::size_t>(i)] = crd2idx(Integer(i), modes[0])->value;
    }
    for (std::int64_t i = 0; i < shape.k; ++i) {
      along_k_[static_cast<std::size_t>(i)] = crd2idx(Integer(i), modes[1])->value;
    }
  }

  constexpr OperandShape shape() const { return shape_; }
  constexpr std::int64_t bits() const { return bits_; }
  /// `further` elements after those of the first instruction, before the swizzle.
  constexpr std::int64_t at(std::int64_t mn, std::int64_t k, std::int64_t further = 0) const {
    const std::int64_t inside =
        along_mn_[static_cast<std::size_t>(mn)] + along_k_[static_cast<std::size_t>(k)];
    return core::saturating_mul(apply(swizzle_, offset_ + inside + further), bits_);
  }

 private:
  OperandShape shape_;
  Swizzle swizzle_;
  std::int64_t offset_;
  std::int64_t bits_;
  std::array<std::int64_t, kMostMn> along_mn_{};
  std::array<std::int64_t, 2 * kUnitBits / 4> along_k_{};
};

}  // namespace tileglot::notation::cute
