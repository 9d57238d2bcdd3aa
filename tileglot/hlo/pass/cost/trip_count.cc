// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/trip_count.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
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
#include "tileglot/hlo/pass/cost/counted_loop.h"
#include "tileglot/hlo/pass/cost/scalar_origin.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::pass {
namespace {

/// Constants are followed out of so many loops and calls.
constexpr int kMostAround = 64;
/// Copies and fusions around the comparison.
constexpr int kMostWrapped = 16;

/// The comparison that a condition returns, and the fusions that it is inside of.
struct Comparison {
  InstructionId id = {};
  std::vector<InstructionId> calls = {};
};

/// One side of the comparison in trip number k: start + offset + k * step.
struct Progress {
  std::int64_t start = 0;
  std::int64_t step = 0;
  std::int64_t offset = 0;
};

class Counting {
 public:
  Counting(const Module& module, const Callers& callers, InstructionId loop)
      : module_(module), callers_(callers), loop_(loop) {}

  std::optional<std::int64_t> trips() const {
    if (is_never_true()) return 0;
    const auto comparison = comparison_of(computation(AttributeKey::kCondition));
    if (!comparison) return std::nullopt;
    const notation::xla::PrimitiveType type =
        module_.shape_of(module_.operand(comparison->id, 0)).type;
    if (!notation::xla::is_integral(type)) return std::nullopt;
    const auto left = progress(*comparison, 0);
    const auto right = progress(*comparison, 1);
    if (!left || !right) return std::nullopt;
    const std::string_view direction = text_of(module_[comparison->id], AttributeKey::kDirection);
    if (right->step == 0) return counted(*left, *right, direction, type);
    if (left->step == 0) return counted(*right, *left, mirrored_direction(direction), type);
    return std::nullopt;
  }

 private:
  static std::optional<std::int64_t> counted(const Progress& counter, const Progress& constant,
                                             std::string_view direction,
                                             notation::xla::PrimitiveType type) {
    const auto bound = core::checked_add(constant.start, constant.offset);
    if (!bound) return std::nullopt;
    return trips_of({.start = counter.start,
                     .step = counter.step,
                     .offset = counter.offset,
                     .direction = direction,
                     .bound = *bound,
                     .type = type});
  }

  ComputationId computation(AttributeKey key) const {
    return *attribute_of<ComputationId>(module_[loop_], key);
  }
  InstructionId root_of(AttributeKey key) const { return *module_[computation(key)].root; }

  bool is_never_true() const {
    const auto* const literal = attribute_of<Shared<Literal>>(
        module_[root_of(AttributeKey::kCondition)], AttributeKey::kLiteral);
    return literal != nullptr && !(*literal)->elided && element_count(**literal) == 1 &&
           load_integer((*literal)->type, element_at(**literal, 0)) == 0;
  }

  std::optional<Comparison> comparison_of(ComputationId condition) const {
    Comparison at{.id = *module_[condition].root};
    for (int i = 0; i < kMostWrapped; ++i) {
      switch (module_[at.id].opcode) {
        case Opcode::kCompare: return at;
        case Opcode::kBitcast:
        case Opcode::kCopy: at.id = module_.operand(at.id, 0); break;
        case Opcode::kCall:
        case Opcode::kFusion:
          at.calls.push_back(at.id);
          at.id = *module_[called_computations(module_[at.id])[0]].root;
          break;
        default: return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::optional<Progress> progress(const Comparison& comparison, std::size_t side) const {
    const auto origin =
        origin_within(module_, module_.operand(comparison.id, side), comparison.calls);
    if (!origin) return std::nullopt;
    if (!origin->leaf) return Progress{.start = origin->offset};
    const LeafPath& path = origin->leaf->path;
    const auto next = origin_of(module_, root_of(AttributeKey::kBody), path);
    if (!next || next->leaf != origin->leaf) return std::nullopt;
    const auto start = constant_at(module_.operand(loop_, 0), path);
    if (!start) return std::nullopt;
    return Progress{.start = *start, .step = next->offset, .offset = origin->offset};
  }

  /// Follows the value out of the computations that it is passed into.
  std::optional<std::int64_t> constant_at(InstructionId id, LeafPath path) const {
    std::int64_t offset = 0;
    for (int i = 0; i < kMostAround; ++i) {
      const ComputationId inside = module_[id].computation;
      const auto origin = origin_of(module_, id, std::move(path));
      const auto sum = origin ? core::checked_add(offset, origin->offset) : std::nullopt;
      if (!sum || !origin->leaf) return sum;
      offset = *sum;
      const auto passed = passed_into(inside, *origin->leaf);
      if (!passed) return std::nullopt;
      id = *passed;
      path = origin->leaf->path;
    }
    return std::nullopt;
  }

  /// The value that the only caller gives for the parameter, in every run the same.
  std::optional<InstructionId> passed_into(ComputationId inside, const ParameterLeaf& leaf) const {
    const auto& callers = callers_[index_of(inside)];
    if (callers.size() != 1) return std::nullopt;
    const InstructionId caller = callers[0];
    const auto number = static_cast<std::size_t>(leaf.parameter);
    switch (module_[caller].opcode) {
      case Opcode::kCall: return module_.operand(caller, number);
      case Opcode::kWhile:
        if (!is_passed_on(module_, caller, leaf.path)) return std::nullopt;
        return module_.operand(caller, 0);
      case Opcode::kConditional: return passed_to_branch(caller, inside);
      default: return std::nullopt;
    }
  }

  /// Nothing where two branches are one computation: each gives it an operand of its own.
  std::optional<InstructionId> passed_to_branch(InstructionId conditional,
                                                ComputationId branch) const {
    const auto branches = called_computations(module_[conditional]);
    if (std::ranges::count(branches, branch) != 1) return std::nullopt;
    const auto found = std::ranges::find(branches, branch);
    return module_.operand(conditional, static_cast<std::size_t>(found - branches.begin()) + 1);
  }

  const Module& module_;
  const Callers& callers_;
  InstructionId loop_;
};

}  // namespace

std::optional<std::int64_t> known_trip_count(std::string_view backend_config) {
  constexpr std::array<std::string_view, 2> kKeys{"\"known_trip_count\":{\"n\":",
                                                  "\"knownTripCount\":{\"n\":"};
  std::string text;
  std::ranges::copy_if(backend_config, std::back_inserter(text),
                       [](char c) { return c != '\\' && c != ' ' && c != '\n' && c != '\t'; });
  for (const std::string_view key : kKeys) {
    const std::size_t at = text.find(key);
    if (at == std::string::npos) continue;
    std::string_view number = std::string_view(text).substr(at + key.size());
    if (number.starts_with('"')) number.remove_prefix(1);
    std::int64_t trips = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), trips);
    if (error == std::errc() && trips >= 0) return trips;
  }
  return std::nullopt;
}

std::optional<TripCount> trip_count(const Module& module, const Callers& callers,
                                    InstructionId loop) {
  const auto known = known_trip_count(text_of(module[loop], AttributeKey::kBackendConfig));
  if (known) return TripCount{.trips = *known, .source = TripSource::kBackendConfig};
  const auto trips = Counting(module, callers, loop).trips();
  if (!trips) return std::nullopt;
  return TripCount{.trips = *trips, .source = TripSource::kCondition};
}

}  // namespace tileglot::hlo::pass
