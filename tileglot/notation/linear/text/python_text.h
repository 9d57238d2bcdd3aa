// SPDX-License-Identifier: Apache-2.0
// python_text.h: a linear layout as Triton's Python bindings make it.
//
// What     parse_python(text) reads LinearLayout.from_bases(bases, outs, sizes, require_surjective):
//          bases are pairs of a name and vectors, and without sizes (or with None) they are inferred
//          as make_infer does. print_python(L) writes it, with sizes where they are not those.
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
