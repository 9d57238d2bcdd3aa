// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/changed_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::io {
namespace {

std::string stamp_of(const struct stat& status) {
  return fmt::format("{} {} {} {}.{} {}.{}", status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                     status.st_ctim.tv_nsec);
}

}  // namespace

std::string file_stamp(const FileDescriptor& file) {
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return "";
  return stamp_of(status);
}

std::string file_stamp(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 ? stamp_of(status) : "";
}

core::Error changed_file(std::string_view path, std::string_view what) {
  return {{.code = "io.changed",
           .message = fmt::format("{} {} while it was read", path_text(path), what),
           .help = "what was read is incomplete; try again when no other program writes it"}};
}

}  // namespace tileglot::io
