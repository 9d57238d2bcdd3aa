// SPDX-License-Identifier: Apache-2.0
// ranged_file.cc: preadv, in parts that the system takes.
#include "tileglot/io/file/ranged_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/changed_file.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::io {
namespace {

/// IOV_MAX of Linux, and the most that POSIX lets others ask for.
constexpr std::size_t kMostParts = 1024;
/// Linux reads 4096 bytes less than 2^31 at once; macOS refuses more than 2^31 - 1.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

using Parts = std::span<const std::span<std::byte>>;

/// What is left of parts that are filled from the first on.
class Rest {
 public:
  explicit Rest(Parts parts) : parts_(parts) { advance(0); }

  bool is_empty() const { return parts_.empty(); }

  /// Precondition: the parts have as many bytes.
  void advance(std::size_t bytes) {
    filled_ += bytes;
    while (!parts_.empty() && filled_ >= parts_.front().size()) {
      filled_ -= parts_.front().size();
      parts_ = parts_.subspan(1);
    }
  }

  /// As many as one call takes; a part that is too long is cut.
  std::size_t fill(std::array<iovec, kMostParts>& vectors) const {
    std::size_t count = 0;
    std::size_t room = kMostBytes;
    for (std::size_t i = 0; i < parts_.size() && count < kMostParts && room > 0; ++i) {
      const std::span<std::byte> part = parts_[i].subspan(i == 0 ? filled_ : 0);
      const std::size_t bytes = std::min(part.size(), room);
      vectors[count++] = {part.data(), bytes};
      room -= bytes;
    }
    return count;
  }

 private:
  Parts parts_;
  std::size_t filled_ = 0;  ///< of the first
};

core::Error not_regular(const std::string& path) {
  return {{.code = "io.not_regular",
           .message = fmt::format("cannot read {} at offsets: it is a device or a pipe, not a file",
                                  path_text(path)),
           .help = "copy it to a file"}};
}

core::Status check_regular(const FileDescriptor& file, const std::string& path) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return core::fail(os_error(errno, "open", path));
  if (S_ISDIR(status.st_mode)) return core::fail(os_error(EISDIR, "read", path));
  if (!S_ISREG(status.st_mode)) return core::fail(not_regular(path));
  return {};
}

}  // namespace

core::Result<RangedFile> RangedFile::open(const std::string& path) {
  // A pipe without a writer would block.
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  FileDescriptor file(retry_interrupted([&] { return ::open(path.c_str(), flags); }));
  if (!file.is_open()) return core::fail(os_error(errno, "open", path));
  TILEGLOT_TRY_STATUS(check_regular(file, path));
  return RangedFile(path, std::move(file));
}

core::Status RangedFile::read(std::int64_t at, std::span<std::byte> bytes) const {
  return read(at, Parts(&bytes, 1));
}

core::Status RangedFile::read(std::int64_t at, Parts parts) const {
  std::array<iovec, kMostParts> vectors;  // NOLINT(cppcoreguidelines-pro-type-member-init): 16 KiB
  for (Rest rest(parts); !rest.is_empty();) {
    const auto count = static_cast<int>(rest.fill(vectors));
    const auto got =
        retry_interrupted([&] { return ::preadv(file_.number(), vectors.data(), count, at); });
    if (got < 0) return core::fail(os_error(errno, "read", path_));
    if (got == 0) return core::fail(changed_file(path_, "became shorter"));
    rest.advance(static_cast<std::size_t>(got));
    at += got;
  }
  return {};
}

core::Result<MemoryMapping> RangedFile::map() const {
  struct stat status = {};
  if (::fstat(file_.number(), &status) != 0) return core::fail(os_error(errno, "map", path_));
  return MemoryMapping::to_read(file_.number(), status.st_size, path_);
}

}  // namespace tileglot::io
