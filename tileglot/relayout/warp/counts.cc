// SPDX-License-Identifier: Apache-2.0
// counts.cc: computes the cost of a plan from its instructions.
#include "tileglot/relayout/warp/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tileglot::relayout::warp {
namespace {

constexpr int kWordBits = 32;

/// The permutes that make one word of parts of others: none if it equals one of them, else one for
/// each two words.
std::int64_t permutes(std::span<const Part> words) {
  std::set<int> from;
  bool in_place = true;
  for (std::size_t k = 0; k < words.size(); ++k) {
    from.insert(words[k].reg);
    in_place = in_place && words[k].part == static_cast<int>(k);
  }
  if (from.size() == 1 && in_place) return 0;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(from.size()) - 1);
}

/// Packs elements smaller than a word, several to a word, in the order of their registers.
std::vector<Part> in_words(std::span<const Part> inputs, int elements) {
  std::vector<Part> result;
  for (const Part& p : inputs) result.push_back({p.reg / elements, p.reg % elements});
  return result;
}

class Counter {
 public:
  explicit Counter(const Plan& plan) : plan_(plan) {
    for (const Instruction& i : plan.instructions)
      std::visit([this](const auto& instruction) { add(instruction); }, i);
    counts_.shared_bytes = plan.shared_elements * plan.bits / 8;
    for (std::size_t i = 0; i < plan.results.size(); ++i)
      if (plan.results[i] != Part{static_cast<int>(i), 0}) ++counts_.registers_moved;
    count_unpacking();
  }
  Counts counts() && { return std::move(counts_); }

 private:
  void add(const Pack& i) {
    packed_ = std::max(packed_, static_cast<int>(i.parts.size()));
    counts_.byte_permutes += permutes(in_words(i.parts, static_cast<int>(i.parts.size())));
  }
  void add(const Select& /*one*/) { ++counts_.selects; }
  void add(const Shuffle& /*one*/) { counts_.shuffles += std::max(1, plan_.bits / kWordBits); }
  void add(const Access& i) {
    auto& kinds = i.direction == Direction::kLoad ? counts_.shared_loads : counts_.shared_stores;
    ++kinds[kind_of(i, plan_.bits)];
  }
  void add(const Barrier& i) {
    if (i.scope == Scope::kWarp) ++counts_.warp_barriers;
    if (i.scope == Scope::kBlock) ++counts_.cta_barriers;
    if (i.scope == Scope::kCluster) ++counts_.cluster_barriers;
  }

  /// Results are packed into words again.
  void count_unpacking() {
    const auto size = static_cast<std::size_t>(packed_);
    if (size == 1) return;
    const std::span<const Part> results(plan_.results);
    for (std::size_t i = 0; i + size <= results.size(); i += size)
      counts_.byte_permutes += permutes(results.subspan(i, size));
  }

  const Plan& plan_;
  Counts counts_;
  int packed_ = 1;
};

}  // namespace

std::string kind_of(const Access& access, int bits) {
  const bool load = access.direction == Direction::kLoad;
  const auto elements = static_cast<int>(access.elements.size());
  if (access.kind == AccessKind::kVector)
    return fmt::format("{}{}.{}", access.of_other_blocks ? "cluster_" : "", load ? "ld" : "st",
                       elements * bits);
  return fmt::format("{}.x{}{}", load ? "ldmatrix" : "stmatrix", elements * bits / kWordBits,
                     access.kind == AccessKind::kTransposedMatrix ? ".trans" : "");
}

Counts counts(const Plan& plan) { return Counter(plan).counts(); }

}  // namespace tileglot::relayout::warp
