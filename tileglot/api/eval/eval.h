// SPDX-License-Identifier: Apache-2.0
// eval.h: `tileglot eval`: operations by name.
//
// What     evaluate(call) applies one operation to texts. evaluate_expression reads
//          name(arg, ..), arbitrarily nested, or a layout. evaluate_line answers one line of
//          `--jsonl`, {"op":"..","args":[..]}, and evaluate_lines a whole stream of them: a bad
//          line is answered like a good one and the next is read. Each takes the table of its
//          operations; who may do more than this package passes a larger one.
// Why      The recorded answers of the original systems are already such requests, so the same
//          files test every evaluator.
// Example  {"op":"xla.offsets","args":["f32[2,2]{0,1}"]} is answered by
//          {"version":1,"ok":true,"type":"object",
//          "result":{"physical_elements":4,"offsets":[0,2,1,3]}}.
//          [tests: eval_test.cc, "a line is answered by a line"]
//          With explain, composition(20:2, (5,4):(4,1)) is preceded by a line for each leaf.
//          [tests: eval_test.cc, "an explained answer has its steps before it"]
//          By Semantics::kCuteCpp, the answer is that of C++ CuTe, right or wrong.
//          [tests: eval_test.cc, "the semantics of cpp give its answers"]
// Errors   eval.json, eval.request (a line is not such an object); those of calculator/expression.h,
//          calculator/evaluate.h, bridge/any_layout.h, bridge/values.h and
//          notation/cute/text/listing.h.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"

namespace tileglot::api {

using calculator::OperationTable;
using calculator::Semantics;
using calculator::Spelling;
using calculator::Via;

struct EvalOptions {
  Via via = Via::kNotation;
  std::int64_t values = 256;  ///< at most this many offsets of a layout result
  Spelling spelling = Spelling::kCuteCpp;
  Semantics semantics = Semantics::kExact;  ///< whose answers, where C++ CuTe's differ
  bool explain = false;                     ///< also the steps, as CuTe's users do them on paper
};

struct Call {
  std::string op = {};
  std::vector<std::string> args = {};
};

/// The operations of the calculator.
const OperationTable& layout_operations();
/// Those and the operations on HLO modules.
const OperationTable& eval_operations();

Reply evaluate(const Call& call, const EvalOptions& options = {},
               const OperationTable& operations = eval_operations());
Reply evaluate_expression(const std::string& text, const EvalOptions& options = {},
                          const OperationTable& operations = eval_operations());

/// One answer line without its newline, for any input line.
std::string evaluate_line(std::string_view line, const EvalOptions& options = {},
                          const OperationTable& operations = eval_operations());

using Write = std::function<void(std::string_view)>;

/// Answers each line of `input` that is not blank, in order, through `write`.
void evaluate_lines(std::istream& input, const Write& write, const EvalOptions& options = {},
                    const OperationTable& operations = eval_operations());

}  // namespace tileglot::api
