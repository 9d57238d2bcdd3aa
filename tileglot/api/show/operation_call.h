// SPDX-License-Identifier: Apache-2.0
// show/operation_call.h: a call with the values of its operands and its result.
//
// What     evaluate_call(text) evaluates a call and says which of its operands are layouts.
//          layout_of_value(value) is the layout that a value is; layout_by applies another
//          operation to the same operands.
// Why      A picture needs what eval computes on the way: the operands, calls among them evaluated.
// Example  size(coalesce((2,(1,6)):(1,(6,2)))): the operand is 12:1, the value 12.
//          [tests: show/operation_test.cc, "calls inside are operands"]
// Errors   Those of calculator/expression.h and calculator/evaluate.h; show.option for a text that
//          is not a call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

enum class OperationKind : std::uint8_t {
  kDivide,
  kProduct,
  kComposition,
  kComplement,
  kInverse,
  kSameOffsets,  ///< the result has offsets of the operand: coalesce, group, ..
  kOther,
};

struct CallOperand {
  calculator::Argument given;
  /// Nothing for a number, a shape, a tiler by mode, ..
  std::optional<bridge::AnyLayout> layout = {};
};

struct OperationCall {
  std::string name = {};  ///< as the operation is called here: coalesce_by_mode
  OperationKind kind = OperationKind::kOther;
  std::vector<CallOperand> operands = {};
  calculator::Value value;
};

core::Result<OperationCall> evaluate_call(const std::string& text);

/// Nothing for what does not have a domain and integer offsets.
std::optional<bridge::AnyLayout> layout_of_value(const calculator::Value& value);

/// The layout that an operation answers; nothing if it refuses, or answers something else.
std::optional<bridge::AnyLayout> layout_by(std::string_view operation,
                                           const std::vector<calculator::Argument>& arguments);

/// The layout as an argument. Precondition: it is one of CuTe.
calculator::Argument argument_of(const bridge::AnyLayout& layout);

}  // namespace tileglot::api
