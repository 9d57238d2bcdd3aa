// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/foreign_program.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

constexpr std::string_view kBytecode = "ML\xefR";
constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kBlanks = " \t\r\n";

/// What a line of MLIR begins with; no HLO text does.
constexpr auto kBeginnings = std::to_array<std::string_view>(
    {"module {", "module @", "module attributes", "func.func ", "builtin.module",
     "\"builtin.module\"", "sdy.mesh", "#loc", "!vhlo"});

/// The text from its first line that is not a comment on.
std::string_view after_comments(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (!text.starts_with("//")) return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

bool is_mlir(std::string_view text) {
  const std::string_view begin = after_comments(text);
  return std::ranges::any_of(kBeginnings,
                             [&](std::string_view word) { return begin.starts_with(word); }) ||
         begin.substr(0, begin.find('\n')).find("= affine_map<") != std::string_view::npos;
}

core::Error is_foreign(std::string_view what) {
  return {{.code = "hlo.mlir",
           .message = std::string("the input is ") + std::string(what) + ", not HLO",
           .help = "with JAX, jax.jit(f).lower(..).as_text(\"hlo\") gives HLO, and "
                   ".compile().as_text() the compiled module; XLA_FLAGS=--xla_dump_to=FOLDER dumps "
                   "both"}};
}

}  // namespace

std::optional<core::Error> foreign_program(std::string_view text) {
  if (text.starts_with(kBytecode)) return is_foreign("MLIR bytecode, as of StableHLO");
  if (text.starts_with(kGzip)) {
    return core::Error{{.code = "hlo.compressed",
                        .message = "the input is compressed",
                        .help = "write gunzip -c FILE | tileglot hlo print -"}};
  }
  if (!is_mlir(text)) return std::nullopt;
  const bool stable = text.find("stablehlo.") != std::string_view::npos;
  return is_foreign(stable ? "StableHLO" : "MLIR");
}

}  // namespace tileglot::api
