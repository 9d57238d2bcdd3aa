// SPDX-License-Identifier: Apache-2.0
// first_program.h: inspect, relayout and verify, the program that ./dev demo builds first.
#pragma once

#include "tileglot/cli/program.h"

namespace tileglot::cli {

const Program& first_program();

}  // namespace tileglot::cli
