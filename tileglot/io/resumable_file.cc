// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/resumable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file_descriptor.h"
#include "tileglot/io/memory_mapping.h"
#include "tileglot/io/os_error.h"
#include "tileglot/io/output_target.h"

namespace tileglot::io {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less what the umask takes away

}  // namespace

core::Result<ResumableFile> ResumableFile::open(const std::string& path, std::int64_t size_bytes,
                                                bool replace) {
  TILEGLOT_TRY(target, output_target(path, replace));
  ResumableFile file(target.path, beside(target.path, "partial"), size_bytes, replace);
  TILEGLOT_TRY_STATUS(file.open_partial());
  TILEGLOT_TRY_STATUS(file.take_size());
  if (target.mode && ::fchmod(file.file_.number(), *target.mode) != 0) {
    return core::fail(os_error(errno, "set the mode of", path));
  }
  return file;
}

core::Status ResumableFile::open_partial() {
  // A link there would lead the bytes elsewhere.
  const int flags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW;
  file_ = FileDescriptor(
      retry_interrupted([&] { return ::open(partial_path_.c_str(), flags, kNewFileMode); }));
  if (!file_.is_open()) return core::fail(os_error(errno, "write", partial_path_));
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return core::fail(os_error(errno, "lock", partial_path_));
  return core::fail({.code = "io.busy",
                     .message = fmt::format("another process is writing {}", path_text(path_)),
                     .help = "wait for its end, or end it"});
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
  // Without room there is nothing to go on with.
  if (!reserved && is_new_) discard();
  return reserved;
}

core::Status ResumableFile::write(std::int64_t at, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written =
        retry_interrupted([&] { return ::pwrite(file_.number(), bytes.data(), bytes.size(), at); });
    if (written <= 0) return core::fail(os_error(written < 0 ? errno : ENOSPC, "write", path_));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    at += written;
  }
  return {};
}

core::Result<MemoryMapping> ResumableFile::map() const {
  return MemoryMapping::to_write(file_.number(), size_bytes_, partial_path_);
}

core::Status ResumableFile::sync() const {
  if (::fsync(file_.number()) == 0) return {};
  return core::fail(os_error(errno, "write", path_));
}

core::Status ResumableFile::commit() {
  TILEGLOT_TRY_STATUS(sync());
  TILEGLOT_TRY_STATUS(give_name(partial_path_, path_, replace_));
  return sync_folder_of(path_);
}

void ResumableFile::discard() { ::unlink(partial_path_.c_str()); }

std::string beside(const std::string& path, const std::string& what) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  return fmt::format("{}.{}.tileglot-{}", path.substr(0, name), path.substr(name), what);
}

}  // namespace tileglot::io
