// SPDX-License-Identifier: Apache-2.0
// parse.h: reads the text of a linear layout.
//
// What     parse(text) reads our form (print.h), Triton's (triton_text.h) and that of its Python
//          bindings (python_text.h). In ours, a basis vector of a layout with one output may be
//          written without its brackets.
// Example  {register: [[0,1],[0,2]], lane: [[1,0]]} -> {dim0: 2, dim1: 4}; {i: [1,2]} -> {o: 4}.
//          [tests: parse_test.cc, "both spellings of a vector"]
// Errors   scan.* for malformed text; those of make.h, with their place.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> parse(std::string_view text);

}  // namespace tileglot::notation::linear
