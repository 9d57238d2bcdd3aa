// SPDX-License-Identifier: Apache-2.0
// Scatters.
//
// A scatter has arrays of three kinds, each with its own order: operands (and results), updates,
// and indices. update_window_dims lists, for each dimension of the operand that no other list
// names, the corresponding one of the updates. Renumbered, that list is in the order of the
// operand's places, so its numbers need not be ascending; XLA's ScatterSimplifier fixes that
// afterwards. The other dimensions of the updates are those of the indices, in order: both must end
// up in the same order. If that order changes, indices that were sorted no longer are; updates of
// one place, which HLO applies in any order, may come in another.
//
// Example  An f32[8,6,5]{0,1,2} whose dimension 0 is inserted, updates f32[7,6,5]{0,1,2} with the
//          window {1,2}: f32[5,6,8] and f32[5,6,7], the window is {0,1}, inserted is dimension 2.
//          [tests: hlo/pass/normalize/layouts_test.cc, "scatters are renumbered"]
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_error.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/rules.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

bool are_distinct_below(Ints list, std::size_t bound) {
  std::ranges::sort(list);
  const bool are_distinct = std::ranges::adjacent_find(list) == list.end();
  return are_distinct && (list.empty() || (list.front() >= 0 && std::cmp_less(list.back(), bound)));
}

bool holds(const Ints& list, std::int64_t d) { return std::ranges::count(list, d) > 0; }

Ints joined(Ints a, const Ints& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The dimensions below `rank` that the list leaves out, in order.
Ints others(const Ints& list, std::size_t rank) {
  Ints result;
  for (std::int64_t d = 0; std::cmp_less(d, rank); ++d) {
    if (!holds(list, d)) result.push_back(d);
  }
  return result;
}

Ints through(const core::Permutation& places, Ints list) {
  for (std::int64_t& d : list) d = places[static_cast<std::size_t>(d)];
  return list;
}

/// The ranks of numbers that are all different: {7,2,5} is {2,0,1}.
Ints ranks_of(const Ints& numbers) {
  Ints result;
  result.reserve(numbers.size());
  for (const std::int64_t n : numbers) {
    result.push_back(std::ranges::count_if(numbers, [n](std::int64_t m) { return m < n; }));
  }
  return result;
}

class Scatter {
 public:
  Scatter(const LayoutNormalizer& normalizer, InstructionId id)
      : normalizer_(normalizer), id_(id), own_(normalizer.module()[id]) {}

  bool has_arrays() const {
    if (own_.operand_count < 3 || own_.operand_count % 2 == 0) return false;
    for (std::size_t i = 0; i < own_.operand_count; ++i) {
      if (!is_array(shape(i))) return false;
    }
    return true;
  }

  /// Checks that all dimension numbers exist, each once, and that lists that belong together match
  /// in size.
  bool numbers_fit() const {
    const Ints dropped = joined(inserted(), batching());
    return are_distinct_below(dropped, rank(operand())) &&
           are_distinct_below(mapped(), rank(operand())) &&
           are_distinct_below(window(), rank(updates())) &&
           are_distinct_below(indices_batching(), rank(indices())) &&
           window().size() + dropped.size() == rank(operand()) &&
           batching().size() == indices_batching().size() && vector_dimension() >= 0 &&
           std::cmp_less_equal(vector_dimension(), rank(indices()));
  }

  bool operands_lie_as_results() const {
    const xla::Shape& result = normalizer_.shape(id_);
    for (std::size_t i = 0; i < count(); ++i) {
      if (!have_one_order(shape(i), is_array(result) ? result : result.elements[i])) return false;
    }
    return true;
  }

  /// Whether there is a normal form: all updates in one order, which is also that of the indices.
  bool orders_fit() const {
    for (std::size_t i = 0; i < count(); ++i) {
      if (!have_one_order(shape(i), operand())) return false;
      if (!have_one_order(shape(count() + 1 + i), updates())) return false;
    }
    const Ints of_updates = others(window(), rank(updates()));
    const Ints of_indices = others({vector_dimension()}, rank(indices()));
    return ranks_of(through(places(updates()), of_updates)) ==
           ranks_of(through(places(indices()), of_indices));
  }

  std::vector<Attribute> normalized_attributes() const {
    const core::Permutation to = places(operand());
    Ints now_inserted = through(to, inserted());
    std::ranges::sort(now_inserted);
    std::vector<Attribute> result{{AttributeKey::kUpdateWindowDims, normalized_window()},
                                  {AttributeKey::kInsertedWindowDims, std::move(now_inserted)},
                                  {AttributeKey::kScatterDimsToOperandDims, through(to, mapped())},
                                  {AttributeKey::kIndexVectorDim, normalized_vector_dimension()}};
    if (!batching().empty()) add_batching(result);
    const bool are_sorted = flag_of(own_, AttributeKey::kIndicesAreSorted);
    if (are_sorted && !keeps_order_of_indices()) {
      result.push_back({AttributeKey::kIndicesAreSorted, false});
    }
    return result;
  }

 private:
  std::size_t count() const { return own_.operand_count / 2; }
  const xla::Shape& shape(std::size_t i) const { return normalizer_.operand_shape(id_, i); }
  const xla::Shape& operand() const { return shape(0); }
  const xla::Shape& indices() const { return shape(count()); }
  const xla::Shape& updates() const { return shape(count() + 1); }
  const Ints& window() const { return integers_of(own_, AttributeKey::kUpdateWindowDims); }
  const Ints& inserted() const { return integers_of(own_, AttributeKey::kInsertedWindowDims); }
  const Ints& mapped() const { return integers_of(own_, AttributeKey::kScatterDimsToOperandDims); }
  const Ints& batching() const { return integers_of(own_, AttributeKey::kInputBatchingDims); }
  const Ints& indices_batching() const {
    return integers_of(own_, AttributeKey::kScatterIndicesBatchingDims);
  }
  std::int64_t vector_dimension() const { return integer_of(own_, AttributeKey::kIndexVectorDim); }

  /// The number after the last dimension means that the vectors have one element.
  std::int64_t normalized_vector_dimension() const {
    const bool is_there = std::cmp_less(vector_dimension(), rank(indices()));
    return is_there ? through(places(indices()), {vector_dimension()})[0] : vector_dimension();
  }

  bool keeps_order_of_indices() const {
    return std::ranges::is_sorted(
        through(places(indices()), others({vector_dimension()}, rank(indices()))));
  }

  /// For each dimension of the normal operand, in order, the one of the normal updates along it.
  Ints normalized_window() const {
    const Ints kept = others(joined(inserted(), batching()), rank(operand()));
    const core::Permutation to = places(updates());
    Ints result;
    for (const std::int64_t d : order(operand())) {
      const auto found = std::ranges::find(kept, d);
      if (found == kept.end()) continue;
      const auto k = static_cast<std::size_t>(found - kept.begin());
      result.push_back(to[static_cast<std::size_t>(window()[k])]);
    }
    return result;
  }

  /// Pairs of operand and indices, in the order of the operand's places.
  void add_batching(std::vector<Attribute>& result) const {
    const Ints of_operand = through(places(operand()), batching());
    const Ints of_indices = through(places(indices()), indices_batching());
    const core::Permutation sorted = core::inverse(ranks_of(of_operand));
    result.push_back({AttributeKey::kInputBatchingDims, core::permute(of_operand, sorted)});
    result.push_back(
        {AttributeKey::kScatterIndicesBatchingDims, core::permute(of_indices, sorted)});
  }

  const LayoutNormalizer& normalizer_;
  InstructionId id_;
  const Instruction& own_;
};

}  // namespace

core::Result<bool> normalize_scatter(LayoutNormalizer& normalizer, InstructionId id) {
  const Scatter scatter(normalizer, id);
  if (!scatter.has_arrays() || !scatter.numbers_fit()) return false;
  if (!scatter.operands_lie_as_results()) {
    return core::fail(layout_error(normalizer.module()[id], kReadsInAnotherOrder));
  }
  if (!scatter.orders_fit()) return false;
  std::vector<Attribute> changed = scatter.normalized_attributes();
  normalizer.replace(id, normalizer.inputs(id), std::move(changed));
  return true;
}

}  // namespace tileglot::hlo::pass
