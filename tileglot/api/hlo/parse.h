// SPDX-License-Identifier: Apache-2.0
// hlo/parse.h: the HLO module that a request is about.
//
// Errors   Those of hlo/text/parse.h, with the line they point to, and of foreign_program.h.
#pragma once

#include "tileglot/api/input/module_text.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api {

/// lenient: unknown attributes are kept as they are.
core::Result<hlo::Module> parse_hlo(const ModuleText& module, bool lenient);

}  // namespace tileglot::api
