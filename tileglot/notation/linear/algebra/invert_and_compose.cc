// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/invert_and_compose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/f2_span.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/dimensions/resize.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/name_list.h"
#include "tileglot/notation/linear/layout/no_dimension.h"
#include "tileglot/notation/linear/layout/rank.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Columns = core::SmallVector<std::uint64_t, kMaxBits>;

core::Error other_outputs(const Layout& a, const Layout& b) {
  return {{.code = "linear.other_outputs",
           .message = fmt::format("one layout has outputs {}, the other {}", name_list(a.outs()),
                                  name_list(b.outs())),
           .help = "both need the same names, in any order"}};
}

core::Error too_large(const Dimension& a, const Dimension& b) {
  return {{.code = "linear.size_exceeded",
           .message = fmt::format("the output {} of the first layout has 2^{} values, that of the "
                                  "second, which is inverted, 2^{}",
                                  a.name.view(), a.bits, b.bits)}};
}

core::Error not_in_image(const Layout& b, std::uint64_t output) {
  return {
      {.code = "linear.not_in_image",
       .message =
           "the first layout has an output that the second, which is inverted, does not have",
       .help = "",
       .witness = fmt::format("output ({}) is not reached", fmt::join(unpacked(b, output), ","))}};
}

/// A's columns as flat outputs of B.
Result<Columns> columns_in_outputs_of(const Layout& b, const Layout& a) {
  if (a.outs().size() != b.outs().size()) return fail(other_outputs(a, b));
  detail::BitMoves moves;
  for (const Dimension& out : a.outs()) {
    const Dimension* to = b.find_out(out.name);
    if (to == nullptr) return fail(other_outputs(a, b));
    if (out.bits > to->bits) return fail(too_large(out, *to));
    moves.add(out, to->begin);
  }
  Columns columns;
  for (const std::uint64_t column : a.columns()) columns.push_back(moves.moved(column));
  return columns;
}

std::span<const std::uint64_t> part(std::span<const std::uint64_t> columns, const Dimension& in) {
  return columns.subspan(static_cast<std::size_t>(in.begin), static_cast<std::size_t>(in.bits));
}

std::uint64_t united(std::span<const std::uint64_t> columns) {
  std::uint64_t mask = 0;
  for (const std::uint64_t column : columns) mask |= column;
  return mask;
}

/// True if no other input dimension touches the output bits that this one touches.
bool stands_apart(std::span<const std::uint64_t> columns, const Dimension& in) {
  const auto begin = static_cast<std::size_t>(in.begin);
  const std::uint64_t others = united(columns.first(begin)) |
                               united(columns.subspan(begin + static_cast<std::size_t>(in.bits)));
  return (united(part(columns, in)) & others) == 0;
}

/// Whether C maps an input dimension of B to itself.
bool stays(const Dimension& in_a, std::span<const std::uint64_t> a, const Dimension& in_b,
           std::span<const std::uint64_t> b) {
  return std::ranges::equal(part(a, in_a), part(b, in_b)) && stands_apart(a, in_a) &&
         stands_apart(b, in_b);
}

/// C under construction: the inputs of A that stay, and the system to solve for the others.
class Inverter {
 public:
  Inverter(const Layout& a, std::span<const std::uint64_t> columns, const Layout& b)
      : a_(a), columns_(columns), b_(b) {
    for (const Dimension& in : b.ins()) {
      const bool fixed = twin_of(in) != nullptr;
      // A zero vector is never part of a sum, and keeps the numbering of those after it.
      for (const std::uint64_t column : b.columns_of(in)) solver_.insert(fixed ? 0 : column);
    }
  }

  Result<Layout> result() const {
    Layout result;
    for (const Dimension& in : b_.ins()) result.add_out(in.name, in.bits);
    for (const Dimension& in : a_.ins()) {
      const Dimension* to = b_.find_in(in.name);
      if (to != nullptr && twin_of(*to) != nullptr) {
        add_fixed(result, in, *to);
      } else {
        TILEGLOT_TRY_STATUS(add_solved(result, in));
      }
    }
    return result;
  }

 private:
  /// The input of A that is mapped unchanged to this input of B.
  const Dimension* twin_of(const Dimension& in_b) const {
    const Dimension* in_a = a_.find_in(in_b.name);
    if (in_a == nullptr || in_a->bits != in_b.bits) return nullptr;
    return stays(*in_a, columns_, in_b, b_.columns()) ? in_a : nullptr;
  }

  static void add_fixed(Layout& result, const Dimension& in, const Dimension& to) {
    std::uint64_t* columns = result.add_in(in.name, in.bits);
    for (int i = 0; i < in.bits; ++i) columns[i] = placed(std::uint64_t{1} << i, to);
  }

  core::Status add_solved(Layout& result, const Dimension& in) const {
    std::uint64_t* columns = result.add_in(in.name, in.bits);
    for (const std::uint64_t column : part(columns_, in)) {
      const auto solution = solver_.solve(column);
      if (!solution) return fail(not_in_image(b_, column));
      *columns++ = *solution;
    }
    return {};
  }

  const Layout& a_;
  std::span<const std::uint64_t> columns_;  // of A, as flat outputs of B
  const Layout& b_;
  core::F2Solver solver_;
};

/// The identity from the outputs of a layout to themselves.
Layout identity_on_outputs(const Layout& layout) {
  Layout result;
  for (const Dimension& out : layout.outs()) result.add_out(out.name, out.bits);
  for (const Dimension& out : layout.outs()) {
    std::uint64_t* columns = result.add_in(out.name, out.bits);
    for (int i = 0; i < out.bits; ++i) columns[i] = placed(std::uint64_t{1} << i, out);
  }
  return result;
}

core::Status require_invertible(const Layout& layout) {
  if (is_invertible(layout)) return {};
  return fail({.code = "linear.not_invertible",
               .message = fmt::format("the layout has 2^{} inputs, 2^{} outputs, and reaches 2^{}",
                                      layout.in_bits(), layout.out_bits(), rank(layout)),
               .help = "pseudoinvert takes one place of several; it needs every output reached"});
}

/// The block bits whose vector in `a` is 0: those blocks hold the same elements.
std::uint64_t repeated_blocks(const Layout& a, const Dimension& block) {
  std::uint64_t repeated = 0;
  for (int i = 0; i < block.bits; ++i) {
    if (a.column(block.begin + i) == 0) repeated |= std::uint64_t{1} << i;
  }
  return repeated;
}

}  // namespace

Result<Layout> invert_and_compose(const Layout& a, const Layout& b) {
  TILEGLOT_TRY(columns, columns_in_outputs_of(b, a));
  return Inverter(a, {columns.data(), columns.size()}, b).result();
}

Result<Layout> invert(const Layout& layout) {
  TILEGLOT_TRY_STATUS(require_invertible(layout));
  return invert_and_compose(identity_on_outputs(layout), layout);
}

Result<Layout> pseudoinvert(const Layout& layout) {
  TILEGLOT_TRY_STATUS(require_surjective(layout));
  return invert_and_compose(identity_on_outputs(layout), layout);
}

Result<Layout> invert_and_compose_block_local(const Layout& a, const Layout& b) {
  const Dimension* from = b.find_in(kBlock);
  if (from == nullptr) return fail(no_input(b, kBlock.view()));
  const Dimension* had = a.find_in(kBlock);
  if (had == nullptr) return fail(no_input(a, kBlock.view()));
  TILEGLOT_TRY(padded, resize_in_dim(a, kBlock, std::max(had->size(), from->size())));
  TILEGLOT_TRY(result, invert_and_compose(b, padded));
  const std::uint64_t repeated = repeated_blocks(padded, *padded.find_in(kBlock));
  const Dimension to = *result.find_out(kBlock);
  const Dimension in = *result.find_in(kBlock);
  for (int j = 0; j < result.in_bits(); ++j)
    result.set_column(j, result.column(j) & ~placed(repeated, to));
  for (int i = 0; i < in.bits; ++i) {
    const int j = in.begin + i;
    result.set_column(j, result.column(j) | placed(repeated & (std::uint64_t{1} << i), to));
  }
  return result;
}

}  // namespace tileglot::notation::linear
