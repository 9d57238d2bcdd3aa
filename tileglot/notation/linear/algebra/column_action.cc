// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/column_action.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

core::Error no_action(std::string message) {
  return {{.code = "linear.action",
           .message = std::move(message),
           .help = "an action lists numbers of basis vectors, each at most once, as [1,0]"}};
}

core::Error other_count(const ColumnAction& action, int vectors) {
  return no_action(fmt::format("{} acts on {} vectors, and there are {}", print(action),
                               action.vectors, vectors));
}

}  // namespace

bool ColumnAction::is_identity() const {
  if (static_cast<int>(columns.size()) != vectors) return false;
  for (int i = 0; i < vectors; ++i) {
    if (columns[static_cast<std::size_t>(i)] != i) return false;
  }
  return true;
}

Result<ColumnAction> column_action(std::span<const std::int64_t> columns, const Name& in,
                                   std::int64_t vectors) {
  if (vectors < 0 || vectors > kMaxBits)
    return fail(no_action(fmt::format("an input has no {} basis vectors", vectors)));
  ColumnAction action{.columns = {}, .in = in, .vectors = static_cast<int>(vectors)};
  std::uint64_t seen = 0;
  for (const std::int64_t column : columns) {
    if (column < 0 || column >= vectors)
      return fail(no_action(fmt::format("{} is not a number of {} vectors", column, vectors)));
    const std::uint64_t bit = std::uint64_t{1} << column;
    if ((seen & bit) != 0) return fail(no_action(fmt::format("{} is listed twice", column)));
    seen |= bit;
    action.columns.push_back(static_cast<int>(column));
  }
  return action;
}

Result<Layout> apply(const ColumnAction& action, const Layout& layout) {
  const Dimension* acted = layout.find_in(action.in);
  if (acted == nullptr) return fail(no_input(layout, action.in.view()));
  if (acted->bits != action.vectors) return fail(other_count(action, acted->bits));
  core::SmallVector<std::uint64_t, kMaxBits> columns;
  for (const int column : action.columns) columns.push_back(layout.column(acted->begin + column));
  Layout result = detail::outs_of(layout);
  for (const Dimension& in : layout.ins()) {
    if (&in == acted) {
      result.add_in(in.name, {columns.data(), columns.size()});
    } else {
      result.add_in(in.name, layout.columns_of(in));
    }
  }
  return result;
}

Result<ColumnAction> inverse(const ColumnAction& action) {
  if (static_cast<int>(action.columns.size()) != action.vectors)
    return fail(
        no_action(fmt::format("{} leaves out vectors, so it has no inverse", print(action))));
  ColumnAction result = action;
  for (std::size_t i = 0; i < action.columns.size(); ++i)
    result.columns[static_cast<std::size_t>(action.columns[i])] = static_cast<int>(i);
  return result;
}

Result<ColumnAction> left_compose(const ColumnAction& a, const ColumnAction& b) {
  if (static_cast<int>(a.columns.size()) != b.vectors || a.in != b.in)
    return fail(other_count(b, static_cast<int>(a.columns.size())));
  ColumnAction result{.columns = {}, .in = a.in, .vectors = a.vectors};
  for (const int column : b.columns)
    result.columns.push_back(a.columns[static_cast<std::size_t>(column)]);
  return result;
}

Result<ColumnAction> action_remove_broadcasted_regs(const Layout& layout) {
  const Dimension* registers = layout.find_in(kRegister);
  if (registers == nullptr) return fail(no_input(layout, kRegister.view()));
  ColumnAction action{.columns = {}, .in = kRegister, .vectors = registers->bits};
  for (int i = 0; i < registers->bits; ++i) {
    if (layout.column(registers->begin + i) != 0) action.columns.push_back(i);
  }
  return action;
}

std::string print(const ColumnAction& action) {
  return fmt::format("ColumnAction([{}], {}, {})", fmt::join(action.columns, ", "),
                     action.in.view(), action.vectors);
}

}  // namespace tileglot::notation::linear
