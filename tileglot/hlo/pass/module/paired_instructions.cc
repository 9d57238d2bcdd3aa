// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/paired_instructions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/computation.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/structure.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

/// Rounds of steps 2 to 4; each ends earlier once it finds nothing.
constexpr int kMostRounds = 8;

using Ids = std::vector<InstructionId>;

std::uint64_t number_of(std::string_view text) { return std::hash<std::string_view>{}(text); }

/// One of the two modules.
struct Side {
  explicit Side(const Module& of) : module(of), structure(structure_of(of)) {}

  std::uint64_t name(InstructionId id) const { return number_of(module[id].name); }
  std::uint64_t layout(InstructionId id) const {
    return number_of(notation::xla::print(module.shape_of(id)));
  }
  std::uint64_t local(InstructionId id) const { return structure.local[index_of(id)]; }
  std::uint64_t own(InstructionId id) const { return structure.own[index_of(id)]; }
  std::uint64_t use(InstructionId id) const { return structure.use[index_of(id)]; }
  InstructionId source(InstructionId id) const { return structure.source[index_of(id)]; }
  /// Copies by what they copy, and nothing else by it.
  std::uint64_t kind(InstructionId id) const {
    return is_copy(module, id) ? joined(own(id), structure.value[index_of(id)]) : own(id);
  }

  const Module& module;
  Structure structure;
};

using Key = std::uint64_t (*)(const Side& side, InstructionId id);

/// In the order in which they are tried.
constexpr std::array<Key, 6> kStructuralKeys{
    [](const Side& side, InstructionId id) {
      return joined(joined(side.kind(id), side.use(id)), side.name(id));
    },
    [](const Side& side, InstructionId id) {
      return joined(joined(side.kind(id), side.use(id)), side.layout(id));
    },
    [](const Side& side, InstructionId id) { return joined(side.kind(id), side.use(id)); },
    [](const Side& side, InstructionId id) { return joined(side.kind(id), side.name(id)); },
    [](const Side& side, InstructionId id) { return joined(side.kind(id), side.layout(id)); },
    [](const Side& side, InstructionId id) { return side.kind(id); }};

class Pairing {
 public:
  Pairing(const Module& before, const Module& after) : before_(before), after_(after) {
    result_.before_of.resize(after.instruction_bound());
    result_.after_of.resize(before.instruction_bound());
    is_taken_before_.resize(before.computation_count());
    is_taken_after_.resize(after.computation_count());
  }

  PairedInstructions pair() {
    pair_later(before_.module.entry(), after_.module.entry());
    pair_waiting();
    pair_computations_by([this](ComputationId id) { return structure_of_before(id); },
                         [this](ComputationId id) { return structure_of_after(id); });
    pair_computations_by([this](ComputationId id) { return number_of(before_.module[id].name); },
                         [this](ComputationId id) { return number_of(after_.module[id].name); });
    return std::move(result_);
  }

 private:
  std::uint64_t structure_of_before(ComputationId id) const {
    return before_.structure.computations[index_of(id)];
  }
  std::uint64_t structure_of_after(ComputationId id) const {
    return after_.structure.computations[index_of(id)];
  }

  /// Computations that nothing which is paired calls.
  template <class BeforeKey, class AfterKey>
  void pair_computations_by(const BeforeKey& before_key, const AfterKey& after_key) {
    std::unordered_map<std::uint64_t, std::deque<ComputationId>> left;
    for (const ComputationId id : before_.module.computations()) {
      if (!is_taken_before_[index_of(id)]) left[before_key(id)].push_back(id);
    }
    for (const ComputationId id : after_.module.computations()) {
      if (is_taken_after_[index_of(id)]) continue;
      const auto found = left.find(after_key(id));
      if (found == left.end() || found->second.empty()) continue;
      pair_later(found->second.front(), id);
      found->second.pop_front();
    }
    pair_waiting();
  }

  void pair_later(ComputationId before, ComputationId after) {
    if (is_taken_before_[index_of(before)] || is_taken_after_[index_of(after)]) return;
    is_taken_before_[index_of(before)] = true;
    is_taken_after_[index_of(after)] = true;
    waiting_.emplace_back(before, after);
  }

  void pair_waiting() {
    while (!waiting_.empty()) {
      const auto [before, after] = waiting_.front();
      waiting_.pop_front();
      pair_computation(before, after);
    }
  }

  void pair_computation(ComputationId before, ComputationId after) {
    collect(before, after);
    for (const Key key : kStructuralKeys) {
      pair_equal([&](InstructionId id) { return key(before_, id); },
                 [&](InstructionId id) { return std::optional(key(after_, id)); });
    }
    pair_if_alike(before_.source(*before_.module[before].root),
                  after_.source(*after_.module[after].root));
    for (int round = 0; round < kMostRounds; ++round) {
      const std::size_t count = count_;
      pair_above_operands();
      pair_operands(after);
      pair_by_name();
      if (count_ == count) break;
    }
    pair_called(after);
  }

  void collect(ComputationId before, ComputationId after) {
    left_before_.clear();
    left_after_.clear();
    for (const InstructionId id : before_.module.instructions(before)) left_before_.push_back(id);
    for (const InstructionId id : after_.module.instructions(after)) left_after_.push_back(id);
  }

  void pair_up(InstructionId before, InstructionId after) {
    result_.after_of[index_of(before)] = after;
    result_.before_of[index_of(after)] = before;
    ++count_;
  }

  bool is_left_before(InstructionId id) const { return !result_.after_of[index_of(id)]; }
  bool is_left_after(InstructionId id) const { return !result_.before_of[index_of(id)]; }

  void drop_paired() {
    std::erase_if(left_before_, [this](InstructionId id) { return !is_left_before(id); });
    std::erase_if(left_after_, [this](InstructionId id) { return !is_left_after(id); });
  }

  /// Those with equal keys, in order. A later key of `after` may depend on earlier pairs.
  template <class BeforeKey, class AfterKey>
  void pair_equal(const BeforeKey& before_key, const AfterKey& after_key) {
    std::unordered_map<std::uint64_t, std::deque<InstructionId>> known;
    for (const InstructionId id : left_before_) known[before_key(id)].push_back(id);
    for (const InstructionId id : left_after_) {
      const std::optional<std::uint64_t> key = after_key(id);
      if (!key) continue;
      const auto found = known.find(*key);
      if (found == known.end() || found->second.empty()) continue;
      pair_up(found->second.front(), id);
      found->second.pop_front();
    }
    drop_paired();
  }

  /// The operation and, by their numbers in `before`, its operands.
  std::uint64_t over_operands(InstructionId before) const {
    std::uint64_t sum = before_.local(before);
    for (const InstructionId operand : before_.module.operands(before)) {
      sum = joined(sum, index_of(before_.source(operand)));
    }
    return sum;
  }

  std::optional<std::uint64_t> over_paired_operands(InstructionId after) const {
    std::uint64_t sum = after_.local(after);
    if (after_.module.operands(after).empty()) return std::nullopt;
    for (const InstructionId operand : after_.module.operands(after)) {
      const auto& paired = result_.before_of[index_of(after_.source(operand))];
      if (!paired) return std::nullopt;
      sum = joined(sum, index_of(*paired));
    }
    return sum;
  }

  void pair_above_operands() {
    pair_equal([this](InstructionId id) { return over_operands(id); },
               [this](InstructionId id) { return over_paired_operands(id); });
  }

  void pair_if_alike(InstructionId before, InstructionId after) {
    if (!is_left_before(before) || !is_left_after(after)) return;
    const auto& shape = before_.module.shape_of(before);
    const auto& other = after_.module.shape_of(after);
    const bool is_alike = before_.module[before].opcode == after_.module[after].opcode &&
                          notation::xla::print(shape, notation::xla::LayoutText::kHidden) ==
                              notation::xla::print(other, notation::xla::LayoutText::kHidden);
    if (is_alike) pair_up(before, after);
  }

  /// From the root downward: users come before what they use.
  void pair_operands(ComputationId after) {
    Ids order;
    for (const InstructionId id : after_.module.instructions(after)) order.push_back(id);
    for (std::size_t i = order.size(); i-- > 0;) {
      const auto& before = result_.before_of[index_of(order[i])];
      if (before) pair_operands(*before, order[i]);
    }
    drop_paired();
  }

  void pair_operands(InstructionId before, InstructionId after) {
    const auto of_before = before_.module.operands(before);
    const auto of_after = after_.module.operands(after);
    if (of_before.size() != of_after.size()) return;
    for (std::size_t i = 0; i < of_before.size(); ++i) {
      pair_if_alike(before_.source(of_before[i]), after_.source(of_after[i]));
    }
  }

  static std::uint64_t name_key(const Side& side, InstructionId id) {
    return joined(side.name(id), static_cast<std::uint64_t>(side.module[id].opcode));
  }

  void pair_by_name() {
    pair_equal(
        [this](InstructionId id) {
          // A copy's name says nothing about what it copies.
          return is_copy(before_.module, id) ? 0 : name_key(before_, id);
        },
        [this](InstructionId id) -> std::optional<std::uint64_t> {
          if (is_copy(after_.module, id)) return std::nullopt;
          return name_key(after_, id);
        });
  }

  void pair_called(ComputationId after) {
    for (const InstructionId id : after_.module.instructions(after)) {
      const auto& before = result_.before_of[index_of(id)];
      if (!before) continue;
      const auto from = called_computations(before_.module[*before]);
      const auto to = called_computations(after_.module[id]);
      for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) pair_later(from[i], to[i]);
    }
  }

  Side before_;
  Side after_;
  PairedInstructions result_ = {};
  std::vector<bool> is_taken_before_ = {};  ///< by computation
  std::vector<bool> is_taken_after_ = {};
  std::deque<std::pair<ComputationId, ComputationId>> waiting_ = {};
  Ids left_before_ = {};  ///< of the computations that are being paired
  Ids left_after_ = {};
  std::size_t count_ = 0;
};

}  // namespace

PairedInstructions paired_instructions(const Module& before, const Module& after) {
  return Pairing(before, after).pair();
}

}  // namespace tileglot::hlo::pass
