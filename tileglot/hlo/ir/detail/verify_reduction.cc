// SPDX-License-Identifier: Apache-2.0
// reduce, reduce-window, select-and-scatter, scatter, map, sort, scan: the scalar functions that
// they call, and what they need of their operands.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// As XLA's CompatibleIgnoringFpPrecision.
bool compatible_floats(const Shape& a, const Shape& b) {
  return notation::xla::equal(a, b, {.layout = true, .floating_precision = true, .dynamic = true});
}

constexpr std::string_view kReducer = "VerifyReducerShape";

/// A reduction's function, and the operands that it is called with: inputs, then initial values.
struct Reducer {
  const Subject& subject;
  ComputationId called = {};
  std::size_t inputs = 0;
  std::optional<std::size_t> first_init = {};  ///< nothing: elements of the first operands
  std::size_t first_input = 0;                 ///< the operand that is the first input

  Shape initial(std::size_t i) const {
    return first_init ? subject.operand(*first_init + i) : scalar_of(subject.operand(i).type);
  }
  const Shape& parameter(std::size_t i) const { return subject.parameter_of(called, i); }
  const Shape& accumulator(std::size_t i) const {
    const Shape& result = subject.result_of(called);
    return result.type == PrimitiveType::kTuple ? result.elements[i] : result;
  }
};

Status verify_reducer_form(const Reducer& reducer) {
  const Subject& subject = reducer.subject;
  const std::string_view name = subject.module[reducer.called].name;
  const Shape& result = subject.result_of(reducer.called);
  if (subject.module[reducer.called].parameters.size() != 2 * reducer.inputs) {
    return subject.refuse(kReducer, fmt::format("{} has {} parameters, and is called with {}", name,
                                                subject.module[reducer.called].parameters.size(),
                                                2 * reducer.inputs));
  }
  const bool scalars = result.type == PrimitiveType::kTuple
                           ? result.elements.size() == reducer.inputs
                           : is_array(result) && reducer.inputs == 1;
  if (!scalars) {
    return subject.refuse(kReducer, fmt::format("{} gives {}, not a scalar for each of {} inputs",
                                                name, print(result), reducer.inputs));
  }
  return {};
}

Status verify_reducer(const Reducer& reducer) {
  TILEGLOT_TRY_STATUS(verify_reducer_form(reducer));
  const Subject& subject = reducer.subject;
  for (std::size_t i = 0; i < reducer.inputs; ++i) {
    const Shape& sum = reducer.accumulator(i);
    const Shape init = reducer.initial(i);
    const Shape element = scalar_of(subject.operand(reducer.first_input + i).type);
    const Shape& first = reducer.parameter(i);
    const Shape& second = reducer.parameter(reducer.inputs + i);
    if (is_scalar(sum) && compatible_floats(sum, first) && compatible_floats(sum, second) &&
        compatible_floats(sum, init) && compatible_floats(element, second)) {
      continue;
    }
    return subject.refuse(kReducer,
                          fmt::format("{} gives {} from {} and {}, and reduces {} from {}",
                                      subject.module[reducer.called].name, print(sum), print(first),
                                      print(second), print(element), print(init)));
  }
  return {};
}

/// Precision may not change on the way into the function.
Status verify_parameter_types(const Subject& subject, ComputationId called) {
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    const PrimitiveType given = subject.operand(i).type;
    const PrimitiveType taken = subject.parameter_of(called, i).type;
    if (given == taken) continue;
    return subject.refuse("SameElementTypesForOperandsAndToApplyParameters",
                          fmt::format("parameter {} of {} is {}, and its operand {}", i,
                                      subject.module[called].name, name_of(taken), name_of(given)));
  }
  return {};
}

Status verify_same_inputs(const Subject& subject, std::string_view check, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    if (same_dimensions(subject.operand(0), subject.operand(i))) continue;
    return subject.refuse(check, fmt::format("its operands differ: {} and {}",
                                             print(subject.operand(0)), print(subject.operand(i))));
  }
  return {};
}

Status verify_reduce(const Subject& subject, std::string_view check) {
  const ComputationId* const called = subject.called(AttributeKey::kToApply);
  const std::size_t count = subject.operand_count();
  if (count % 2 != 0) return subject.refuse(check, "each operand needs an initial value");
  TILEGLOT_TRY_STATUS(verify_same_inputs(subject, check, count / 2));
  if (called == nullptr) return {};
  TILEGLOT_TRY_STATUS(verify_reducer(
      {.subject = subject, .called = *called, .inputs = count / 2, .first_init = count / 2}));
  return verify_parameter_types(subject, *called);
}

Status verify_window_rank(const Subject& subject, std::string_view check) {
  const auto* const window = attribute_of<Window>(subject.instruction(), AttributeKey::kWindow);
  const std::size_t count = window == nullptr ? 0 : window->size();
  if (count == rank(subject.operand(0))) return {};
  return subject.refuse(
      check, fmt::format("a window of {} dimensions over {}", count, print(subject.operand(0))));
}

/// The select function compares two elements; the scatter function adds to what is there.
Status verify_select_and_scatter(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferSelectAndScatterShape";
  TILEGLOT_TRY_STATUS(expect_arrays(subject, kCheck));
  TILEGLOT_TRY_STATUS(verify_window_rank(subject, kCheck));
  const Shape element = scalar_of(subject.operand(0).type);
  const ComputationId* const select = subject.called(AttributeKey::kSelect);
  const ComputationId* const scatter = subject.called(AttributeKey::kScatter);
  if (select == nullptr || scatter == nullptr) return {};
  const bool compares = subject.module[*select].parameters.size() == 2 &&
                        compatible(subject.result_of(*select), scalar_of(PrimitiveType::kPred)) &&
                        compatible_floats(subject.parameter_of(*select, 0), element) &&
                        compatible_floats(subject.parameter_of(*select, 1), element);
  if (!compares) {
    return subject.refuse(
        kCheck, fmt::format("{} does not compare two elements of {}", subject.module[*select].name,
                            print(subject.operand(0))));
  }
  TILEGLOT_TRY_STATUS(verify_reducer(
      {.subject = subject, .called = *scatter, .inputs = 1, .first_init = 2, .first_input = 1}));
  const auto* const window = attribute_of<Window>(subject.instruction(), AttributeKey::kWindow);
  Shape windowed = subject.operand(0);
  for (std::size_t i = 0; window != nullptr && i < window->size(); ++i) {
    auto& bound = windowed.dimensions[i].bound;
    if (bound) bound = windowed_extent(*bound, (*window)[i]);
  }
  if (compatible_floats(windowed, subject.operand(1))) return {};
  return subject.refuse(
      kCheck, fmt::format("its source is {}, and the window over {} has {}",
                          print(subject.operand(1)), print(subject.operand(0)), print(windowed)));
}

Status verify_map(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeInference::InferMapShape";
  const ComputationId* const called = subject.called(AttributeKey::kToApply);
  TILEGLOT_TRY_STATUS(verify_same_inputs(subject, kCheck, subject.operand_count()));
  if (called == nullptr) return {};
  const bool fits = subject.operand_count() > 0 &&
                    subject.module[*called].parameters.size() == subject.operand_count() &&
                    is_scalar(subject.result_of(*called));
  if (!fits) {
    return subject.refuse(kCheck,
                          fmt::format("{} does not give a scalar from {} scalars",
                                      subject.module[*called].name, subject.operand_count()));
  }
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    if (compatible(subject.parameter_of(*called, i), scalar_of(subject.operand(i).type))) continue;
    return subject.refuse(
        kCheck, fmt::format("parameter {} of {} is {}, and gets an element of {}", i,
                            subject.module[*called].name, print(subject.parameter_of(*called, i)),
                            print(subject.operand(i))));
  }
  return {};
}

Status verify_sort(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleSort";
  const ComputationId* const called = subject.called(AttributeKey::kToApply);
  TILEGLOT_TRY_STATUS(verify_same_inputs(subject, kCheck, subject.operand_count()));
  const Ints& along = subject.integers(AttributeKey::kDimensions);
  if (along.size() != 1 || along[0] < 0 ||
      static_cast<std::size_t>(along[0]) >= rank(subject.operand(0))) {
    return subject.refuse(kCheck, fmt::format("dimensions does not name one dimension of {}",
                                              print(subject.operand(0))));
  }
  if (called == nullptr) return {};
  const auto& parameters = subject.module[*called].parameters;
  const bool compares = parameters.size() == 2 * subject.operand_count() &&
                        compatible(subject.result_of(*called), scalar_of(PrimitiveType::kPred));
  if (!compares) {
    return subject.refuse(kCheck, fmt::format("{} does not compare two elements of each operand",
                                              subject.module[*called].name));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (compatible_floats(subject.parameter_of(*called, i),
                          scalar_of(subject.operand(i / 2).type))) {
      continue;
    }
    return subject.refuse(
        kCheck, fmt::format("parameter {} of {} is {}, and gets an element of {}", i,
                            subject.module[*called].name, print(subject.parameter_of(*called, i)),
                            print(subject.operand(i / 2))));
  }
  return {};
}

/// The function takes a slice of each input along one dimension, and each carry as it is.
Status verify_scan(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleScan";
  const ComputationId* const called = subject.called(AttributeKey::kToApply);
  if (called == nullptr) return {};
  const Ints& along = subject.integers(AttributeKey::kDimensions);
  const std::int64_t carries = integer_of(subject.instruction(), AttributeKey::kNumCarries);
  const auto count = static_cast<std::int64_t>(subject.operand_count());
  const auto taken = static_cast<std::int64_t>(subject.module[*called].parameters.size());
  if (along.size() != 1 || along[0] < 0 || carries < 0 || carries > count || taken != count) {
    return subject.refuse(
        kCheck, fmt::format("{} operands, {} of them carries, along {} "
                            "dimensions, and {} takes {}",
                            count, carries, along.size(), subject.module[*called].name, taken));
  }
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    Shape wanted = subject.operand(i);
    const bool is_input = static_cast<std::int64_t>(i) < count - carries;
    const bool has_steps = along[0] < static_cast<std::int64_t>(rank(wanted));
    if (is_input && has_steps) {
      wanted.dimensions.erase(wanted.dimensions.begin() + static_cast<std::ptrdiff_t>(along[0]));
    }
    if ((!is_input || has_steps) && compatible(wanted, subject.parameter_of(*called, i))) continue;
    return subject.refuse(
        kCheck, fmt::format("parameter {} of {} is {}, and steps through {}", i,
                            subject.module[*called].name, print(subject.parameter_of(*called, i)),
                            print(subject.operand(i))));
  }
  return {};
}

/// Its function is called with what is there and what is written.
Status verify_scatter_function(const Subject& subject) {
  const ComputationId* const called = subject.called(AttributeKey::kToApply);
  const std::size_t count = subject.operand_count() / 2;
  if (called == nullptr) return {};
  return verify_reducer(
      {.subject = subject, .called = *called, .inputs = count, .first_input = count + 1});
}

}  // namespace

Status verify_reduction(const Subject& subject) {
  switch (subject.opcode()) {
    case Opcode::kReduce: return verify_reduce(subject, "ShapeInference::InferReduceShape");
    case Opcode::kReduceWindow:
      TILEGLOT_TRY_STATUS(verify_window_rank(subject, "ShapeInference::InferReduceWindowShape"));
      return verify_reduce(subject, "ShapeInference::InferReduceWindowShape");
    case Opcode::kSelectAndScatter: return verify_select_and_scatter(subject);
    case Opcode::kMap: return verify_map(subject);
    case Opcode::kSort: return verify_sort(subject);
    case Opcode::kScan: return verify_scan(subject);
    case Opcode::kScatter: return verify_scatter_function(subject);
    default: return {};
  }
}

}  // namespace tileglot::hlo
