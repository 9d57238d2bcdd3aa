// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/matrix_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"

namespace tileglot::hlo::pass {
namespace {

using Dimensions = std::vector<std::int64_t>;

bool holds(const Dimensions& list, std::int64_t d) {
  return std::ranges::find(list, d) != list.end();
}

/// Where the group begins, counted from the major end; nothing if it is not adjacent.
std::optional<std::int64_t> begin_of(const Dimensions& major_to_minor, const Dimensions& group) {
  const auto at =
      std::search(major_to_minor.begin(), major_to_minor.end(), group.begin(), group.end());
  if (at == major_to_minor.end() && !group.empty()) return std::nullopt;
  return std::distance(major_to_minor.begin(), at);
}

Dimensions counted(std::size_t begin, std::size_t count) {
  Dimensions result(count);
  std::iota(result.begin(), result.end(), static_cast<std::int64_t>(begin));
  return result;
}

}  // namespace

bool is_matrix_layout(const Dimensions& minor_to_major, const MatrixRoles& roles) {
  const Dimensions major_to_minor(minor_to_major.rbegin(), minor_to_major.rend());
  const auto batch = begin_of(major_to_minor, roles.batch);
  if (!batch || !begin_of(major_to_minor, roles.rows) || !begin_of(major_to_minor, roles.columns)) {
    return false;
  }
  const bool is_all = roles.batch.size() == major_to_minor.size();
  const bool is_most_minor =
      *batch + std::ssize(roles.batch) == std::ssize(major_to_minor) && !is_all;
  return roles.batch.empty() || !is_most_minor;
}

DotOperand dot_operand(const Instruction& dot, int number, std::int64_t rank) {
  const bool is_left = number == 0;
  DotOperand result{.batch = integers_of(
                        dot, is_left ? AttributeKey::kLhsBatchDims : AttributeKey::kRhsBatchDims),
                    .contracting = integers_of(dot, is_left ? AttributeKey::kLhsContractingDims
                                                            : AttributeKey::kRhsContractingDims)};
  for (std::int64_t d = 0; d < rank; ++d) {
    if (!holds(result.batch, d) && !holds(result.contracting, d)) result.other.push_back(d);
  }
  return result;
}

MatrixRoles dot_result_roles(const DotOperand& left, const DotOperand& right) {
  const std::size_t batch = left.batch.size();
  return {.batch = counted(0, batch),
          .rows = counted(batch, left.other.size()),
          .columns = counted(batch + left.other.size(), right.other.size())};
}

}  // namespace tileglot::hlo::pass
