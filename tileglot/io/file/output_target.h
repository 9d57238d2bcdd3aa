// SPDX-License-Identifier: Apache-2.0
// output_target.h: the place that an output file goes to, and the room for it.
//
// What     output_target checks a path before anything is written; reserve_bytes takes the space on
//          the disk; give_name renames a finished file over it, or onto it where nothing is.
// Why      What can be refused is refused before the work, and a full disk is an error here, never
//          a signal in the middle of a copy.
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

/// Behind symbolic links, with the mode of the file that is there now.
struct OutputTarget {
  std::string path;
  std::optional<mode_t> mode;
};

core::Result<OutputTarget> output_target(const std::string& path, bool replace);

/// A file of at least so many bytes that the disk has. Precondition: size_bytes >= 0.
core::Status reserve_bytes(const FileDescriptor& file, const std::string& path,
                           std::int64_t size_bytes);

/// "." for a name alone.
std::string folder_of_file(const std::string& path);

/// A second name for a file. 0 or the errno.
int link_file(const std::string& from, const std::string& to);

/// Without `replace` a file that is there is kept, with no moment in between.
core::Status give_name(const std::string& from, const std::string& to, bool replace);

/// A new name is durable only when its folder is written.
core::Status sync_folder_of(const std::string& path);

}  // namespace tileglot::io
