// SPDX-License-Identifier: Apache-2.0
// text.h: an answer's text in a file of its own.
//
// What     write_text writes a text to a new file, whole or not at all.
// Errors   Those of io/file/atomic_file.h.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::api::files {

/// force: replaces an existing file.
core::Status write_text(const std::string& path, std::string_view text, bool force);

}  // namespace tileglot::api::files
