// SPDX-License-Identifier: Apache-2.0
// triton_text.h: a linear layout as Triton prints it.
//
// What     to_string(L) writes a line for each basis vector, then the outputs with their sizes;
//          parse_triton(text) reads that.
// Example  "\n - register=1 -> (1)\n   register=2 -> (0)\n - lane is a size 1 dimension\nwhere out
//          dims are: [d (size 8)]". [tests: triton_text_test.cc, "a line for each vector"]
// Errors   scan.*, linear.text (a vector is not that of the next power of two); those of make.h,
//          except that the layout need not be surjective, because the text does not say.
// Source   Triton's LinearLayout::toString.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

/// Begins with a newline, and does not end with one.
std::string to_string(const Layout& layout);

core::Result<Layout> parse_triton(std::string_view text);

}  // namespace tileglot::notation::linear
