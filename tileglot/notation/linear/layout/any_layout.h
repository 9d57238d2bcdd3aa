// SPDX-License-Identifier: Apache-2.0
// any_layout.h: random linear layouts for laws.
//
// What     any_layout draws one to four inputs of up to max_bits in all, and outputs of up to
//          max_bits: bit permutations, layouts with zero vectors, with repeated vectors, of any
//          rank, and surjective ones. any_invertible_layout draws layouts of full rank.
// Why      One source of layouts that broadcast, repeat and miss outputs.
#pragma once

#include <rapidcheck.h>

#include <iosfwd>
#include <vector>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

struct LayoutOptions {
  int max_bits = 8;         ///< of the inputs, and of the outputs
  int max_ins = 4;          ///< register, lane, warp, block
  int max_outs = 3;         ///< dim0, dim1, dim2
  bool surjective = false;  ///< only those that reach every output
};

rc::Gen<Layout> any_layout(LayoutOptions options = {});
rc::Gen<Layout> any_invertible_layout(LayoutOptions options = {});

/// Random columns into the given outputs: inputs i0, i1 of up to max_bits.
rc::Gen<Layout> any_layout_into(std::vector<Dimension> outs, int max_bits);

/// A number from low to end - 1, uniformly distributed at every test size, unlike RapidCheck's own.
template <class T>
T uniform(T low, T end) {
  return *rc::gen::resize(1000, rc::gen::inRange<T>(low, end));
}

/// RapidCheck calls this to print a counterexample.
void showValue(const Layout& layout, std::ostream& out);

}  // namespace tileglot::notation::linear
