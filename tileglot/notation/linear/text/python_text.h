// SPDX-License-Identifier: Apache-2.0
// python_text.h: a linear layout as a call of Triton's Python bindings.
//
// What     parse_python(text) reads LinearLayout.from_bases(bases, outs, sizes,
//          require_surjective): bases are pairs of a name and vectors; without sizes (or with None)
//          the sizes are inferred as in make_infer. print_python(L) writes this call, with sizes
//          where they are not the inferred ones.
// Example  LinearLayout.from_bases([("register", [[1], [2]])], ["dim0"]).
//          [tests: python_text_test.cc, "bases, outputs and sizes"]
// Errors   scan.*, linear.text; those of make.h.
// Source   Triton's triton._C.libtriton.linear_layout.LinearLayout.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> parse_python(std::string_view text);

std::string print_python(const Layout& layout);

}  // namespace tileglot::notation::linear
