// SPDX-License-Identifier: Apache-2.0
// os_error.h: an errno as an Error.
//
// What     os_error(number, "write", path) names the cause with our code and says what to do about
//          it.
// Why      The same system error reads the same for every file operation.
// Example  os_error(ENOENT, "open", "x.npy") is io.not_found: cannot open 'x.npy': there is no such
//          file or folder.
//          [tests: os_error_test.cc, "Each cause has its code"]
// Errors   io.not_found, io.permission, io.is_directory, io.exists, io.no_space; io.system for all
//          other causes.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::io {

/// `number` is a value of errno, `action` a verb: "open", "write".
core::Error os_error(int number, std::string_view action, std::string_view path);

/// A path for messages: in quotes, without characters that a terminal would act on.
std::string path_text(std::string_view path);

}  // namespace tileglot::io
