// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/compose.h"

#include <fmt/format.h>

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/detail/mapped_columns.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name_list.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

core::Error other_names(const Layout& a, const Layout& b) {
  return {{.code = "linear.outputs_are_not_inputs",
           .message = fmt::format("the first layout has outputs {}, the second has inputs {}",
                                  name_list(a.outs()), name_list(b.ins())),
           .help = "both need the same names, in any order"}};
}

core::Error too_large(const Dimension& out, const Dimension& in) {
  return {{.code = "linear.size_exceeded",
           .message = fmt::format("the output {} of the first layout has 2^{} values, the input of "
                                  "the second 2^{}",
                                  out.name.view(), out.bits, in.bits)}};
}

/// Maps the bits of a flat output of A to a flat input of B.
Result<detail::BitMoves> outs_to_ins(const Layout& a, const Layout& b) {
  if (a.outs().size() != b.ins().size()) return fail(other_names(a, b));
  detail::BitMoves moves;
  for (const Dimension& out : a.outs()) {
    const Dimension* in = b.find_in(out.name);
    if (in == nullptr) return fail(other_names(a, b));
    if (out.bits > in->bits) return fail(too_large(out, *in));
    moves.add(out, in->begin);
  }
  return moves;
}

}  // namespace

Result<Layout> compose(const Layout& a, const Layout& b) {
  TILEGLOT_TRY(moves, outs_to_ins(a, b));
  Layout result = detail::outs_of(b);
  detail::add_mapped_ins(result, a,
                         [&](std::uint64_t c) { return apply_to_few_bits(b, moves.moved(c)); });
  return result;
}

}  // namespace tileglot::notation::linear
