// SPDX-License-Identifier: Apache-2.0
// print.h: writes HLO text.
//
// What     print(module) is complete: parse_module reads it back as the same module. kXla is what
//          XLA prints by default: constants of more than ten elements elided, names unique in the
//          module. kShort is XLA's short form: no `%`, no metadata, all constants.
// Why      One form to read, one to compare with a dump of XLA, one to send.
// Order    Computations and instructions are in XLA's post order, unless the module is scheduled.
// Example  ROOT %r = f32[2,3]{1,0} negate(%a), or in short ROOT r = f32[2,3]{1,0} negate(a).
//          [tests: hlo/text/print_test.cc, "three styles of one module"]
//          parse(print(m)) = m.
//          [tests: hlo/text/text_law_test.cc, "what is printed is read back"]
// Source   XLA, HloPrintOptions::Default and ShortParsable.
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

enum class PrintStyle : std::uint8_t { kFull, kXla, kShort };

std::string print(const Module& module, PrintStyle style = PrintStyle::kFull);

/// `{(f32[2,3]{1,0})->f32[2,3]{1,0}}`; open layouts are left out.
std::string print(const EntryLayout& layout);

/// One line, as in print(module), without its end.
std::string print(const Module& module, InstructionId id, PrintStyle style = PrintStyle::kFull);

}  // namespace tileglot::hlo
