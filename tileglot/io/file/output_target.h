// SPDX-License-Identifier: Apache-2.0
// output_target.h: checks the path of an output file, and reserves its space.
//
// What     output_target checks a path before anything is written; reserve_bytes allocates the
//          space on the disk; give_name renames a finished file to its final name, and replaces an
//          existing file only if asked to.
// Why      Everything that can be refused is refused before the work, and a full disk is an error
//          here, never a signal in the middle of a copy.
// Units    Bytes.
// Errors   io.exists, io.is_directory, io.not_regular, io.not_found, io.permission, io.no_space,
//          io.system.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"

namespace tileglot::io {

/// The target after following symbolic links, with the permissions of an existing file.
struct OutputTarget {
  std::string path;
  std::optional<mode_t> mode;
};

core::Result<OutputTarget> output_target(const std::string& path, bool replace);

/// Allocates at least this many bytes on disk. Precondition: size_bytes >= 0.
core::Status reserve_bytes(const FileDescriptor& file, const std::string& path,
                           std::int64_t size_bytes);

/// The folder of the path; "." for a bare name.
std::string folder_of_file(const std::string& path);

/// Links a second name to a file. Returns 0 or the errno.
int link_file(const std::string& from, const std::string& to);

/// Without `replace`, fails with io.exists if `to` exists. The check and the renaming are one step:
/// no file that another process has just made is lost.
core::Status give_name(const std::string& from, const std::string& to, bool replace);

/// A new name is durable only once its folder is synced.
core::Status sync_folder_of(const std::string& path);

}  // namespace tileglot::io
