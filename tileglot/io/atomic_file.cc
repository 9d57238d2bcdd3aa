// SPDX-License-Identifier: Apache-2.0
// atomic_file.cc: the temporary file, the checks of the target, the commit.
#include "tileglot/io/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file_descriptor.h"
#include "tileglot/io/memory_mapping.h"
#include "tileglot/io/os_error.h"
#include "tileglot/io/temporary_name.h"

namespace tileglot::io {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less what the umask takes away
constexpr mode_t kPermissions =
    0777;  // of a replaced file's mode; a set-user-id bit is not taken over
constexpr int kNameAttempts = 100;

/// Where the new file goes, and the mode of the file that is there now.
struct Target {
  std::string path;
  std::optional<mode_t> mode;
};

core::Error refused_directory(const std::string& path) {
  return {.code = "io.is_directory",
          .message = fmt::format("cannot write {}: it is a folder", path_text(path)),
          .help = "name a file in it"};
}

core::Result<std::string> behind_links(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
  if (real == nullptr) return core::fail(os_error(errno, "replace", path));
  return std::string(real.get());
}

core::Result<Target> existing_target(const std::string& path, bool replace) {
  struct stat status = {};
  const bool leads_somewhere = ::stat(path.c_str(), &status) == 0;
  if (leads_somewhere && S_ISDIR(status.st_mode)) return core::fail(refused_directory(path));
  if (leads_somewhere && !S_ISREG(status.st_mode)) {
    return core::fail(
        {.code = "io.not_regular",
         .message =
             fmt::format("cannot write {}: it is a device or a pipe, not a file", path_text(path)),
         .help = "name a regular file, or - for the standard output"});
  }
  if (!replace) return core::fail(os_error(EEXIST, "write", path));
  TILEGLOT_TRY(real, behind_links(path));
  return Target{real, status.st_mode & kPermissions};
}

core::Result<Target> target_at(const std::string& path, bool replace) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0) return existing_target(path, replace);
  if (errno != ENOENT) return core::fail(os_error(errno, "write", path));
  if (path.ends_with('/')) return core::fail(refused_directory(path));
  if (path.empty()) return core::fail(os_error(ENOENT, "write", path));
  return Target{path, std::nullopt};
}

/// The name under which a file without a name can be linked.
std::string descriptor_path(const FileDescriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.number());
}

/// O_TMPFILE is of use only where /proc can turn the file into a named one later.
bool can_be_linked(const FileDescriptor& file) {
  return ::access(descriptor_path(file).c_str(), F_OK) == 0;
}

/// 0 or the errno.
int link_file(const std::string& from, const std::string& to) {
  const int result = ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW);
  return result == 0 ? 0 : errno;
}

bool has_no_unnamed_files(int number) {
  // What kernels and file systems answer that do not know O_TMPFILE.
  return number == EOPNOTSUPP || number == EISDIR || number == EINVAL || number == ENOENT;
}

std::int64_t free_bytes(const FileDescriptor& file) {
  struct statvfs status = {};
  if (::fstatvfs(file.number(), &status) != 0) return 0;
  return core::saturating_mul(static_cast<std::int64_t>(status.f_bavail),
                              static_cast<std::int64_t>(status.f_frsize));
}

/// Beyond this limit the kernel would answer with a signal that ends the process.
bool fits_file_size_limit(std::int64_t size_bytes) {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
  return static_cast<std::uint64_t>(size_bytes) <= limit.rlim_cur;
}

/// posix_fallocate returns its error instead of setting errno, and gives up at a signal.
int allocate(const FileDescriptor& file, std::int64_t size_bytes) {
  int result = EINTR;
  while (result == EINTR) result = ::posix_fallocate(file.number(), 0, size_bytes);
  return result;
}

}  // namespace

core::Result<AtomicFile> AtomicFile::create(const std::string& path, std::int64_t size_bytes,
                                            AtomicFileOptions options) {
  TILEGLOT_TRY(target, target_at(path, options.replace));
  AtomicFile file(target.path, options.replace);
  TILEGLOT_TRY_STATUS(file.open_temporary(options.named_temporary));
  if (target.mode && ::fchmod(file.file_.number(), *target.mode) != 0) {
    return core::fail(os_error(errno, "set the mode of", path));
  }
  TILEGLOT_TRY_STATUS(file.reserve(size_bytes));
  TILEGLOT_TRY(memory, MemoryMapping::to_write(file.file_.number(), size_bytes, path));
  file.memory_ = std::move(memory);
  return file;
}

std::string AtomicFile::folder() const {
  const std::size_t slash = path_.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path_.substr(0, slash);
}

/// A name beside the target that no other file has, most likely: callers try again where it exists.
std::string AtomicFile::hidden_path() const {
  const std::string_view name = std::string_view(path_).substr(path_.rfind('/') + 1);
  constexpr std::size_t kAdded =
      std::string_view(".").size() + std::string_view(".0123456789abcdef.tmp").size();
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, GRND_NONBLOCK) < 0)
    number = static_cast<std::uint64_t>(::getpid());
  return fmt::format("{}/.{}.{:016x}.tmp", folder(), name.substr(0, NAME_MAX - kAdded), number);
}

core::Status AtomicFile::open_temporary(bool named) {
  if (named) return open_named_temporary();
  file_ = FileDescriptor(::open(folder().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kNewFileMode));
  if (file_.is_open() && can_be_linked(file_)) return {};
  if (!file_.is_open() && !has_no_unnamed_files(errno)) {
    return core::fail(os_error(errno, "write into the folder", folder()));
  }
  return open_named_temporary();
}

core::Status AtomicFile::open_named_temporary() {
  for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
    const std::string path = hidden_path();
    file_ =
        FileDescriptor(::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, kNewFileMode));
    if (file_.is_open()) {
      temporary_ = TemporaryName(path);
      return {};
    }
    if (errno != EEXIST) break;
  }
  return core::fail(os_error(errno, "write into the folder", folder()));
}

core::Status AtomicFile::reserve(std::int64_t size_bytes) {
  if (size_bytes == 0) return {};
  if (!fits_file_size_limit(size_bytes)) {
    return core::fail(
        {.code = "io.no_space",
         .message = fmt::format("cannot write {}: {} bytes are more than the limit on "
                                "the size of a file",
                                path_text(path_), size_bytes),
         .help = "raise the limit (ulimit -f)"});
  }
  const int result = allocate(file_, size_bytes);
  if (result == 0) return {};
  core::Error error = os_error(result, "write", path_);
  if (error.code == "io.no_space") {
    error.message +=
        fmt::format("; {} bytes are needed, {} are free", size_bytes, free_bytes(file_));
  }
  return core::fail(std::move(error));
}

core::Status AtomicFile::commit() {
  const bool is_whole = !memory_.lost_pages();
  memory_ = MemoryMapping();
  if (!is_whole) return core::fail(os_error(EIO, "write", path_));
  // On Linux fsync also writes what was stored through a mapping.
  if (::fsync(file_.number()) != 0) return core::fail(os_error(errno, "write", path_));
  TILEGLOT_TRY_STATUS(publish());
  return sync_folder();
}

core::Status AtomicFile::publish() {
  return temporary_.exists() ? publish_named() : publish_unnamed();
}

core::Status AtomicFile::publish_unnamed() {
  const int result = link_file(descriptor_path(file_), path_);
  if (result == 0) return {};
  if (result == EEXIST && replace_) return replace_with_unnamed();
  return core::fail(os_error(result, "write", path_));
}

core::Status AtomicFile::replace_with_unnamed() {
  int result = EEXIST;
  std::string hidden;
  for (int attempt = 0; attempt < kNameAttempts && result == EEXIST; ++attempt) {
    hidden = hidden_path();
    result = link_file(descriptor_path(file_), hidden);
  }
  if (result != 0) return core::fail(os_error(result, "write into the folder", folder()));
  temporary_ = TemporaryName(hidden);
  return publish_named();
}

core::Status AtomicFile::publish_named() {
  const char* from = temporary_.path().c_str();
  const unsigned flags = replace_ ? 0 : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, path_.c_str(), flags) == 0) {
    temporary_.let_go();
    return {};
  }
  const bool unknown_flag = !replace_ && (errno == EINVAL || errno == ENOSYS);
  if (!unknown_flag) return core::fail(os_error(errno, "write", path_));
  const int result = link_file(temporary_.path(), path_);  // keeps an existing target too
  if (result != 0) return core::fail(os_error(result, "write", path_));
  temporary_ = TemporaryName();
  return {};
}

/// The new name itself is durable only when its folder is written.
core::Status AtomicFile::sync_folder() const {
  const FileDescriptor opened(::open(folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that may be written but not read cannot be synced; the file itself is safe.
  if (!opened.is_open()) return {};
  // EINVAL: the file system has nothing to write for a folder.
  if (::fsync(opened.number()) == 0 || errno == EINVAL) return {};
  return core::fail(os_error(errno, "write the folder", folder()));
}

core::Status write_file(const std::string& path, std::span<const std::byte> contents,
                        AtomicFileOptions options) {
  TILEGLOT_TRY(file, AtomicFile::create(path, static_cast<std::int64_t>(contents.size()), options));
  std::copy(contents.begin(), contents.end(), file.bytes().begin());
  return file.commit();
}

}  // namespace tileglot::io
