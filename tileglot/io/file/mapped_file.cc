// SPDX-License-Identifier: Apache-2.0
// mapped_file.cc: opening and mapping.
#include "tileglot/io/file/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/changed_file.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/near_path.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::io {
namespace {

/// The bytes to map; nothing for a stream. Files of /proc report a size of 0, so an empty file is
/// read to find out.
core::Result<std::optional<std::int64_t>> mappable_bytes(const FileDescriptor& file,
                                                         const std::string& path) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return core::fail(os_error(errno, "open", path));
  if (S_ISDIR(status.st_mode)) return core::fail(os_error(EISDIR, "read", path));
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return std::nullopt;
  return status.st_size;
}

core::Error not_opened(int number, const std::string& path) {
  core::Error error = os_error(number, "open", path);
  if (number != ENOENT) return error;
  if (const auto near = nearest_file(path))
    error->help = fmt::format("did you mean {}?", path_text(*near));
  return error;
}

}  // namespace

core::Result<MappedFile> MappedFile::open(const std::string& path,
                                          std::int64_t stream_limit_bytes) {
  FileDescriptor file(
      retry_interrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY); }));
  if (!file.is_open()) return core::fail(not_opened(errno, path));
  TILEGLOT_TRY(size, mappable_bytes(file, path));
  if (size) {
    TILEGLOT_TRY(pages, MemoryMapping::to_read(file.number(), *size, path));
    return MappedFile(path, std::move(pages), std::move(file));
  }
  TILEGLOT_TRY(memory, read_all(file.number(), path, stream_limit_bytes));
  if (memory.bytes().empty()) {
    return core::fail({.code = "io.empty", .message = fmt::format("{} is empty", path_text(path))});
  }
  return MappedFile(path, std::move(memory));
}

core::Result<MappedFile> MappedFile::of_file(std::string name, FileDescriptor file,
                                             std::int64_t size_bytes) {
  TILEGLOT_TRY(pages, MemoryMapping::to_read(file.number(), size_bytes, name));
  return MappedFile(std::move(name), std::move(pages), std::move(file));
}

std::string MappedFile::stamp() const { return file_stamp(file_); }

core::Status MappedFile::check() const {
  struct stat status = {};
  const bool is_short = file_.is_open() && (::fstat(file_.number(), &status) != 0 ||
                                            std::cmp_less(status.st_size, bytes().size()));
  if (!is_short && !memory_.lost_pages()) return {};
  return core::fail(
      changed_file(name_, is_short ? "became shorter" : "could not be read in every place"));
}

}  // namespace tileglot::io
