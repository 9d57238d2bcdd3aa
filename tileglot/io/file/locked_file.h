// SPDX-License-Identifier: Apache-2.0
// locked_file.h: a file that only one process at a time can write.
//
// What     open_locked(path, output) opens the file, creating it if necessary, and locks it as long
//          as the descriptor is open. `output` is named in messages: the file being made.
// Why      Two runs of one command would interleave their writes in one file.
// How      A file that was renamed or removed between its opening and its lock is not the right
//          one: the path is opened again.
// Example  The second open_locked of a path fails with io.busy while the first is open.
//          [tests: locked_file_test.cc, "one process has it"]
// Errors   io.busy; io.not_regular with `path`, if that is a pipe, a link or a folder; those of
//          os_error.h.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"

namespace tileglot::io {

/// `flags` of open(2) in addition to those for creating, reading and writing, and not following
/// links.
core::Result<FileDescriptor> open_locked(const std::string& path, const std::string& output,
                                         int flags = 0);

/// True if another process, or another descriptor of this one, has the lock at this moment.
bool is_locked(const std::string& path);

/// True if the path leads to this very file, and not to one that replaced it.
bool has_name(const FileDescriptor& file, const std::string& path);

}  // namespace tileglot::io
