// SPDX-License-Identifier: Apache-2.0
// whole_program.h: `tileglot`, with all commands.
#pragma once

#include "tileglot/cli/program.h"

namespace tileglot::cli {

const Program& whole_program();

}  // namespace tileglot::cli
