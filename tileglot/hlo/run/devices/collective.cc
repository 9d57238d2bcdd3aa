// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/collective.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/devices/collective_groups.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/hlo/run/operation/shape_operations.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;
using Members = std::span<const std::vector<ArrayOperand>>;
/// One operand's result for each member.
using Results = std::vector<Elements>;

/// The operations that move parts along dimensions={d}.
std::size_t dimension_of(const Instruction& instruction) {
  return static_cast<std::size_t>(integers_of(instruction, AttributeKey::kDimensions)[0]);
}

bool is_split(const Instruction& instruction) {
  return !integers_of(instruction, AttributeKey::kDimensions).empty();
}

const Pairs& pairs_of(const Instruction& instruction) {
  static const Pairs none;
  const auto* const pairs = attribute_of<Pairs>(instruction, AttributeKey::kSourceTargetPairs);
  return pairs == nullptr ? none : *pairs;
}

/// Checks one instruction's shapes and attributes against a number of members.
class CollectiveCheck {
 public:
  CollectiveCheck(const Module& module, InstructionId id, std::size_t members)
      : module_(module),
        id_(id),
        instruction_(module[id]),
        opcode_(started_operation(instruction_.opcode)),
        members_(static_cast<std::int64_t>(members)) {}

  core::Status check() const {
    TILEGLOT_TRY_STATUS(check_count());
    if (opcode_ == Opcode::kCollectivePermute) TILEGLOT_TRY_STATUS(check_pairs());
    if (opcode_ == Opcode::kAllToAll && !is_split(instruction_)) {
      TILEGLOT_TRY_STATUS(check_tuple());
    }
    for (std::size_t i = 0; i < operands(); ++i) TILEGLOT_TRY_STATUS(check_operand(i));
    return {};
  }

 private:
  core::Status refuse(const std::string& what) const {
    return core::fail(bad_groups(module_, id_, what));
  }
  std::size_t operands() const { return module_.operands(id_).size(); }
  const Shape& operand(std::size_t i) const { return module_.shape_of(module_.operand(id_, i)); }
  const Shape& result() const { return exchanged_shape(module_, id_); }
  const Shape& result(std::size_t i) const {
    return is_array(result()) ? result() : result().elements[i];
  }

  core::Status check_count() const {
    const std::size_t results = is_array(result()) ? 1 : result().elements.size();
    if (operands() > 0 && results == operands()) return {};
    return refuse(fmt::format("{} operands and {} results", operands(), results));
  }

  core::Status check_tuple() const {
    const bool alike = std::ranges::all_of(module_.operands(id_), [&](InstructionId each) {
      return module_.shape_of(each).dimensions == operand(0).dimensions &&
             module_.shape_of(each).type == operand(0).type;
    });
    if (alike && static_cast<std::int64_t>(operands()) == members_) return {};
    return refuse(fmt::format("{} operands for groups of {}: one of the same shape goes to each",
                              operands(), members_));
  }

  core::Status check_pairs() const {
    std::array<std::vector<std::int64_t>, 2> ends;
    for (const auto& [source, target] : pairs_of(instruction_)) {
      const bool there = std::min(source, target) >= 0 && std::max(source, target) < members_;
      if (!there) {
        return refuse(fmt::format("the pair {{{},{}}} names one that is not there, of {}", source,
                                  target, members_));
      }
      ends[0].push_back(source);
      ends[1].push_back(target);
    }
    for (auto& list : ends) {
      std::ranges::sort(list);
      const auto again = std::ranges::adjacent_find(list);
      if (again == list.end()) continue;
      return refuse(fmt::format("{} is the {} of two pairs", *again,
                                &list == &ends[0] ? "source" : "target"));
    }
    return {};
  }

  core::Status check_operand(std::size_t i) const {
    const bool arrays = is_array(operand(i)) && is_array(result(i));
    if (arrays && operand(i).type == result(i).type && fits(i)) return {};
    return refuse(fmt::format("{} in groups of {} does not give {}", print(operand(i)), members_,
                              print(result(i))));
  }

  bool fits(std::size_t i) const {
    const Extents from = extents_of(operand(i));
    const Extents to = extents_of(result(i));
    if (from.size() != to.size()) return false;
    switch (opcode_) {
      case Opcode::kAllGather: return is_wider(from, to);
      case Opcode::kReduceScatter: return is_wider(to, from);
      case Opcode::kAllToAll: return from == to && (!is_split(instruction_) || splits(from));
      default: return from == to;
    }
  }

  /// The dimension, if there is one and the arrays have it.
  std::optional<std::size_t> along(std::size_t rank) const {
    const Ints& dimensions = integers_of(instruction_, AttributeKey::kDimensions);
    if (dimensions.size() != 1 || dimensions[0] < 0) return std::nullopt;
    const auto dimension = static_cast<std::size_t>(dimensions[0]);
    return dimension < rank ? std::optional(dimension) : std::nullopt;
  }

  /// `wide` is members_ times `narrow` along the dimension.
  bool is_wider(Extents narrow, const Extents& wide) const {
    const auto dimension = along(narrow.size());
    if (!dimension) return false;
    narrow[*dimension] = core::saturating_mul(narrow[*dimension], members_);
    return narrow == wide;
  }

  bool splits(const Extents& extents) const {
    const auto dimension = along(extents.size());
    return dimension && operands() == 1 && extents[*dimension] % members_ == 0;
  }

  const Module& module_;
  InstructionId id_;
  const Instruction& instruction_;
  Opcode opcode_;
  std::int64_t members_;
};

/// One operand position of one group.
class Exchange {
 public:
  Exchange(const Applying& applying, InstructionId id, Members members, std::size_t operand)
      : applying_(applying),
        instruction_((*applying.module)[id]),
        members_(members),
        operand_(operand) {}

  core::Result<Results> results() const {
    switch (started_operation(instruction_.opcode)) {
      case Opcode::kAllReduce: return reduced_for_all();
      case Opcode::kAllGather: return for_all(joined_parts(whole_parts()));
      case Opcode::kReduceScatter: return scattered();
      case Opcode::kAllToAll: return is_split(instruction_) ? transposed_parts() : taken();
      case Opcode::kCollectiveBroadcast: return for_all(of(0));
      default: return permuted();
    }
  }

 private:
  std::size_t count() const { return members_.size(); }
  const Elements& of(std::size_t member) const { return members_[member][operand_].elements; }
  const Extents& extents() const { return members_[0][operand_].extents; }
  Results for_all(const Elements& elements) const { return Results(count(), elements); }

  core::Result<Elements> reduced() const {
    const ComputationId computation =
        *attribute_of<ComputationId>(instruction_, AttributeKey::kToApply);
    const PrimitiveType type = of(0).type;
    TILEGLOT_TRY(combiner, Combiner::of(applying_, computation, std::span(&type, 1)));
    std::vector<std::int64_t> places(of(0).size());
    std::iota(places.begin(), places.end(), std::int64_t{0});
    std::vector<Elements> totals{of(0)};
    for (std::size_t member = 1; member < count(); ++member) {
      const Elements* const value = &of(member);
      TILEGLOT_TRY_STATUS(combiner.fold_apart(totals, places, std::span(&value, 1), places));
    }
    round_to_type(totals[0]);
    return std::move(totals[0]);
  }

  core::Result<Results> reduced_for_all() const {
    TILEGLOT_TRY(total, reduced());
    return for_all(total);
  }

  /// Part k of an array that is cut into as many parts as there are members.
  Elements part(const Elements& all, std::size_t k) const {
    const std::size_t d = dimension_of(instruction_);
    Extents sizes = extents();
    sizes[d] /= static_cast<std::int64_t>(count());
    Extents starts(sizes.size());
    starts[d] = sizes[d] * static_cast<std::int64_t>(k);
    return slice_at(all, extents(), starts, sizes);
  }

  core::Result<Results> scattered() const {
    TILEGLOT_TRY(total, reduced());
    Results results;
    results.reserve(count());
    for (std::size_t k = 0; k < count(); ++k) results.push_back(part(total, k));
    return results;
  }

  std::vector<Part> whole_parts() const {
    std::vector<Part> parts;
    parts.reserve(count());
    for (std::size_t k = 0; k < count(); ++k) parts.push_back({&of(k), extents()});
    return parts;
  }

  Elements joined_parts(const std::vector<Part>& parts) const {
    const std::size_t d = dimension_of(instruction_);
    Extents all = parts[0].extents;
    all[d] *= static_cast<std::int64_t>(parts.size());
    return concatenated(parts, d, all);
  }

  Results transposed_parts() const {
    Extents sizes = extents();
    sizes[dimension_of(instruction_)] /= static_cast<std::int64_t>(count());
    Results results;
    results.reserve(count());
    for (std::size_t to = 0; to < count(); ++to) {
      Results pieces;
      std::vector<Part> parts;
      pieces.reserve(count());
      parts.reserve(count());
      for (std::size_t from = 0; from < count(); ++from) {
        parts.push_back({&pieces.emplace_back(part(of(from), to)), sizes});
      }
      results.push_back(joined_parts(parts));
    }
    return results;
  }

  /// Result i of member k is operand k of member i.
  Results taken() const {
    Results results;
    results.reserve(count());
    for (std::size_t k = 0; k < count(); ++k) results.push_back(members_[operand_][k].elements);
    return results;
  }

  Results permuted() const {
    Results results = for_all(zeros(of(0).type, of(0).size()));
    for (const auto& [source, target] : pairs_of(instruction_)) {
      results[static_cast<std::size_t>(target)] = of(static_cast<std::size_t>(source));
    }
    return results;
  }

  const Applying& applying_;
  const Instruction& instruction_;
  Members members_;
  std::size_t operand_;
};

}  // namespace

const Shape& exchanged_shape(const Module& module, InstructionId id) {
  const Shape& shape = module.shape_of(id);
  const Opcode opcode = module[id].opcode;
  const bool has_operands =
      opcode == Opcode::kAllGatherStart || opcode == Opcode::kCollectivePermuteStart;
  return has_operands && shape.elements.size() >= 2 ? shape.elements[1] : shape;
}

core::Status check_collective(const Module& module, InstructionId id, std::size_t members) {
  return CollectiveCheck(module, id, members).check();
}

core::Result<std::vector<std::vector<Elements>>> exchanged(const Applying& applying,
                                                           InstructionId id, Members members) {
  std::vector<std::vector<Elements>> all(members.size());
  for (std::size_t operand = 0; operand < members[0].size(); ++operand) {
    TILEGLOT_TRY(results, Exchange(applying, id, members, operand).results());
    for (std::size_t k = 0; k < members.size(); ++k) all[k].push_back(std::move(results[k]));
  }
  return all;
}

}  // namespace tileglot::hlo::run
