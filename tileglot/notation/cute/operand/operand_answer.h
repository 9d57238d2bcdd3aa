// SPDX-License-Identifier: Apache-2.0
// operand_answer.h: the operand that a layout is, or the rule that it breaks, as plain numbers.
//
// What     OperandAnswer has the descriptor's numbers of the first instruction, the elements of one
//          instruction, and how many there are; or an Unfit with two numbers, or with the element
//          that is elsewhere.
// Why      find_operand runs in constant expressions, where no sentence is built.
// Example  (12,16):(16,1) is unfit: kMn, 12, 8.
//          [tests: find_operand_test.cc, "what has no form of an operand is refused"]
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/notation/cute/operand/canonical_operand.h"

namespace tileglot::notation::cute {

/// Why a layout is not an operand. `first` and `second` are the numbers of OperandAnswer.
enum class Unfit : std::uint8_t {
  kNone,
  kElementBits,     ///< the instruction does not read elements of first bits
  kNoLayout,        ///< neither a shape:stride nor one that a swizzle follows
  kCoordinates,     ///< scaled bases as strides
  kRank,            ///< first modes
  kMn,              ///< mode 0 has first elements, not a positive multiple of second
  kK,               ///< mode 1 has first elements, not a positive multiple of second
  kNegativeOffset,  ///< the layout begins at first
  kTooFar,          ///< first elements are spanned, at most second are reached
  kUneven,          ///< mode first does not divide into instructions of second elements
  kStep,            ///< along mode first, the next instruction begins second bits after another
  kElsewhere,       ///< an element is not where the nearest operand has it: the misfit
  kMajor,           ///< an operand, but the instruction does not read this major mode
  kTooMany,         ///< first elements would have to be compared, at most second are
};

/// An element and the bits at which it is and should be; nothing if LBO or SBO would be other than
/// a multiple of 16 bytes below kDescriptorBytes, and so for the start.
struct Misfit {
  std::int64_t mn = 0;
  std::int64_t k = 0;
  std::int64_t found_bits = 0;
  std::optional<std::int64_t> expected_bits = {};

  friend bool operator==(const Misfit&, const Misfit&) = default;
};

struct SmemOperand {
  CanonicalOperand first = {};    ///< of the first instruction
  OperandShape instruction = {};  ///< elements of one
  OperandShape count = {};        ///< how many
};

struct OperandAnswer {
  SmemOperand operand = {};  ///< for kElsewhere and kMajor the nearest
  Unfit unfit = Unfit::kNone;
  std::int64_t first = 0;
  std::int64_t second = 0;
  Misfit misfit = {};

  constexpr bool ok() const { return unfit == Unfit::kNone; }
};

constexpr OperandAnswer unfit(Unfit why, std::int64_t first = 0, std::int64_t second = 0) {
  OperandAnswer answer;
  answer.unfit = why;
  answer.first = first;
  answer.second = second;
  return answer;
}

}  // namespace tileglot::notation::cute
