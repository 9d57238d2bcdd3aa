// SPDX-License-Identifier: Apache-2.0
// rule.h: the reasons for which a layout is requested.
//
// What     A Rule is one reason: a given layout, a requirement of a platform's operation,
//          propagation of a layout through an operation, or the absence of any request.
//          row_of(rule) has a name for programs and a sentence for people, in which `@` stands for
//          the instruction that requests it.
// Why      "Where does this copy come from" has an answer only if every request records its reason.
//          The pass keeps one byte for it; texts are made on demand.
// Example  kCpuRowMajorOperand is cpu.row_major_operand, "@ reads its operands in row-major order".
//          [tests: hlo/pass/constraints/rule_test.cc, "every rule has a name and a sentence"]
// Source   XLA, layout_assignment.cc, cpu_layout_assignment.cc, gpu layout_assignment.cc: one rule
//          for each place there that sets a layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tileglot::hlo::pass {

enum class Rule : std::uint8_t {
  // Given layouts.
  kEntryParameter,
  kEntryResult,
  kOpenParameter,
  kOpenResult,
  kCalledParameter,
  kCalledResult,
  kInfeed,
  kOutfeed,
  kConstrainedCollective,
  kChannel,
  kCall,
  kLoop,
  kBranch,
  kConstrainedCall,
  kLayoutConstraint,
  // Requirements of a platform's operations.
  kCpuRowMajorOperation,
  kCpuColumnMajorConstant,
  kCpuRowMajorOperand,
  kMostMajorDimension,
  kGpuDotContractingMinor,
  kGpuDotOperand,
  kGpuDotOpenParameter,
  kGpuDotResult,
  kGpuTransposeOfDot,
  kGpuConvolution,
  kGpuFft,
  kGpuSort,
  kGpuTopK,
  kGpuBitcastConvert,
  kGpuTriangularSolve,
  kGpuTransfer,
  // Propagation.
  kOperandAsResult,
  kOperandAsSibling,
  kResultAsOperand,
  kResultThrough,
  kOperandThrough,
  kBroadcastOperand,
  kBitcastConvertOperand,
  kAllReduce,
  kReadAsMade,
  kMadeAsRead,
  kLoopState,
  kSharedMemory,
  // Not requested by any instruction.
  kCheapest,
  kConstantAsWritten,
  kRowMajorDefault,
};

inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::kRowMajorDefault) + 1;

struct RuleRow {
  Rule rule = Rule::kRowMajorDefault;
  std::string_view name = {};
  std::string_view sentence = {};
};

/// All rows, in the order of the enumerators.
std::span<const RuleRow> rules();
const RuleRow& row_of(Rule rule);
std::string_view name_of(Rule rule);

}  // namespace tileglot::hlo::pass
