// SPDX-License-Identifier: Apache-2.0
// hlo_file.h: HLO modules from files and to files.
//
// What     read_hlo(path, lenient) reads and parses a module; "-" is standard input. write_text writes a
//          text to a new file, whole or not at all.
// Errors   Those of io and of hlo/text/parse.h, with the text for the caret.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/api/reply.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api {

struct HloFile {
  std::string name = {};  ///< as people write it
  std::string text = {};
  hlo::Module module = {};
};

/// lenient: attributes that nobody knows are kept as they are.
Step<HloFile> read_hlo(const std::string& path, bool lenient);

/// force: an existing file is replaced.
Step<void> write_text(const std::string& path, std::string_view text, bool force);

}  // namespace tileglot::api
