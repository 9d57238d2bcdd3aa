// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/locked_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::io {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less the umask
/// Each attempt fails only if another process finishes at that very moment.
constexpr int kAttempts = 100;

/// A path that is not a regular file cannot be the file for `output`.
core::Error not_regular(const std::string& path) {
  return {
      {.code = "io.not_regular",
       .message = fmt::format("cannot write {}: it is a device, a pipe, a folder or a link, not a "
                              "file",
                              path_text(path)),
       .help = "remove it, or name another output"}};
}

bool is_regular(const FileDescriptor& file) {
  struct stat status = {};
  return ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode);
}

core::Error not_opened(int number, const std::string& path, const std::string& output) {
  const bool is_other = number == ELOOP || number == EISDIR || number == ENXIO;
  return is_other ? not_regular(path) : os_error(number, "write", output);
}

/// Some cluster file systems have no locks; there the user must avoid two runs.
bool has_no_locks(int number) {
  return number == ENOLCK || number == ENOSYS || number == EOPNOTSUPP;
}

core::Error busy(const std::string& output) {
  return {{.code = "io.busy",
           .message = fmt::format("another process is writing {}", path_text(output)),
           .help = "wait for its end, or end it"}};
}

/// is_locked() holds a lock for a moment, which is not a writer's.
int lock(const FileDescriptor& file) {
  constexpr int kLooks = 5;
  constexpr std::chrono::milliseconds kMoment(2);
  for (int look = 0; look < kLooks; ++look) {
    if (look > 0) std::this_thread::sleep_for(kMoment);
    if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0) return 0;
    if (errno != EWOULDBLOCK) return errno;
  }
  return EWOULDBLOCK;
}

}  // namespace

bool has_name(const FileDescriptor& file, const std::string& path) {
  struct stat opened = {};
  struct stat named = {};
  return ::fstat(file.number(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

bool is_locked(const std::string& path) {
  const FileDescriptor file(retry_interrupted(
      [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); }));
  return file.is_open() && ::flock(file.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

core::Result<FileDescriptor> open_locked(const std::string& path, const std::string& output,
                                         int flags) {
  // A link would redirect the bytes elsewhere, and a pipe would block.
  const int all_flags = flags | O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    FileDescriptor file(
        retry_interrupted([&] { return ::open(path.c_str(), all_flags, kNewFileMode); }));
    if (!file.is_open()) return core::fail(not_opened(errno, path, output));
    if (!is_regular(file)) return core::fail(not_regular(path));
    const int refusal = lock(file);
    if (refusal != 0 && !has_no_locks(refusal)) {
      return core::fail(refusal == EWOULDBLOCK ? busy(output) : os_error(refusal, "lock", output));
    }
    if (has_name(file, path)) return file;
  }
  return core::fail(busy(output));
}

}  // namespace tileglot::io
