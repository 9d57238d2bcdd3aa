// SPDX-License-Identifier: Apache-2.0
// read_module.h: the text of a module from its file.
//
// What     read_module(path) reads a file; "-" is standard input. module_text(file) reads one that
//          is open.
// Errors   Those of io.
#pragma once

#include <string>

#include "tileglot/api/input/module_text.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"

namespace tileglot::api::files {

core::Result<ModuleText> read_module(const std::string& path);
core::Result<ModuleText> module_text(const io::MappedFile& file);

}  // namespace tileglot::api::files
