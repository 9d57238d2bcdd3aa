// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/values.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/error.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"

namespace tileglot::bridge {
namespace {

/// The next coordinate; the last dimension is the fastest, or the first.
void advance(std::vector<std::int64_t>& x, const std::vector<std::int64_t>& extents,
             bool first_fastest) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t k = first_fastest ? i : x.size() - 1 - i;
    if (++x[k] < extents[k]) return;
    x[k] = 0;
  }
}

template <class OffsetOf>
void fill(Values& values, const std::vector<std::int64_t>& extents, std::int64_t at_most,
          bool first_fastest, OffsetOf offset_of) {
  std::vector<std::int64_t> x(extents.size(), 0);
  for (std::int64_t n = std::min(values.size, at_most); n > 0; --n) {
    values.offsets.push_back(offset_of(x));
    advance(x, extents, first_fastest);
  }
}

}  // namespace

core::Result<Values> values_of(const AnyLayout& layout, std::int64_t at_most, Via via) {
  const Notation notation = notation_of(layout);
  const bool first_fastest = notation == Notation::kCute || notation == Notation::kLinear;
  if (via == Via::kNotation) {
    TILEGLOT_TRY(evaluator, Evaluator::of(layout));
    Values values{evaluator.size(), evaluator.codomain_size()};
    const std::vector<std::int64_t> extents(evaluator.extents().begin(), evaluator.extents().end());
    fill(values, extents, at_most, first_fastest,
         [&](const auto& x) { return evaluator.offset(x); });
    return values;
  }
  TILEGLOT_TRY(map, to_map(layout));
  Values values{map.size(), map.codomain_size()};
  std::vector<std::int64_t> extents;
  for (const map::Dim& dim : map.domain()) extents.push_back(dim.extent);
  const map::Evaluator evaluator(map);
  fill(values, extents, at_most, first_fastest, [&](const auto& x) { return evaluator(x); });
  return values;
}

}  // namespace tileglot::bridge
