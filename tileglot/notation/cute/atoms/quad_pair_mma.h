// SPDX-License-Identifier: Apache-2.0
// quad_pair_mma.h: mma.m8n8k4 of sm_70, by eight lanes of a warp.
//
// What     A quad pair is lanes 0 to 3 and 16 to 19. A and B may each be row- or column-major,
//          which changes the lane that holds an element; so there are four instructions for each
//          type of the accumulator.
// Why      Volta's fragments are unlike all later ones: rules of a whole warp do not cover them.
// Example  SM70_8x8x4_F32F16F16F32_TN: lane 16, the fifth of the pair, holds row 4 of A.
//          [tests: mma_fragments_test.cc, "a quad pair scatters its accumulators"]
// Errors   None; why_no_quad_pair names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.14.5.1 (fragments of mma.m8n8k4 with f16).
#pragma once

#include <string_view>

#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"

namespace tileglot::notation::cute {

constexpr std::string_view why_no_quad_pair(const MmaAtom& atom) {
  if (atom.arch != 70) return "mma.m8n8k4 of quad pairs needs sm_70";
  if (atom.m != 8 || atom.n != 8 || atom.k != 4) return "an MMA of a quad pair is 8x8x4";
  const bool sums = atom.d == ValueType::kF16 || atom.d == ValueType::kF32;
  if (atom.a != ValueType::kF16 || atom.b != ValueType::kF16 || !sums || atom.c != atom.d) {
    return "an MMA of a quad pair multiplies f16 and adds f16 or f32";
  }
  return {};
}

/// A or B, 8 x 4: each lane holds a row of four k, or four rows of one k.
constexpr Layout<> quad_pair_operand(Major major) {
  if (major == Major::kK) return fragment({{8, 1}}, {{4, 8}});
  return fragment({{4, 8}, {2, 4}}, {{4, 1}});
}

constexpr Layout<> quad_pair_accumulators(ValueType type) {
  if (type == ValueType::kF16) return fragment({{8, 1}}, {{8, 8}});
  return fragment({{2, 1}, {2, 16}, {2, 4}}, {{2, 8}, {2, 2}, {2, 32}});
}

}  // namespace tileglot::notation::cute
