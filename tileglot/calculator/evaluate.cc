// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/evaluate.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/cute/explain.h"
#include "tileglot/calculator/expression.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"

namespace tileglot::calculator {
namespace {

using core::Result;
using core::Status;

core::Error explains_exact_only() {
  return {{.code = "eval.explain",
           .message = "the steps that are explained lead to the exact answer, not to that of C++",
           .help = "leave out --explain or --semantics cute-cpp"}};
}

class Evaluation {
 public:
  Evaluation(const OperationTable& table, const Settings& settings, Explain explain)
      : table_(table), settings_(settings), explain_(explain == Explain::kYes) {}

  /// Adds the calls inside, then the call.
  Status add(const Expression& call) {
    std::vector<Argument> arguments;
    for (const Expression& argument : call.arguments) {
      if (argument.name.empty()) {
        arguments.emplace_back(argument.text);
        continue;
      }
      TILEGLOT_TRY_STATUS(add(argument));
      arguments.emplace_back(calls_.back().value);
    }
    auto answered = answer(call.name, arguments);
    if (!answered) {
      return core::fail(
          core::with_line(std::move(answered).error(), Arguments(call.name, arguments).source()));
    }
    calls_.push_back(*std::move(answered));
    return {};
  }

  std::vector<AnsweredCall> calls() && { return std::move(calls_); }

 private:
  Result<AnsweredCall> answer(const std::string& word, const std::vector<Argument>& arguments) {
    const std::string_view name = table_.name_here(word, arguments.size());
    const bool in_cpp = settings_.semantics == Semantics::kCuteCpp && table_.differs_in_cpp(name);
    if (explain_ && in_cpp) return core::fail(explains_exact_only());
    TILEGLOT_TRY(value, table_.apply(name, arguments, settings_));
    AnsweredCall call{.value = std::move(value)};
    if (!explain_) return call;
    const std::string source = Arguments(name, arguments).source();
    call.written = fmt::format("{}({})", word, source);
    call.applied = fmt::format("{}({})", name, source);
    if (family_of(name) == Family::kCute) {
      TILEGLOT_TRY(steps, explain_operation(name, arguments));
      call.steps = std::move(steps);
    }
    return call;
  }

  const OperationTable& table_;
  const Settings& settings_;
  bool explain_;
  std::vector<AnsweredCall> calls_ = {};
};

}  // namespace

Result<std::vector<AnsweredCall>> evaluate(const Expression& expression,
                                           const OperationTable& table, const Settings& settings,
                                           Explain explain) {
  Evaluation evaluation(table, settings, explain);
  TILEGLOT_TRY_STATUS(evaluation.add(expression));
  return std::move(evaluation).calls();
}

}  // namespace tileglot::calculator
