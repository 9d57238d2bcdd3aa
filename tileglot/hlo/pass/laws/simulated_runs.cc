// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/simulated_runs.h"

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::int64_t kMostRuns = 20000;

/// A scalar, if it is known, or a tuple.
struct Value {
  std::optional<std::int64_t> scalar = {};
  std::vector<Value> elements = {};
};
using Values = std::vector<Value>;

std::optional<std::int64_t> stated_trips(const Instruction& loop) {
  const std::string text(text_of(loop, AttributeKey::kBackendConfig));
  std::size_t at = text.find("known_trip_count");
  if (at == std::string::npos) return std::nullopt;
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) == 0) ++at;
  return std::stoll(text.substr(at));
}

bool holds(std::string_view direction, std::int64_t a, std::int64_t b) {
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  if (direction == "GE") return a >= b;
  return direction == "EQ" ? a == b : a != b;
}

class Simulation {
 public:
  Simulation(const Module& module, std::int64_t guess)
      : module_(module), guess_(guess), runs_(module.computation_count(), 0) {}

  std::optional<std::vector<std::int64_t>> count() {
    run(module_.entry(), Values(module_[module_.entry()].parameters.size()));
    return left_ > 0 ? std::optional(runs_) : std::nullopt;
  }

 private:
  Value run(ComputationId c, const Values& arguments) {
    ++runs_[index_of(c)];
    if (--left_ <= 0) return {};
    std::map<InstructionId, Value> made;
    for (const InstructionId id : module_.instructions(c)) made[id] = made_by(id, made, arguments);
    return made[*module_[c].root];
  }

  Value made_by(InstructionId id, std::map<InstructionId, Value>& made, const Values& arguments) {
    const Instruction& one = module_[id];
    Values operands;
    for (const InstructionId operand : module_.operands(id)) operands.push_back(made[operand]);
    switch (one.opcode) {
      case Opcode::kParameter:
        return arguments.at(
            static_cast<std::size_t>(integer_of(one, AttributeKey::kParameterNumber)));
      case Opcode::kConstant: return constant(one);
      case Opcode::kTuple: return {.elements = operands};
      case Opcode::kGetTupleElement: return element(operands[0], one);
      case Opcode::kCopy:
      case Opcode::kBitcast:
      case Opcode::kOptBarrier: return operands[0];
      case Opcode::kAdd:
      case Opcode::kSubtract:
      case Opcode::kCompare: return computed(one, module_.shape_of(id).type, operands);
      case Opcode::kWhile: return run_loop(one, operands[0]);
      case Opcode::kCall:
      case Opcode::kFusion: return run(called_computations(one)[0], operands);
      default: return run_others(one);
    }
  }

  static Value constant(const Instruction& one) {
    const Literal& literal = **attribute_of<Shared<Literal>>(one, AttributeKey::kLiteral);
    const bool is_integer = notation::xla::is_integral(literal.type) ||
                            literal.type == notation::xla::PrimitiveType::kPred;
    if (literal.elided || !is_integer || element_count(literal) != 1) return {};
    return {.scalar = load_integer(literal.type, element_at(literal, 0))};
  }

  static Value element(const Value& tuple, const Instruction& one) {
    const auto number = static_cast<std::size_t>(integer_of(one, AttributeKey::kIndex));
    return number < tuple.elements.size() ? tuple.elements[number] : Value{};
  }

  /// Sums wrap around in their type.
  static Value computed(const Instruction& one, notation::xla::PrimitiveType type,
                        const Values& operands) {
    if (!operands[0].scalar || !operands[1].scalar) return {};
    const std::int64_t a = *operands[0].scalar;
    const std::int64_t b = *operands[1].scalar;
    if (one.opcode == Opcode::kCompare) {
      return {.scalar = holds(text_of(one, AttributeKey::kDirection), a, b) ? 1 : 0};
    }
    const std::vector<std::int64_t> scalar_bounds;
    Literal sum = zeros(type, scalar_bounds);
    const bool is_added = one.opcode == Opcode::kAdd;
    store_integer(type, is_added ? a + b : a - b, element_at(sum, 0));
    return {.scalar = load_integer(type, element_at(sum, 0))};
  }

  Value run_loop(const Instruction& loop, Value state) {
    const auto body = *attribute_of<ComputationId>(loop, AttributeKey::kBody);
    const auto condition = *attribute_of<ComputationId>(loop, AttributeKey::kCondition);
    const auto stated = stated_trips(loop);
    for (std::int64_t trip = 0; left_ > 0; ++trip) {
      const auto goes_on = run(condition, {state}).scalar;
      const std::int64_t most = stated.value_or(guess_);
      if (!stated && goes_on ? *goes_on == 0 : trip >= most) return state;
      state = run(body, {std::move(state)});
    }
    return {};
  }

  Value run_others(const Instruction& one) {
    if (one.opcode == Opcode::kAsyncDone || one.opcode == Opcode::kAsyncUpdate) return {};
    const auto called = called_computations(one);
    for (const ComputationId c : std::set<ComputationId>(called.begin(), called.end())) {
      run(c, Values(module_[c].parameters.size()));
    }
    return {};
  }

  const Module& module_;
  std::int64_t guess_;
  std::int64_t left_ = kMostRuns;
  std::vector<std::int64_t> runs_;
};

}  // namespace

std::optional<std::vector<std::int64_t>> simulated_runs(const Module& module, std::int64_t guess) {
  return Simulation(module, guess).count();
}

}  // namespace tileglot::hlo::pass
