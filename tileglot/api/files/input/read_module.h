// SPDX-License-Identifier: Apache-2.0
// read_module.h: the text of a module from its file.
//
// What     read_module(path) reads a file; "-" is standard input. module_text(file) reads one that
//          is open. A protocol buffer with an HLO module is read as the text of the module.
// Errors   Those of io and of hlo/proto.
#pragma once

#include <string>

#include "tileglot/api/input/module_text.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"

namespace tileglot::api::files {

core::Result<ModuleText> read_module(const std::string& path);
core::Result<ModuleText> module_text(const io::MappedFile& file);

}  // namespace tileglot::api::files
