// SPDX-License-Identifier: Apache-2.0
// notation.h: which notation a text is written in.
//
// What     detect(text) looks at how the text begins; the parser of that notation then validates
//          it.
// Why      Users should not have to name the notation of a text, and the text is never ambiguous:
//          XLA starts with a type and `[`, or with `{`; CuTe with a number, a tuple or its own
//          words; a linear layout with `{` and a name, or with one of Triton's words; strides with
//          `shape=` or an order's name, mdspan's with `layout_`, MLIR's with `memref`, `strided` or
//          `affine_map`; tags and names of oneDNN and TVM are one word of letters and numbers.
// Example  f32[3,5]{1,0} is XLA, (4,2):(2,1) and Layout<Shape<_4>,Stride<_1>> are CuTe,
//          {register: [[1]]} -> {dim0: 2} and #ttg.blocked<{..}> are linear, nChw16c is oneDNN's,
//          NCHW16c TVM's and shape=(2,3) order=F NumPy's.
//          [tests: notation_test.cc, "each spelling finds its notation"]
// Errors   notation.unknown, where no notation begins like the text.
#pragma once

#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::bridge {

enum class Notation : std::uint8_t {
  kCute,
  kXla,
  kLinear,
  kNumpy,  ///< from here on the notations of notation/strided, in their order
  kTorch,
  kMdspan,
  kOnednn,
  kTvm,
  kMlir
};

/// "cute", "xla", "linear", "numpy", ..: as in `--from-notation` and `read as`.
std::string_view name_of(Notation notation);

core::Result<Notation> detect(std::string_view text);

/// The notation of that name.
core::Result<Notation> notation_named(std::string_view name);

}  // namespace tileglot::bridge
