// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/combine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/number_operations.h"
#include "tileglot/hlo/run/operation/lane_program.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

/// Numbers that all steps of a program together may hold at a time.
constexpr std::size_t kLaneNumbers = 1 << 18;

core::Error unfit(const Module& module, ComputationId computation, std::size_t totals) {
  return {
      {.code = "run.operands",
       .message = fmt::format("{} is applied to {} total{} and does not take two scalars and give "
                              "one for each, of its type",
                              module[computation].name, totals, totals == 1 ? "" : "s"),
       .help = "its parameters are the totals and then the values"}};
}

bool is_scalar_of(const Shape& shape, PrimitiveType type) {
  return shape.type == type && shape.dimensions.empty();
}

bool result_fits(const Shape& result, std::span<const PrimitiveType> types) {
  if (result.type != PrimitiveType::kTuple) {
    return types.size() == 1 && is_scalar_of(result, types[0]);
  }
  if (result.elements.size() != types.size()) return false;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!is_scalar_of(result.elements[i], types[i])) return false;
  }
  return true;
}

bool fits(const Module& module, ComputationId computation, std::span<const PrimitiveType> types) {
  const auto& parameters = module[computation].parameters;
  if (parameters.size() != 2 * types.size()) return false;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!is_scalar_of(module.shape_of(parameters[i]), types[i % types.size()])) return false;
  }
  return result_fits(module.shape_of(*module[computation].root), types);
}

std::vector<Elements> part_of(std::span<const Elements> arguments, std::size_t begin,
                              std::size_t count) {
  std::vector<std::int64_t> places(count);
  std::iota(places.begin(), places.end(), static_cast<std::int64_t>(begin));
  std::vector<Elements> result;
  result.reserve(arguments.size());
  for (const Elements& argument : arguments) result.push_back(gathered(argument, places));
  return result;
}

void append(const std::vector<Elements>& parts, std::vector<Elements>& all) {
  if (all.empty()) {
    all = parts;
    return;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    with_numbers(all[i], [&]<class T>(std::vector<T>& v) {
      const std::vector<T>& more = numbers_of<T>(parts[i]);
      v.insert(v.end(), more.begin(), more.end());
    });
  }
}

std::int64_t steps_of(std::size_t lanes, std::size_t instructions) {
  return static_cast<std::int64_t>(lanes) * static_cast<std::int64_t>(instructions + 1);
}

template <class Operation>
bool fold_numbers(Elements& totals, std::span<const std::int64_t> into, const Elements& values,
                  std::span<const std::int64_t> from, Operation operation) {
  return with_numbers(totals, [&]<class T>(std::vector<T>& total) {
    if constexpr (std::is_invocable_v<Operation, T, T>) {
      const T* value = numbers_of<T>(values).data();
      for (std::size_t i = 0; i < into.size(); ++i) {
        T& sum = total[static_cast<std::size_t>(into[i])];
        sum = operation(sum, value[from[i]]);
      }
      return true;
    } else {
      return false;
    }
  });
}

}  // namespace

std::optional<Opcode> single_operation(const Module& module, ComputationId computation) {
  const Computation& body = module[computation];
  const InstructionId root = *body.root;
  const auto operands = module.operands(root);
  const bool of_parameters = body.parameters.size() == 2 && operands.size() == 2 &&
                             operands[0] == body.parameters[0] && operands[1] == body.parameters[1];
  return of_parameters ? std::optional(module[root].opcode) : std::nullopt;
}

ScalarFunction::ScalarFunction(const Applying& applying, ComputationId computation)
    : applying_(&applying),
      computation_(computation),
      program_(LaneProgram::of(*applying.module, computation)) {}

core::Result<std::vector<Elements>> ScalarFunction::one_by_one(
    std::span<const Elements> arguments) const {
  std::vector<Elements> results;
  const std::size_t lanes = arguments.empty() ? 1 : arguments[0].size();
  for (std::size_t i = 0; i < lanes; ++i) {
    TILEGLOT_TRY(result, applying_->call(computation_, part_of(arguments, i, 1)));
    append(result, results);
  }
  return results;
}

core::Result<std::vector<Elements>> ScalarFunction::on_lanes(
    std::span<const Elements> arguments) const {
  const std::size_t lanes = arguments.empty() ? 1 : arguments[0].size();
  const std::size_t chunk = std::max<std::size_t>(kLaneNumbers / (program_->step_count() + 1), 1);
  TILEGLOT_TRY_STATUS(applying_->budget->spend(steps_of(lanes, program_->step_count())));
  if (lanes <= chunk) return program_->run(arguments);
  std::vector<Elements> results;
  for (std::size_t begin = 0; begin < lanes; begin += chunk) {
    TILEGLOT_TRY(result, program_->run(part_of(arguments, begin, std::min(chunk, lanes - begin))));
    append(result, results);
  }
  return results;
}

core::Result<std::vector<Elements>> ScalarFunction::operator()(
    std::span<const Elements> arguments) const {
  const Computation& called = (*applying_->module)[computation_];
  if (called.parameters.size() != arguments.size()) {
    return core::fail(
        {.code = "run.operands",
         .message = fmt::format("{} has {} parameters and is applied to {} scalars", called.name,
                                called.parameters.size(), arguments.size()),
         .help = "it takes one scalar for each parameter"});
  }
  return program_ ? on_lanes(arguments) : one_by_one(arguments);
}

core::Result<Combiner> Combiner::of(const Applying& applying, ComputationId computation,
                                    std::span<const PrimitiveType> types) {
  const Module& module = *applying.module;
  if (!fits(module, computation, types)) {
    return core::fail(unfit(module, computation, types.size()));
  }
  Combiner combiner(applying, computation);
  combiner.operation_ = single_operation(module, computation);
  return combiner;
}

bool Combiner::fold_typed(Elements& totals, std::span<const std::int64_t> into,
                          const Elements& values, std::span<const std::int64_t> from) const {
  if (!operation_) return false;
  switch (*operation_) {
    case Opcode::kAdd: return fold_numbers(totals, into, values, from, Add{});
    case Opcode::kMultiply: return fold_numbers(totals, into, values, from, Multiply{});
    case Opcode::kMaximum: return fold_numbers(totals, into, values, from, Maximum{});
    case Opcode::kMinimum: return fold_numbers(totals, into, values, from, Minimum{});
    case Opcode::kAnd: return fold_numbers(totals, into, values, from, And{});
    case Opcode::kOr: return fold_numbers(totals, into, values, from, Or{});
    case Opcode::kXor: return fold_numbers(totals, into, values, from, Xor{});
    default: return false;
  }
}

core::Status Combiner::fold_apart(std::vector<Elements>& totals, std::span<const std::int64_t> into,
                                  std::span<const Elements* const> values,
                                  std::span<const std::int64_t> from) const {
  TILEGLOT_TRY_STATUS(applying_->budget->spend(static_cast<std::int64_t>(into.size())));
  if (into.empty()) return {};
  if (totals.size() == 1 && fold_typed(totals[0], into, *values[0], from)) return {};
  std::vector<Elements> arguments;
  arguments.reserve(totals.size() * 2);
  for (const Elements& total : totals) arguments.push_back(gathered(total, into));
  for (const Elements* value : values) arguments.push_back(gathered(*value, from));
  TILEGLOT_TRY(results, function_(arguments));
  for (std::size_t i = 0; i < totals.size(); ++i) scatter_to(results[i], into, totals[i]);
  return {};
}

core::Status Combiner::fold(std::vector<Elements>& totals, std::span<const std::int64_t> into,
                            std::span<const Elements* const> values,
                            std::span<const std::int64_t> from) const {
  if (totals.size() == 1 && !into.empty() && fold_typed(totals[0], into, *values[0], from)) {
    return applying_->budget->spend(static_cast<std::int64_t>(into.size()));
  }
  // A batch ends where a total is repeated.
  std::unordered_set<std::int64_t> seen;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < into.size(); ++i) {
    if (seen.insert(into[i]).second) continue;
    TILEGLOT_TRY_STATUS(
        fold_apart(totals, into.subspan(begin, i - begin), values, from.subspan(begin, i - begin)));
    seen = {into[i]};
    begin = i;
  }
  return fold_apart(totals, into.subspan(begin), values, from.subspan(begin));
}

}  // namespace tileglot::hlo::run
