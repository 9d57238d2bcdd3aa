// SPDX-License-Identifier: Apache-2.0
// hlo/file.h: HLO modules from files.
//
// What     read_hlo(path, lenient) reads and parses a module; "-" is standard input.
// Errors   Those of io and of hlo/text/parse.h, with the line they point to.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api {

struct HloFile {
  std::string name = {};  ///< for display
  std::string text = {};
  hlo::Module module = {};
};

/// lenient: unknown attributes are kept as they are.
core::Result<HloFile> read_hlo(const std::string& path, bool lenient);

}  // namespace tileglot::api
