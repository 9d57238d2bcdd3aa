// SPDX-License-Identifier: Apache-2.0
// atomic_file.cc: the temporary file, the checks of the target, the commit.
#include "tileglot/io/file/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
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
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/output_target.h"
#include "tileglot/io/file/temporary_name.h"

namespace tileglot::io {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less the umask
constexpr int kNameAttempts = 100;

/// The path by which an unnamed file can be linked.
std::string descriptor_path(const FileDescriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.number());
}

/// O_TMPFILE is useful only if the file can be linked through /proc later.
bool can_be_linked(const FileDescriptor& file) {
  return ::access(descriptor_path(file).c_str(), F_OK) == 0;
}

bool has_no_unnamed_files(int number) {
  // The errors of kernels and file systems without O_TMPFILE.
  return number == EOPNOTSUPP || number == EISDIR || number == EINVAL || number == ENOENT;
}

}  // namespace

core::Result<AtomicFile> AtomicFile::create(const std::string& path, std::int64_t size_bytes,
                                            AtomicFileOptions options) {
  TILEGLOT_TRY(target, output_target(path, options.replace));
  AtomicFile file(target.path, options.replace);
  TILEGLOT_TRY_STATUS(file.open_temporary(options.named_temporary));
  if (target.mode && ::fchmod(file.file_.number(), *target.mode) != 0) {
    return core::fail(os_error(errno, "set the mode of", path));
  }
  TILEGLOT_TRY_STATUS(reserve_bytes(file.file_, target.path, size_bytes));
  TILEGLOT_TRY(memory, MemoryMapping::to_write(file.file_.number(), size_bytes, path));
  file.memory_ = std::move(memory);
  return file;
}

std::string AtomicFile::folder() const { return folder_of_file(path_); }

/// A name beside the target that is most likely unused: callers try again if it exists.
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

core::Status AtomicFile::commit() {
  const bool is_whole = !memory_.lost_pages();
  memory_ = MemoryMapping();
  if (!is_whole) return core::fail(os_error(EIO, "write", path_));
  // On Linux fsync also writes data stored through a mapping.
  if (::fsync(file_.number()) != 0) return core::fail(os_error(errno, "write", path_));
  TILEGLOT_TRY_STATUS(publish());
  return sync_folder_of(path_);
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
  TILEGLOT_TRY_STATUS(give_name(temporary_.path(), path_, replace_));
  temporary_.let_go();
  return {};
}

core::Status write_file(const std::string& path, std::span<const std::byte> contents,
                        AtomicFileOptions options) {
  TILEGLOT_TRY(file, AtomicFile::create(path, static_cast<std::int64_t>(contents.size()), options));
  std::copy(contents.begin(), contents.end(), file.bytes().begin());
  return file.commit();
}

}  // namespace tileglot::io
