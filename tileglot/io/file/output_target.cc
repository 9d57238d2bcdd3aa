// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/output_target.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::io {
namespace {

constexpr mode_t kPermissions =
    0777;  // of a replaced file's mode; a set-user-id bit is not taken over

constexpr std::int64_t kStatBlockBytes = 512;  ///< of st_blocks, on every file system

core::Error refused_directory(const std::string& path) {
  return {{.code = "io.is_directory",
           .message = fmt::format("cannot write {}: it is a folder", path_text(path)),
           .help = "name a file in it"}};
}

core::Error dangling_link(const std::string& path) {
  return {
      {.code = "io.not_found",
       .message = fmt::format(
           "cannot write {}: it is a symbolic link to a file that does not exist", path_text(path)),
       .help = "remove the link, or name the file that it should lead to"}};
}

core::Result<std::string> behind_links(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
  if (real == nullptr) return core::fail(os_error(errno, "replace", path));
  return std::string(real.get());
}

core::Result<OutputTarget> existing_target(const std::string& path, bool replace) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    return core::fail(errno == ENOENT ? dangling_link(path) : os_error(errno, "write", path));
  }
  if (S_ISDIR(status.st_mode)) return core::fail(refused_directory(path));
  if (!S_ISREG(status.st_mode)) {
    return core::fail(
        {.code = "io.not_regular",
         .message =
             fmt::format("cannot write {}: it is a device or a pipe, not a file", path_text(path)),
         .help = "name a regular file, or - for the standard output"});
  }
  if (!replace) return core::fail(os_error(EEXIST, "write", path));
  TILEGLOT_TRY(real, behind_links(path));
  return OutputTarget{real, status.st_mode & kPermissions};
}

/// Nothing where the file system does not say.
std::optional<std::int64_t> free_bytes(const FileDescriptor& file) {
  struct statvfs status = {};
  if (::fstatvfs(file.number(), &status) != 0 || status.f_blocks == 0) return std::nullopt;
  // The blocks that are kept for root are for root only.
  const auto blocks = ::geteuid() == 0 ? status.f_bfree : status.f_bavail;
  return core::saturating_mul(static_cast<std::int64_t>(blocks),
                              static_cast<std::int64_t>(status.f_frsize));
}

/// What the file takes on the disk already, and where it ends.
struct stat status_of(const FileDescriptor& file) {
  struct stat status = {};
  ::fstat(file.number(), &status);
  return status;
}

core::Error no_space(const std::string& path, std::int64_t needed_bytes,
                     std::optional<std::int64_t> free) {
  core::Error error = os_error(ENOSPC, "write", path);
  if (free) {
    error->message = fmt::format("cannot write {}: {} bytes are needed, {} are free",
                                 path_text(path), needed_bytes, *free);
  }
  return error;
}

/// Beyond this limit the kernel would send a signal that ends the process.
bool fits_file_size_limit(std::int64_t size_bytes) {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
  return static_cast<std::uint64_t>(size_bytes) <= limit.rlim_cur;
}

/// posix_fallocate returns its error instead of setting errno, and stops at a signal.
int allocate(const FileDescriptor& file, std::int64_t size_bytes) {
  int result = EINTR;
  while (result == EINTR) result = ::posix_fallocate(file.number(), 0, size_bytes);
  return result;
}

}  // namespace

core::Result<OutputTarget> output_target(const std::string& path, bool replace) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0) return existing_target(path, replace);
  if (errno != ENOENT) return core::fail(os_error(errno, "write", path));
  if (path.ends_with('/')) return core::fail(refused_directory(path));
  if (path.empty()) return core::fail(os_error(ENOENT, "write", path));
  return OutputTarget{path, std::nullopt};
}

core::Status reserve_bytes(const FileDescriptor& file, const std::string& path,
                           std::int64_t size_bytes) {
  if (size_bytes == 0) return {};
  if (!fits_file_size_limit(size_bytes)) {
    return core::fail(
        {.code = "io.no_space",
         .message = fmt::format("cannot write {}: {} bytes are more than the limit on "
                                "the size of a file",
                                path_text(path), size_bytes),
         .help = "raise the limit (ulimit -f)"});
  }
  // A partial file has some of its bytes already. Compared before anything is allocated: ext4 fills
  // the disk before it says that it is full.
  const struct stat before = status_of(file);
  const std::int64_t needed = size_bytes - before.st_blocks * kStatBlockBytes;
  const auto free = free_bytes(file);
  if (free && needed > *free) return core::fail(no_space(path, needed, free));
  const int result = allocate(file, size_bytes);
  if (result == 0) return {};
  // Gives back what was allocated, for others and for the number that follows.
  [[maybe_unused]] const int given_back = ::ftruncate(file.number(), before.st_size);
  if (result == ENOSPC) return core::fail(no_space(path, needed, free_bytes(file)));
  return core::fail(os_error(result, "write", path));
}

std::string folder_of_file(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Returns 0 or the errno.
int link_file(const std::string& from, const std::string& to) {
  const int result = ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW);
  return result == 0 ? 0 : errno;
}

core::Status give_name(const std::string& from, const std::string& to, bool replace) {
  const unsigned flags = replace ? 0 : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags) == 0) return {};
  const bool unknown_flag = !replace && (errno == EINVAL || errno == ENOSYS);
  if (!unknown_flag) return core::fail(os_error(errno, "write", to));
  const int result = link_file(from, to);  // keeps an existing target too
  if (result != 0) return core::fail(os_error(result, "write", to));
  ::unlink(from.c_str());
  return {};
}

/// A new name is durable only once its folder is synced.
core::Status sync_folder_of(const std::string& path) {
  const std::string folder = folder_of_file(path);
  const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that is writable but not readable cannot be synced; the file itself is safe.
  if (!opened.is_open()) return {};
  // EINVAL: the file system does not sync folders.
  if (::fsync(opened.number()) == 0 || errno == EINVAL) return {};
  return core::fail(os_error(errno, "write the folder", folder));
}

}  // namespace tileglot::io
