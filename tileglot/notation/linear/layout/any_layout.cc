// SPDX-License-Identifier: Apache-2.0
// any_layout.cc: random linear layouts for laws.
#include "tileglot/notation/linear/layout/any_layout.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <vector>

#include "tileglot/core/any_f2_matrix.h"
#include "tileglot/core/f2_matrix.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

constexpr std::array<Name, 4> kIns{kRegister, kLane, kWarp, kBlock};

/// Uniform in [low, high], independent of RapidCheck's current size.
int between(int low, int high) { return *rc::gen::resize(1000, rc::gen::inRange(low, high + 1)); }

/// Distributes `total` bits over `parts` dimensions.
std::vector<int> split(int total, int parts) {
  std::vector<int> bits(static_cast<std::size_t>(parts), 0);
  for (int i = 0; i < total; ++i) ++bits[static_cast<std::size_t>(between(0, parts - 1))];
  return bits;
}

void add_outs(Layout& layout, int total, int parts) {
  std::size_t k = 0;
  for (const int bits : split(total, parts)) layout.add_out(standard_out(k++), bits);
}

void add_ins(Layout& layout, std::span<const std::uint64_t> columns, int parts) {
  std::size_t k = 0;
  for (const int bits : split(static_cast<int>(columns.size()), parts)) {
    layout.add_in(kIns[k++], columns.first(static_cast<std::size_t>(bits)));
    columns = columns.subspan(static_cast<std::size_t>(bits));
  }
}

std::vector<std::uint64_t> columns_of(const core::F2Matrix& m) {
  std::vector<std::uint64_t> columns;
  for (int j = 0; j < m.columns(); ++j) columns.push_back(m.column(j));
  return columns;
}

/// Single bits, each at most once, and zeros, as in hardware layouts.
std::vector<std::uint64_t> scattered_bits(int rows, int columns) {
  std::vector<std::uint64_t> all;
  for (int i = 0; i < std::max(rows, columns); ++i)
    all.push_back(i < rows ? std::uint64_t{1} << i : 0);
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[static_cast<std::size_t>(between(0, static_cast<int>(i) - 1))]);
  all.resize(static_cast<std::size_t>(columns));
  return all;
}

std::vector<std::uint64_t> any_columns(int rows, int columns) {
  std::vector<std::uint64_t> result = between(0, 1) == 0
                                          ? scattered_bits(rows, columns)
                                          : columns_of(*core::any_f2_matrix(rows, columns));
  if (columns > 1 && between(0, 3) == 0) result.back() = result.front();  // held twice
  return result;
}

/// Appends a column for each single bit that the columns do not reach.
void reach_all(std::vector<std::uint64_t>& columns, int rows) {
  Layout layout;
  layout.add_out(kOffset, rows);
  layout.add_in(kRegister, columns);
  while (const auto unreached = first_unreached(layout)) {
    columns.push_back(*unreached);
    layout = Layout();
    layout.add_out(kOffset, rows);
    layout.add_in(kRegister, columns);
  }
}

Layout with_dimensions(std::span<const std::uint64_t> columns, int rows,
                       const LayoutOptions& options) {
  Layout layout;
  add_outs(layout, rows, between(1, options.max_outs));
  add_ins(layout, columns, between(1, options.max_ins));
  return layout;
}

}  // namespace

rc::Gen<Layout> any_layout(LayoutOptions options) {
  return rc::gen::exec([options] {
    const int rows = between(0, options.max_bits);
    std::vector<std::uint64_t> columns = any_columns(rows, between(0, options.max_bits));
    if (options.surjective) reach_all(columns, rows);
    return with_dimensions(columns, rows, options);
  });
}

rc::Gen<Layout> any_invertible_layout(LayoutOptions options) {
  return rc::gen::exec([options] {
    const int bits = between(0, options.max_bits);
    const auto columns = between(0, 1) == 0 ? scattered_bits(bits, bits)
                                            : columns_of(*core::any_invertible_f2_matrix(bits));
    return with_dimensions(columns, bits, options);
  });
}

rc::Gen<Layout> any_layout_into(std::vector<Dimension> outs, int max_bits) {
  return rc::gen::exec([outs, max_bits] {
    Layout layout;
    for (const Dimension& out : outs) layout.add_out(out.name, out.bits);
    const auto columns = any_columns(layout.out_bits(), between(0, max_bits));
    const auto half = static_cast<std::size_t>(between(0, static_cast<int>(columns.size())));
    layout.add_in(Name("i0"), std::span(columns).first(half));
    layout.add_in(Name("i1"), std::span(columns).subspan(half));
    return layout;
  });
}

void showValue(const Layout& layout, std::ostream& out) { out << print(layout); }

}  // namespace tileglot::notation::linear
