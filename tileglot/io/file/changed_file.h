// SPDX-License-Identifier: Apache-2.0
// changed_file.h: whether a file is still what it was when it was opened.
//
// What     file_stamp is a text for a file and its last write: its device, inode, size and times.
//          changed_file is the error for a file that is another than before.
// Why      Every reader of files compares the same text and refuses in the same words.
// Errors   file_stamp is empty where the system does not answer, as for a file that is gone.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"

namespace tileglot::io {

std::string file_stamp(const FileDescriptor& file);
std::string file_stamp(const std::string& path);

/// io.changed: the file `path` `what` while it was read, as in "became shorter".
core::Error changed_file(std::string_view path, std::string_view what);

}  // namespace tileglot::io
