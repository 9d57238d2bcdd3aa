// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/resumable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/locked_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/output_target.h"

namespace tileglot::io {
namespace {

/// The process's umask can only be read by setting it, which other threads see for the while.
mode_t mode_of_new_files() {
  constexpr mode_t kAllRead = 0666;
  constexpr mode_t kNobodyElse = 077;
  const mode_t mask = ::umask(kNobodyElse);
  ::umask(mask);
  return kAllRead & ~mask;
}

}  // namespace

core::Result<ResumableFile> ResumableFile::open(const std::string& path, std::int64_t size_bytes,
                                                bool replace) {
  TILEGLOT_TRY(target, output_target(path, replace));
  ResumableFile file(target.path, beside(target.path, "partial"), size_bytes, replace);
  TILEGLOT_TRY(opened, open_locked(file.partial_path_, target.path));
  file.file_ = std::move(opened);
  TILEGLOT_TRY_STATUS(file.take_size());
  // An earlier run may have made the partial file for another target, or with another umask.
  const mode_t mode = target.mode ? *target.mode : mode_of_new_files();
  const bool is_set = ::fchmod(file.file_.number(), mode) == 0;
  // Not every file system has modes; only one that is to be taken over must be there.
  if (target.mode && !is_set) return core::fail(os_error(errno, "set the mode of", path));
  return file;
}

std::optional<ResumableFile> ResumableFile::finished(const std::string& path,
                                                     std::int64_t size_bytes) {
  const auto target = output_target(path, true);
  if (!target) return std::nullopt;
  ResumableFile file(target->path, beside(target->path, "partial"), size_bytes, false);
  if (::access(file.partial_path_.c_str(), F_OK) == 0) return std::nullopt;
  file.file_ = FileDescriptor(retry_interrupted(
      [&] { return ::open(file.path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW); }));
  struct stat status = {};
  if (!file.file_.is_open() || ::fstat(file.file_.number(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || status.st_size != size_bytes) return std::nullopt;
  file.is_new_ = false;
  file.is_finished_ = true;
  return file;
}

core::Status ResumableFile::take_size() {
  struct stat status = {};
  if (::fstat(file_.number(), &status) != 0) {
    return core::fail(os_error(errno, "read", partial_path_));
  }
  is_new_ = status.st_size != size_bytes_;
  if (is_new_ && ::ftruncate(file_.number(), 0) != 0) {
    return core::fail(os_error(errno, "write", partial_path_));
  }
  auto reserved = reserve_bytes(file_, partial_path_, size_bytes_);
  // Without space there is nothing to resume.
  if (!reserved && is_new_) discard();
  return reserved;
}

core::Status ResumableFile::write(std::int64_t at, std::span<const std::byte> bytes) const {
  const std::int64_t begin = at;
  while (!bytes.empty()) {
    const ssize_t written =
        retry_interrupted([&] { return ::pwrite(file_.number(), bytes.data(), bytes.size(), at); });
    if (written <= 0) return core::fail(os_error(written < 0 ? errno : ENOSPC, "write", path_));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    at += written;
  }
  // The disk starts writing now what sync() will wait for. A hint: failure changes nothing.
  ::sync_file_range(file_.number(), begin, at - begin, SYNC_FILE_RANGE_WRITE);
  return {};
}

core::Result<MemoryMapping> ResumableFile::map() const {
  return MemoryMapping::to_write(file_.number(), size_bytes_, partial_path_);
}

core::Result<MemoryMapping> ResumableFile::contents() const {
  return MemoryMapping::to_read(file_.number(), size_bytes_, partial_path_);
}

core::Status ResumableFile::sync() const {
  if (::fsync(file_.number()) == 0) return {};
  return core::fail(os_error(errno, "write", path_));
}

core::Status ResumableFile::commit() {
  TILEGLOT_TRY_STATUS(sync());
  if (!is_finished_) TILEGLOT_TRY_STATUS(give_name(partial_path_, path_, replace_));
  return sync_folder_of(path_);
}

void ResumableFile::discard() {
  if (!is_finished_) ::unlink(partial_path_.c_str());
}

std::string beside(const std::string& path, const std::string& what) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  return fmt::format("{}.{}.tileglot-{}", path.substr(0, name), path.substr(name), what);
}

}  // namespace tileglot::io
