// SPDX-License-Identifier: Apache-2.0
// hlo/foreign_program.h: programs that are not HLO text, by what they look like.
//
// What     foreign_program(text) is the error for an input that is MLIR (StableHLO as text or
//          bytecode) or compressed; nothing for other texts.
// Why      People have these files at hand, and one command turns them into HLO.
// Example  module @jit_f { func.func public @main.. } is StableHLO; `as_text("hlo")` gives HLO.
//          [tests: hlo/parse_test.cc, "stable hlo is named, and what to do"]
// Errors   hlo.mlir, hlo.compressed.
#pragma once

#include <optional>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::api {

std::optional<core::Error> foreign_program(std::string_view text);

}  // namespace tileglot::api
