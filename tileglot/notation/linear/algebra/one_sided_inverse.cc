// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/one_sided_inverse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/f2_span.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/algebra/complement.h"
#include "tileglot/notation/linear/dimensions/concatenate.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

core::F2Solver solver_of(const Layout& layout) {
  core::F2Solver solver;
  for (const std::uint64_t column : layout.columns()) solver.insert(column);
  return solver;
}

/// A nonzero flat input whose output is 0, if any.
std::optional<std::uint64_t> cancelling_input(const Layout& layout) {
  core::F2Solver before;
  for (int j = 0; j < layout.in_bits(); ++j) {
    if (const auto sum = before.solve(layout.column(j))) return *sum | (std::uint64_t{1} << j);
    before.insert(layout.column(j));
  }
  return std::nullopt;
}

core::Error not_injective(const Layout& layout, std::uint64_t input) {
  std::vector<std::uint64_t> at;
  for (const Dimension& in : layout.ins()) at.push_back(part_of(input, in));
  return {
      {.code = "linear.not_injective",
       .message = "the layout has an output twice, so no layout tells its inputs from one another",
       .help = "right_inverse takes the smallest input of each output",
       .witness = fmt::format("input ({}) and input 0 have output 0", fmt::join(at, ","))}};
}

}  // namespace

Result<Layout> right_inverse(const Layout& layout) {
  TILEGLOT_TRY_STATUS(require_one_output(layout));
  const core::F2Solver solver = solver_of(layout);
  core::SmallVector<std::uint64_t, kMaxBits> columns;
  for (int i = 0; i < layout.out_bits(); ++i) {
    const auto input = solver.solve(std::uint64_t{1} << i);
    if (!input) break;
    columns.push_back(*input);
  }
  Layout result;
  for (const Dimension& in : layout.ins()) result.add_out(in.name, in.bits);
  result.add_in(layout.outs().front().name, {columns.data(), columns.size()});
  return result;
}

Result<Layout> left_inverse(const Layout& layout) {
  TILEGLOT_TRY_STATUS(require_one_output(layout));
  if (const auto input = cancelling_input(layout)) return fail(not_injective(layout, *input));
  if (layout.in_bits() == layout.out_bits()) return right_inverse(layout);
  TILEGLOT_TRY(rest, complement(layout, layout.outs().front().size()));
  TILEGLOT_TRY(whole, concat_ins(layout, rest));
  return right_inverse(whole);
}

}  // namespace tileglot::notation::linear
