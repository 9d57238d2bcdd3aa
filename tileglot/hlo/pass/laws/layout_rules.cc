// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/layout_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/laws/simulated_runs.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

std::int64_t sum(std::int64_t a, std::int64_t b) { return core::saturating_add(a, b); }

/// The order in which an operand must be read: a fixed one, or one that follows from a slot's.
struct MustRead {
  enum class From : std::uint8_t { kFixed, kAlike, kBroadcast, kFewerDimensions, kMoreDimensions };
  From from = From::kAlike;
  SlotOrder fixed = {};
  std::size_t slot = 0;
  std::vector<std::int64_t> dimensions = {};  ///< of the broadcast, ascending
};

SlotOrder order_read(const MustRead& must, const SlotOrders& orders) {
  if (must.from == MustRead::From::kFixed) return must.fixed;
  SlotOrder order = orders[must.slot];
  const auto rank = std::ssize(order);
  switch (must.from) {
    case MustRead::From::kFewerDimensions:  // the operand lacks the last dimension of the result
      std::erase(order, rank - 1);
      return order;
    case MustRead::From::kMoreDimensions: order.insert(order.begin(), rank); return order;
    case MustRead::From::kBroadcast: {
      SlotOrder kept;
      for (const std::int64_t d : order) {
        const auto at = std::ranges::find(must.dimensions, d);
        if (at != must.dimensions.end()) kept.push_back(at - must.dimensions.begin());
      }
      return kept;
    }
    default: return order;
  }
}

xla::Shape in_order(xla::Shape shape, const SlotOrder& order) {
  shape.layout->minor_to_major = order;
  return shape;
}

/// Every order of `rank` dimensions.
std::vector<SlotOrder> every_order(std::size_t rank) {
  SlotOrder order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::vector<SlotOrder> result;
  do {
    result.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

/// Groups of arrays that have the same layout.
class Groups {
 public:
  std::size_t add() {
    above_.push_back(above_.size());
    return above_.size() - 1;
  }
  std::size_t root(std::size_t a) const {
    while (above_[a] != a) a = above_[a];
    return a;
  }
  void join(std::size_t a, std::size_t b) { above_[root(a)] = root(b); }
  std::size_t size() const { return above_.size(); }

 private:
  std::vector<std::size_t> above_ = {};
};

/// An array that is read: its maker, and its layout apart from the order.
struct Lying {
  xla::Shape shape = {};
  std::optional<std::size_t> slot = {};  ///< nothing where there is one order only
};

class Rules {
 public:
  Rules(const Module& module, const UnwrittenAssignment& decided, const MandatoryLayouts& mandatory,
        std::int64_t guess)
      : module_(module),
        decided_(decided),
        problem_(*decided.assignment.problem),
        values_(problem_.values()),
        mandatory_(mandatory),
        runs_(*simulated_runs(module, guess)) {
    const std::vector<bool> is_fused = fused_computations(module);
    for (const ComputationId id : module.computations()) {
      if (!is_fused[index_of(id)]) computations_.push_back(id);
    }
  }

  LayoutRules made() {
    for (const ComputationId c : computations_) number_values(c);
    number_result(module_.entry());
    for_each([&](InstructionId id) { number_called(id); });
    for_each([&](InstructionId id) { join_results(id); });
    join_aliases();
    make_slots();
    for_each([&](InstructionId id) { add_terms(id); });
    for (const auto& [key, node] : results_) add_result_term(key.first, key.second, node);
    return std::move(rules_);
  }

 private:
  using ResultKey = std::pair<ComputationId, Position>;

  template <class Visit>
  void for_each(const Visit& visit) {
    for (const ComputationId c : computations_) {
      for (const InstructionId id : module_.instructions(c)) visit(id);
    }
  }

  bool has_a_kernel(InstructionId id) const {
    constexpr std::array kKernels{Opcode::kConvolution, Opcode::kBatchNormTraining,
                                  Opcode::kBatchNormInference, Opcode::kBatchNormGrad};
    return std::ranges::find(kKernels, at(id).opcode) != kKernels.end();
  }

  bool has_order(const xla::Shape& shape) const { return is_array(shape) && rank(shape) >= 2; }
  const Instruction& at(InstructionId id) const { return module_[id]; }
  InstructionId parameter(ComputationId c, std::size_t i) const { return module_[c].parameters[i]; }
  const LeafLayouts& given_result() const { return decided_.computations->given().result; }

  // --- slots ---

  std::size_t node_with(std::size_t rank, const SlotOrder& first) {
    const std::size_t node = groups_.add();
    ranks_.push_back(rank);
    firsts_.push_back(first);
    return node;
  }

  void number_values(ComputationId c) {
    for (const InstructionId id : module_.instructions(c)) {
      for (const Position p : problem_.tree(id).arrays()) {
        const ValueId value = values_.place(id, p);
        if (!values_.is_source(value) || !has_order(values_.shape(value))) continue;
        nodes_[value] = node_with(rank(values_.shape(value)), first_order(value));
        if (mandatory_.values[index_of(value)] || has_a_kernel(id)) fix(nodes_[value]);
      }
    }
  }

  const xla::Layout& first_layout(ValueId value) const {
    return problem_.layouts().at(decided_.assignment.constraints->layout_of(values_.source(value)));
  }
  SlotOrder first_order(ValueId value) const { return first_layout(value).minor_to_major; }

  /// The result of a computation is a separate choice: the root may be copied to it.
  void number_result(ComputationId c) {
    const InstructionId root = *module_[c].root;
    for_each_ordered_leaf(root, [&](Position p) {
      if (results_.contains({c, p})) return;
      const ValueId made = values_.place(root, p);
      const auto& first = decided_.computations->of(c).result[p];
      const bool is_as_made = c == module_.entry() && is_never_copied();
      const SlotOrder order =
          first && !is_as_made ? problem_.layouts().order(*first) : first_order(made);
      const std::size_t node = node_with(order.size(), order);
      results_[{c, p}] = node;
      if (c == module_.entry()) number_entry_result(node, p);
    });
  }

  /// XLA leaves all of the entry's result as it was made if a leaf of it is open and others are
  /// not.
  bool is_never_copied() const {
    return decided_.computations->any_given() && !decided_.computations->result_is_given();
  }

  /// An open leaf keeps the layout it is made in, unless it takes a parameter's memory. A request
  /// that XLA accepts is a need.
  void number_entry_result(std::size_t node, Position p) {
    const InstructionId root = *module_[module_.entry()].root;
    if (decided_.computations->result_is_given()) return fix(node);
    const bool is_aliased = std::ranges::any_of(
        module_.header.aliases,
        [&](const InputOutputAlias& alias) { return problem_.tree(root).find(alias.output) == p; });
    const auto& requested = given_result()[p];
    if (requested && problem_.layouts().order(*requested) == firsts_[node]) return fix(node);
    if (is_never_copied() || !is_aliased) join(node, node_of(values_.place(root, p)));
  }

  void number_called(InstructionId id) {
    for (const ComputationId c : controlled(id)) number_result(c);
  }

  /// The computations whose results this instruction returns.
  std::vector<ComputationId> controlled(InstructionId id) const {
    switch (at(id).opcode) {
      case Opcode::kCall:
      case Opcode::kConditional: return called_computations(at(id));
      case Opcode::kWhile: return {*attribute_of<ComputationId>(at(id), AttributeKey::kBody)};
      default: return {};
    }
  }

  std::size_t node_of(ValueId place) const { return nodes_.at(values_.source(place)); }
  /// Two aliases that the assignment could not make agree stay as they are.
  void join(std::size_t a, std::size_t b) {
    if (firsts_[a] == firsts_[b]) return groups_.join(a, b);
    fix(a);
    fix(b);
  }
  void fix(std::size_t node) { fixed_.push_back(node); }

  template <class Visit>
  void for_each_ordered_leaf(InstructionId id, const Visit& visit) const {
    for (const Position p : problem_.tree(id).arrays()) {
      if (has_order(problem_.tree(id).shape(p))) visit(p);
    }
  }

  void join_results(InstructionId id) {
    for (const ComputationId c : controlled(id)) {
      for_each_ordered_leaf(
          id, [&](Position p) { join(node_of(values_.place(id, p)), results_.at({c, p})); });
    }
    if (at(id).opcode == Opcode::kWhile) return join_loop(id);
    if (!controlled(id).empty() || problem_.can_change_layout(id)) return;
    std::map<std::size_t, std::size_t> by_rank;
    for_each_ordered_leaf(id, [&](Position p) {
      const ValueId value = values_.place(id, p);
      if (!values_.is_source(value)) return;
      const std::size_t node = node_of(value);
      join(node, by_rank.try_emplace(ranks_[node], node).first->second);
    });
  }

  void join_loop(InstructionId id) {
    const auto body = *attribute_of<ComputationId>(at(id), AttributeKey::kBody);
    const auto condition = *attribute_of<ComputationId>(at(id), AttributeKey::kCondition);
    for_each_ordered_leaf(id, [&](Position p) {
      const std::size_t state = node_of(values_.place(id, p));
      join(state, node_of(values_.place(parameter(body, 0), p)));
      join(state, node_of(values_.place(parameter(condition, 0), p)));
    });
  }

  void join_aliases() {
    const ComputationId entry = module_.entry();
    for (const InputOutputAlias& alias : module_.header.aliases) {
      const auto number = static_cast<std::size_t>(alias.parameter);
      if (number >= module_[entry].parameters.size()) continue;
      const InstructionId from = parameter(entry, number);
      const auto p = problem_.tree(from).find(alias.index);
      const auto q = problem_.tree(*module_[entry].root).find(alias.output);
      if (!p || !q || !results_.contains({entry, *q}) ||
          !has_order(problem_.tree(from).shape(*p))) {
        continue;
      }
      const bool is_given = decided_.computations->given().parameters[number][*p].has_value();
      if (is_given && given_result()[*q]) continue;
      join(node_of(values_.place(from, *p)), results_.at({entry, *q}));
    }
  }

  void make_slots() {
    std::map<std::size_t, std::size_t> by_root;
    for (std::size_t node = 0; node < groups_.size(); ++node) {
      const auto [found, is_new] = by_root.try_emplace(groups_.root(node), rules_.slots.size());
      slot_of_node_.push_back(found->second);
      if (is_new) {
        rules_.slots.push_back({.rank = ranks_[node], .decided = firsts_[node]});
      } else {
        ++rules_.slots[found->second].arrays;
      }
    }
    for (const std::size_t node : fixed_) rules_.slots[slot_of_node_[node]].is_fixed = true;
  }

  // --- terms ---

  std::size_t slot_of(ValueId place) const { return slot_of_node_[node_of(place)]; }

  Lying lying(InstructionId id, Position p) const {
    const ValueId place = values_.place(id, p);
    Lying result{.shape = values_.shape(place)};
    result.shape.layout = first_layout(place);
    if (has_order(result.shape)) result.slot = slot_of(place);
    return result;
  }

  static xla::Shape as_it_lies(const Lying& lying, const SlotOrders& orders) {
    return lying.slot ? in_order(lying.shape, orders[*lying.slot]) : lying.shape;
  }

  static MustRead alike(std::size_t slot) { return {.slot = slot}; }

  /// The order in which it is read after the assignment, if that is a need.
  std::optional<SlotOrder> needed_order(InstructionId user, std::size_t number, Position p) const {
    const OperandId operand = problem_.operand(user, number);
    const LeafLayouts& needed = mandatory_.operands[index_of(operand)];
    const bool is_needed = !needed.empty() && needed[p];
    if (!is_needed && !has_a_kernel(user)) return std::nullopt;
    if (!decided_.assignment.constraints->operand(operand).is_set) {
      return first_order(values_.place(module_.operand(user, number), p));
    }
    return problem_.layouts().order(*decided_.assignment.constraints->leaves_of(operand)[p]);
  }

  std::vector<MustRead> must_read(InstructionId user, std::size_t number, Position p) const {
    std::vector<MustRead> result;
    if (auto needed = needed_order(user, number, p)) {
      result.push_back({.from = MustRead::From::kFixed, .fixed = *std::move(needed)});
    }
    const auto add_alike = [&](InstructionId id) {
      result.push_back(alike(slot_of(values_.place(id, p))));
    };
    switch (at(user).opcode) {
      case Opcode::kCall: add_alike(parameter(called_computations(at(user))[0], number)); break;
      case Opcode::kWhile: add_alike(user); break;
      case Opcode::kConditional:
        if (number > 0) add_alike(parameter(called_computations(at(user))[number - 1], 0));
        break;
      case Opcode::kBroadcast: result.push_back(through_broadcast(user)); break;
      default: add_by_rank(result, user, number); break;
    }
    add_shared_memory(result, user, number);
    return result;
  }

  MustRead through_broadcast(InstructionId user) const {
    MustRead result{.from = MustRead::From::kBroadcast,
                    .slot = slot_of(values_.place(user, 0)),
                    .dimensions = integers_of(at(user), AttributeKey::kDimensions)};
    std::ranges::sort(result.dimensions);
    return result;
  }

  void add_by_rank(std::vector<MustRead>& result, InstructionId user, std::size_t number) const {
    if (problem_.can_change_layout(user)) return;
    const InstructionId operand = module_.operand(user, number);
    if (!problem_.is_array(operand)) return;
    const std::size_t own_rank = problem_.rank(operand);
    if (at(user).opcode == Opcode::kBitcastConvert && own_rank != problem_.rank(user)) {
      if (problem_.rank(user) < 2) return;
      result.push_back({.from = own_rank < problem_.rank(user) ? MustRead::From::kFewerDimensions
                                                               : MustRead::From::kMoreDimensions,
                        .slot = slot_of(values_.place(user, 0))});
      return;
    }
    for (const Position p : problem_.tree(user).arrays()) {
      const ValueId value = values_.place(user, p);
      if (rank(values_.shape(value)) != own_rank || !values_.is_source(value)) continue;
      result.push_back(alike(slot_of(value)));
      return;
    }
  }

  void add_shared_memory(std::vector<MustRead>& result, InstructionId user,
                         std::size_t number) const {
    const auto* const aliases =
        attribute_of<OperandAliases>(at(user), AttributeKey::kOutputToOperandAliasing);
    if (aliases == nullptr) return;
    for (const OperandAlias& alias : *aliases) {
      const auto p = problem_.tree(user).find(alias.output);
      if (!std::cmp_equal(alias.operand, number) || !alias.index.empty() || !p) continue;
      if (has_order(problem_.tree(user).shape(*p))) {
        result.push_back(alike(slot_of(values_.place(user, *p))));
      }
    }
  }

  void add_terms(InstructionId id) {
    if (at(id).opcode == Opcode::kReduce) return add_reduction(id);
    const auto operands = module_.operands(id);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (passes_on(module_, id, i)) continue;
      for_each_ordered_leaf(operands[i], [&](Position p) { add_reading(id, i, p); });
    }
    if (moves_by_itself(id)) add_move(id);
  }

  bool moves_by_itself(InstructionId id) const {
    const Opcode opcode = at(id).opcode;
    return (opcode == Opcode::kCopy && problem_.is_array(id)) || opcode == Opcode::kReshape ||
           opcode == Opcode::kDynamicReshape || opcode == Opcode::kTranspose;
  }

  static void add_slot(std::set<std::size_t>& slots, const MustRead& must) {
    if (must.from != MustRead::From::kFixed) slots.insert(must.slot);
  }

  using Cost = std::function<std::int64_t(const SlotOrders&)>;

  /// What it costs in every run of the computation that it is in.
  void add_term(ComputationId inside, const std::set<std::size_t>& slots, const Cost& cost) {
    const std::int64_t runs = runs_[index_of(inside)];
    rules_.terms.push_back(
        {.slots = {slots.begin(), slots.end()}, .cost = [cost, runs](const SlotOrders& orders) {
           const std::int64_t once = cost(orders);
           return once == kForbidden ? kForbidden : core::saturating_mul(once, runs);
         }});
  }

  /// A copy if the operand has another order; all requirements on it must agree.
  void add_reading(InstructionId user, std::size_t number, Position p) {
    const std::vector<MustRead> musts = must_read(user, number, p);
    if (musts.empty()) return;
    const Lying value = lying(module_.operand(user, number), p);
    std::set<std::size_t> slots;
    if (value.slot) slots.insert(*value.slot);
    for (const MustRead& must : musts) add_slot(slots, must);
    add_term(at(user).computation, slots, [value, musts](const SlotOrders& orders) {
      const SlotOrder wanted = order_read(musts[0], orders);
      for (const MustRead& must : musts) {
        if (order_read(must, orders) != wanted) return kForbidden;
      }
      return moved_between(as_it_lies(value, orders), in_order(value.shape, wanted)).total();
    });
  }

  /// The cost of a copy, a reshape or a transpose of its operand.
  void add_move(InstructionId id) {
    const Lying value = lying(module_.operand(id, 0), 0);
    const Lying result = lying(id, 0);
    std::vector<MustRead> musts;
    if (value.slot) musts = must_read(id, 0, 0);
    std::set<std::size_t> slots;
    if (value.slot) slots.insert(*value.slot);
    if (result.slot) slots.insert(*result.slot);
    for (const MustRead& must : musts) add_slot(slots, must);
    std::vector<std::int64_t> permutation;
    if (at(id).opcode == Opcode::kTranspose) {
      permutation = integers_of(at(id), AttributeKey::kDimensions);
    }
    add_term(at(id).computation, slots, [=](const SlotOrders& orders) {
      xla::Shape read = as_it_lies(value, orders);
      if (!musts.empty()) read = in_order(read, order_read(musts[0], orders));
      if (!permutation.empty()) read = *permute_dimensions(permutation, read);
      return moved_between(read, as_it_lies(result, orders)).total();
    });
  }

  struct Added {
    Lying value = {};
    std::optional<SlotOrder> needed = {};
  };

  /// All are read in one order, the one that costs least.
  void add_reduction(InstructionId id) {
    const std::size_t count = at(id).operand_count / 2;
    std::set<std::size_t> slots;
    std::vector<Added> all;
    for (std::size_t i = 0; i < count; ++i) {
      const InstructionId operand = module_.operand(id, i);
      if (!has_order(problem_.tree(operand).shape(0))) return;
      Added one{.value = lying(operand, 0), .needed = needed_order(id, i, 0)};
      slots.insert(*one.value.slot);
      all.push_back(std::move(one));
    }
    add_term(at(id).computation, slots, [all](const SlotOrders& orders) {
      std::int64_t least = kForbidden;
      for (const SlotOrder& read : every_order(rank(all[0].value.shape))) {
        std::int64_t cost = 0;
        for (const Added& one : all) cost = sum(cost, reduction_cost(one, read, orders));
        least = std::min(least, cost);
      }
      return least;
    });
  }

  static std::int64_t reduction_cost(const Added& one, const SlotOrder& read,
                                     const SlotOrders& orders) {
    if (one.needed && *one.needed != read) return kForbidden;
    return moved_between(as_it_lies(one.value, orders), in_order(one.value.shape, read)).total();
  }

  void add_result_term(ComputationId c, Position p, std::size_t node) {
    const Lying value = lying(*module_[c].root, p);
    const std::size_t slot = slot_of_node_[node];
    add_term(c, {*value.slot, slot}, [value, slot](const SlotOrders& orders) {
      return moved_between(as_it_lies(value, orders), in_order(value.shape, orders[slot])).total();
    });
  }

  const Module& module_;
  const UnwrittenAssignment& decided_;
  const Problem& problem_;
  const Values& values_;
  const MandatoryLayouts& mandatory_;
  std::vector<std::int64_t> runs_;
  std::vector<ComputationId> computations_ = {};
  Groups groups_ = {};
  std::vector<std::size_t> ranks_ = {};
  std::vector<SlotOrder> firsts_ = {};
  std::map<ValueId, std::size_t> nodes_ = {};
  std::map<ResultKey, std::size_t> results_ = {};
  std::vector<std::size_t> fixed_ = {};
  std::vector<std::size_t> slot_of_node_ = {};
  LayoutRules rules_ = {};
};

}  // namespace

SlotOrders LayoutRules::decided() const {
  SlotOrders result;
  result.reserve(slots.size());
  for (const LayoutSlot& slot : slots) result.push_back(slot.decided);
  return result;
}

std::int64_t LayoutRules::cost(const SlotOrders& orders) const {
  std::int64_t result = 0;
  for (const LayoutTerm& term : terms) result = sum(result, term.cost(orders));
  return result;
}

LayoutRules layout_rules(const Module& module, const UnwrittenAssignment& decided,
                         const MandatoryLayouts& mandatory, std::int64_t guess) {
  return Rules(module, decided, mandatory, guess).made();
}

}  // namespace tileglot::hlo::pass
