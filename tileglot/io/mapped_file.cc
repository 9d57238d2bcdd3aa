// SPDX-License-Identifier: Apache-2.0
// mapped_file.cc: opening and mapping.
#include "tileglot/io/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file_descriptor.h"
#include "tileglot/io/memory_mapping.h"
#include "tileglot/io/os_error.h"
#include "tileglot/io/stream.h"

namespace tileglot::io {
namespace {

core::Result<MemoryMapping> contents(const FileDescriptor& file, const std::string& path,
                                     std::int64_t stream_limit_bytes) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return core::fail(os_error(errno, "open", path));
  if (S_ISDIR(status.st_mode)) return core::fail(os_error(EISDIR, "read", path));
  // Files of /proc say that they have no bytes, so an empty file is read rather than believed.
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    return MemoryMapping::to_read(file.number(), status.st_size, path);
  }
  return read_all(file.number(), path, stream_limit_bytes);
}

}  // namespace

core::Result<MappedFile> MappedFile::open(const std::string& path,
                                          std::int64_t stream_limit_bytes) {
  const FileDescriptor file(
      retry_interrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY); }));
  if (!file.is_open()) return core::fail(os_error(errno, "open", path));
  TILEGLOT_TRY(memory, contents(file, path, stream_limit_bytes));
  if (memory.bytes().empty()) {
    return core::fail({.code = "io.empty", .message = fmt::format("{} is empty", path_text(path))});
  }
  return MappedFile(path, std::move(memory));
}

}  // namespace tileglot::io
