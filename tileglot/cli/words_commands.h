// SPDX-License-Identifier: Apache-2.0
// words_commands.h: `tileglot completion` and `man`, the texts for shells and for man.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"
#include "tileglot/cli/program.h"

namespace tileglot::cli {

void add_words(CLI::App& app, Fields& fields, const Program& program);

}  // namespace tileglot::cli
