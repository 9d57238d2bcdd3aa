// SPDX-License-Identifier: Apache-2.0
// parse.h: reads HLO text.
//
// What     parse_module(text) reads a whole module, as XLA writes it or people do: with or without
//          a header, ENTRY, ROOT, signatures, `%`, shapes of operands, and shapes that can be
//          inferred from the operands. A single instruction is a module too.
// Why      Modules come as text, from dumps and bug reports, often edited by hand.
// Example  ENTRY e { a = f32[2,3] parameter(0)  ROOT r = negate(a) } is the module module_e; r has
//          the shape f32[2,3]{1,0}.
//          [tests: hlo/text/parse_test.cc, "what is left out is filled in"]
// Keeps    Names as they are written; two computations may use one name. Layouts that are left open
//          in entry_computation_layout stay open (module_header.h). metadata, backend_config and
//          frontend_attributes stay text. The module that was read need not be valid: see ir/verify.h.
// Errors   hlo.syntax, hlo.name, hlo.opcode, hlo.attribute, hlo.word, hlo.operands, hlo.shape,
//          hlo.literal, hlo.parameter, hlo.window, hlo.dim_labels, hlo.limit; those of
//          notation/xla/text/parse.h and sharding/parse.h for shapes and shardings.
// Cost     Linear. Llama 8B, 3 MB, takes about a tenth of a second.
// Source   XLA, hlo_parser.cc, and the behaviour of its released program
//          (docs/reference/xla-differences.md).
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {

enum class UnknownAttributes { kRefused, kKept };

struct ParseOptions {
  UnknownAttributes unknown_attributes = UnknownAttributes::kRefused;
  /// For instructions; kNone leaves arrays without a layout.
  notation::xla::MissingLayout missing_layout = notation::xla::MissingLayout::kRowMajor;
};

core::Result<Module> parse_module(std::string_view text, ParseOptions options = {});

}  // namespace tileglot::hlo
