// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/reduce.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/hlo/run/operation/window_places.h"

namespace tileglot::hlo::run {
namespace {

std::vector<PrimitiveType> types_of(std::span<const Elements* const> operands) {
  std::vector<PrimitiveType> types;
  types.reserve(operands.size());
  for (const Elements* operand : operands) types.push_back(operand->type);
  return types;
}

std::vector<Elements> first_totals(const Reduction& reduction, std::int64_t n) {
  std::vector<Elements> totals;
  totals.reserve(reduction.initial.size());
  for (const Elements* initial : reduction.initial) {
    totals.push_back(repeated(*initial, static_cast<std::size_t>(n)));
  }
  return totals;
}

std::vector<std::int64_t> numbers_up_to(std::int64_t n) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(n));
  std::iota(result.begin(), result.end(), std::int64_t{0});
  return result;
}

std::vector<Elements> rounded(std::vector<Elements> totals) {
  for (Elements& total : totals) round_to_type(total);
  return totals;
}

/// The box of the dimensions for which `wanted` holds.
template <class Predicate>
StridedBox part_of(const Extents& extents, Predicate wanted) {
  const Extents strides = row_major_strides(extents);
  StridedBox box;
  box.extents.reserve(extents.size());
  box.strides.reserve(extents.size());
  for (std::size_t k = 0; k < extents.size(); ++k) {
    if (!wanted(static_cast<std::int64_t>(k))) continue;
    box.extents.push_back(extents[k]);
    box.strides.push_back(strides[k]);
  }
  return box;
}

/// Folds one value into every total at a time: each total takes its values in order.
core::Status fold_all(const Combiner& combiner, const Reduction& reduction, const StridedBox& kept,
                      const StridedBox& folded, std::vector<Elements>& totals) {
  const std::vector<std::int64_t> firsts = places(kept);
  const std::vector<std::int64_t> steps = places(folded);
  const std::vector<std::int64_t> into = numbers_up_to(static_cast<std::int64_t>(firsts.size()));
  std::vector<std::int64_t> from(firsts.size());
  for (const std::int64_t step : steps) {
    std::ranges::transform(firsts, from.begin(), [step](std::int64_t p) { return p + step; });
    TILEGLOT_TRY_STATUS(combiner.fold_apart(totals, into, reduction.operands, from));
  }
  return {};
}

/// The elements that one position of a window covers, as numbers in the window's order.
std::vector<std::int64_t> covered_elements(const Window& window, const Extents& extents,
                                           const Extents& strides, const Extents& position) {
  std::vector<std::int64_t> result;
  const Extents sizes = window_sizes(window);
  Extents place(sizes.size(), 0);
  do {
    if (const auto element = covered(window, extents, strides, position, place)) {
      result.push_back(*element);
    }
  } while (next_coordinate(sizes, place));
  return result;
}

/// One place of the window at every position.
core::Status fold_place(const Combiner& combiner, const Reduction& reduction, const Window& window,
                        const Extents& place, const Extents& result,
                        std::vector<Elements>& totals) {
  const Extents strides = row_major_strides(reduction.extents);
  std::vector<std::int64_t> into;
  std::vector<std::int64_t> from;
  into.reserve(totals[0].size());
  from.reserve(totals[0].size());
  Extents position(result.size(), 0);
  std::int64_t number = 0;
  do {
    if (const auto element = covered(window, reduction.extents, strides, position, place)) {
      into.push_back(number);
      from.push_back(*element);
    }
    ++number;
  } while (next_coordinate(result, position));
  return combiner.fold_apart(totals, into, reduction.operands, from);
}

/// The selected element of the window: the first, unless `select` prefers a later one.
core::Result<std::optional<std::int64_t>> winner(const ScalarFunction& select,
                                                 const Elements& operand,
                                                 std::span<const std::int64_t> window) {
  std::optional<std::int64_t> best;
  for (const std::int64_t next : window) {
    if (!best) {
      best = next;
      continue;
    }
    const std::vector<Elements> pair = {gathered(operand, std::span(&*best, 1)),
                                        gathered(operand, std::span(&next, 1))};
    TILEGLOT_TRY(keeps, select(pair));
    if (keeps.size() != 1 || keeps[0].type != PrimitiveType::kPred) {
      return core::fail({.code = "run.operands",
                         .message = "what select-and-scatter selects by does not give a pred",
                         .help = "compare the two elements"});
    }
    if (integer_at(keeps[0], 0) == 0) best = next;
  }
  return best;
}

}  // namespace

core::Result<std::vector<Elements>> reduced(const Applying& applying, const Reduction& reduction,
                                            const Extents& dimensions) {
  const auto is_folded = [&](std::int64_t k) { return std::ranges::count(dimensions, k) > 0; };
  const StridedBox kept = part_of(reduction.extents, [&](auto k) { return !is_folded(k); });
  const StridedBox folded = part_of(reduction.extents, is_folded);
  TILEGLOT_TRY(combiner,
               Combiner::of(applying, reduction.computation, types_of(reduction.operands)));
  std::vector<Elements> totals = first_totals(reduction, size_of(kept.extents));
  if (size_of(reduction.extents) == 0) return totals;
  TILEGLOT_TRY_STATUS(fold_all(combiner, reduction, kept, folded, totals));
  return rounded(std::move(totals));
}

core::Result<std::vector<Elements>> window_reduced(const Applying& applying,
                                                   const Reduction& reduction, const Window& window,
                                                   const Extents& result) {
  TILEGLOT_TRY(combiner,
               Combiner::of(applying, reduction.computation, types_of(reduction.operands)));
  std::vector<Elements> totals = first_totals(reduction, size_of(result));
  if (size_of(result) == 0) return totals;
  const Extents sizes = window_sizes(window);
  Extents place(sizes.size(), 0);
  do {
    // Places that cover nothing still cost their search.
    TILEGLOT_TRY_STATUS(applying.budget->spend(core::saturating_add(size_of(result), 64)));
    TILEGLOT_TRY_STATUS(fold_place(combiner, reduction, window, place, result, totals));
  } while (next_coordinate(sizes, place));
  return rounded(std::move(totals));
}

core::Result<Elements> selected_and_scattered(const Applying& applying, const Selection& selection,
                                              const Window& window) {
  const PrimitiveType type = selection.operand->type;
  TILEGLOT_TRY(combiner, Combiner::of(applying, selection.scatter, std::span(&type, 1)));
  const ScalarFunction select(applying, selection.select);
  const Extents strides = row_major_strides(selection.extents);
  std::vector<std::int64_t> into;
  std::vector<std::int64_t> from;
  Extents position(selection.source_extents.size(), 0);
  for (std::int64_t i = 0; i < size_of(selection.source_extents); ++i) {
    TILEGLOT_TRY_STATUS(applying.budget->spend(size_of(window_sizes(window))));
    const auto elements = covered_elements(window, selection.extents, strides, position);
    TILEGLOT_TRY(place, winner(select, *selection.operand, elements));
    if (place) {
      into.push_back(*place);
      from.push_back(i);
    }
    next_coordinate(selection.source_extents, position);
  }
  std::vector<Elements> totals = {
      repeated(*selection.initial, static_cast<std::size_t>(size_of(selection.extents)))};
  const Elements* source = selection.source;
  TILEGLOT_TRY_STATUS(combiner.fold(totals, into, std::span(&source, 1), from));
  return rounded(std::move(totals))[0];
}

}  // namespace tileglot::hlo::run
