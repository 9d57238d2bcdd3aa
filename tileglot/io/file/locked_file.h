// SPDX-License-Identifier: Apache-2.0
// locked_file.h: a file that one process at a time writes.
//
// What     open_locked(path, output) opens the file, made where it is not there, and locks it as
//          long as the descriptor is open. `output` is what messages name: the file that is meant.
// Why      Two runs of one command would write one file between each other.
// How      A file that got another name, or none, between its opening and its lock is not the one
//          that is meant: it is opened again.
// Example  The second open_locked of a path fails with io.busy while the first is open.
//          [tests: locked_file_test.cc, "one process has it"]
// Errors   io.busy; io.not_regular with `path`, if that is a pipe, a link or a folder; those of os_error.h.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"

namespace tileglot::io {

/// `flags` of open(2) beside those to make it, to read and to write it, and to follow no link.
core::Result<FileDescriptor> open_locked(const std::string& path, const std::string& output,
                                         int flags = 0);

/// Whether the path leads to this very file, and not to one that took its place.
bool has_name(const FileDescriptor& file, const std::string& path);

}  // namespace tileglot::io
