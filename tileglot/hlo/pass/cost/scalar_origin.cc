// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/scalar_origin.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
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

constexpr int kMostSteps = 4096;
/// Sums of sums and loops in loops are followed so deep.
constexpr int kMostDepth = 32;

/// A leaf of a value, and the calls that it is inside of.
struct Point {
  InstructionId id = {};
  LeafPath path = {};
  std::vector<InstructionId> calls = {};
};

class Following {
 public:
  explicit Following(const Module& module) : module_(module) {}

  std::optional<ScalarOrigin> origin(Point at, int depth) {
    while (steps_left_-- > 0) {
      const Instruction& one = module_[at.id];
      switch (one.opcode) {
        case Opcode::kConstant: return constant(at);
        case Opcode::kAdd:
        case Opcode::kSubtract: return sum(at, depth);
        case Opcode::kParameter:
          if (at.calls.empty()) return leaf(at);
          leave_call(at);
          break;
        default:
          if (!step(at, depth)) return std::nullopt;
      }
    }
    return std::nullopt;
  }

  bool is_passed_on(InstructionId loop, const LeafPath& path, int depth) {
    if (depth >= kMostDepth) return false;
    const auto body = *attribute_of<ComputationId>(module_[loop], AttributeKey::kBody);
    const auto next = origin({.id = *module_[body].root, .path = path}, depth + 1);
    return next && *next == ScalarOrigin{.leaf = ParameterLeaf{.parameter = 0, .path = path}};
  }

 private:
  /// Goes to what the value is made of, if it is a part of it or the same.
  bool step(Point& at, int depth) {
    switch (module_[at.id].opcode) {
      case Opcode::kGetTupleElement:
        at.path.insert(at.path.begin(), integer_of(module_[at.id], AttributeKey::kIndex));
        return go_to_operand(at, 0);
      case Opcode::kTuple: return enter_tuple(at);
      case Opcode::kFusion:
      case Opcode::kCall:
        at.calls.push_back(at.id);
        at.id = *module_[called_computations(module_[at.id])[0]].root;
        return true;
      case Opcode::kWhile: return is_passed_on(at.id, at.path, depth) && go_to_operand(at, 0);
      case Opcode::kAddDependency:
      case Opcode::kBitcast:
      case Opcode::kCopy:
      case Opcode::kOptBarrier:
      case Opcode::kReshape: return keeps_type(at) && go_to_operand(at, 0);
      default: return false;
    }
  }

  bool go_to_operand(Point& at, std::size_t number) const {
    at.id = module_.operand(at.id, number);
    return true;
  }

  bool enter_tuple(Point& at) const {
    if (at.path.empty()) return false;
    const auto number = static_cast<std::size_t>(at.path.front());
    at.path.erase(at.path.begin());
    return go_to_operand(at, number);
  }

  bool keeps_type(const Point& at) const {
    return module_.shape_of(at.id).type == module_.shape_of(module_.operand(at.id, 0)).type;
  }

  std::int64_t number_of(const Point& parameter) const {
    return integer_of(module_[parameter.id], AttributeKey::kParameterNumber);
  }

  ScalarOrigin leaf(const Point& at) const {
    return {.leaf = ParameterLeaf{.parameter = number_of(at), .path = at.path}};
  }

  void leave_call(Point& at) const {
    const auto number = static_cast<std::size_t>(number_of(at));
    at.id = at.calls.back();
    at.calls.pop_back();
    go_to_operand(at, number);
  }

  std::optional<ScalarOrigin> constant(const Point& at) const {
    const auto* const literal =
        attribute_of<Shared<Literal>>(module_[at.id], AttributeKey::kLiteral);
    if (literal == nullptr || (*literal)->elided || !at.path.empty()) return std::nullopt;
    const bool is_integer = notation::xla::is_integral((*literal)->type);
    if (!is_integer || element_count(**literal) != 1) return std::nullopt;
    const std::int64_t value = load_integer((*literal)->type, element_at(**literal, 0));
    const bool is_beyond_int64 =
        (*literal)->type == notation::xla::PrimitiveType::kU64 && value < 0;
    return is_beyond_int64 ? std::nullopt : std::optional(ScalarOrigin{.offset = value});
  }

  std::optional<ScalarOrigin> sum(const Point& at, int depth) {
    if (depth >= kMostDepth || !at.path.empty()) return std::nullopt;
    const bool is_added = module_[at.id].opcode == Opcode::kAdd;
    const auto a = origin({.id = module_.operand(at.id, 0), .calls = at.calls}, depth + 1);
    const auto b = origin({.id = module_.operand(at.id, 1), .calls = at.calls}, depth + 1);
    if (!a || !b || (b->leaf && (a->leaf || !is_added))) return std::nullopt;
    const auto offset = is_added ? core::checked_add(a->offset, b->offset)
                                 : core::checked_sub(a->offset, b->offset);
    if (!offset) return std::nullopt;
    return ScalarOrigin{.leaf = a->leaf ? a->leaf : b->leaf, .offset = *offset};
  }

  const Module& module_;
  int steps_left_ = kMostSteps;
};

}  // namespace

std::optional<ScalarOrigin> origin_of(const Module& module, InstructionId id, LeafPath path) {
  return Following(module).origin({.id = id, .path = std::move(path)}, 0);
}

std::optional<ScalarOrigin> origin_within(const Module& module, InstructionId id,
                                          std::vector<InstructionId> calls) {
  return Following(module).origin({.id = id, .calls = std::move(calls)}, 0);
}

bool is_passed_on(const Module& module, InstructionId loop, const LeafPath& path) {
  return Following(module).is_passed_on(loop, path, 0);
}

}  // namespace tileglot::hlo::pass
