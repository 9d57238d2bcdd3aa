// SPDX-License-Identifier: Apache-2.0
// folder_lock.h: one worker at a time changes what a folder is of.
//
// What     lock_folder waits until no other worker holds the lock of the folder
//          (.tileglot-reshard.lock), and holds it as long as the result lives.
// Why      A worker that takes a folder, names a file or makes the index looks first whose the folder is;
//          between its look and its act nobody else may take it.
// How      The lock is the system's, so it ends with the process. Where the file system has none between
//          machines, two commands with --force at once can mix two models.
// Errors   io.busy after ten minutes; io.interrupted; those of io/file/locked_file.h.
#pragma once

#include <functional>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"

namespace tileglot::checkpoint::reshard {

/// `goes_on` is asked while it waits.
core::Result<io::FileDescriptor> lock_folder(const std::string& folder,
                                             const std::function<core::Status()>& goes_on);

/// For a folder of a complete job. Precondition: the lock is held.
void remove_folder_lock(const std::string& folder);

}  // namespace tileglot::checkpoint::reshard
