// SPDX-License-Identifier: Apache-2.0
// eval.h: `tileglot eval`: operations by name.
//
// What     evaluate(call) applies one operation to texts. evaluate_expression reads
//          name(arg, ..), arbitrarily nested, or a layout. evaluate_line answers one line of
//          `--jsonl`, {"op":"..","args":[..]}, and evaluate_lines a whole stream of them: a bad
//          line is answered like a good one and the next is read.
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
// Errors   eval.json, eval.request (a line is not such an object), eval.operation (no such name),
//          eval.arguments, eval.syntax, eval.depth, eval.explain (only the exact semantics have
//          steps); xla.too_many_offsets; those of the notations.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/values.h"
#include "tileglot/calculator/cute/operations.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::api {

using bridge::Via;
using notation::cute::Semantics;
using notation::cute::Spelling;

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

Reply evaluate(const Call& call, const EvalOptions& options = {});
Reply evaluate_expression(const std::string& text, const EvalOptions& options = {});

/// One answer line without its newline, for any input line.
std::string evaluate_line(std::string_view line, const EvalOptions& options = {});

using Write = std::function<void(std::string_view)>;

/// Answers each line of `input` that is not blank, in order, through `write`.
void evaluate_lines(std::istream& input, const Write& write, const EvalOptions& options = {});

}  // namespace tileglot::api
