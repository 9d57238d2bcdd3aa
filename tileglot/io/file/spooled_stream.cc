// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/spooled_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/scratch_folder.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::io {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

/// A file that is gone when it is closed.
core::Result<FileDescriptor> unnamed_file() {
  TILEGLOT_TRY(folder, temporary_directory());
  FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.is_open()) return file;
  std::string path = (folder / "tileglot-XXXXXX").string();
  FileDescriptor named(::mkostemp(path.data(), O_CLOEXEC));
  if (!named.is_open())
    return core::fail(os_error(errno, "write into the folder", folder.string()));
  ::unlink(path.c_str());
  return named;
}

core::Status copy_rest(int descriptor, const std::string& name, const FileDescriptor& file,
                       std::int64_t& size) {
  std::vector<std::byte> block(kBlockBytes);
  while (true) {
    const ssize_t read =
        retry_interrupted([&] { return ::read(descriptor, block.data(), block.size()); });
    if (read < 0) return core::fail(os_error(errno, "read", name));
    if (read == 0) return {};
    const auto bytes = std::span(block).first(static_cast<std::size_t>(read));
    TILEGLOT_TRY_STATUS(write_all(file.number(), "a temporary file", bytes));
    size += read;
  }
}

}  // namespace

core::Result<MappedFile> spooled_stream(int descriptor, const std::string& name,
                                        std::span<const std::byte> begun) {
  TILEGLOT_TRY(file, unnamed_file());
  TILEGLOT_TRY_STATUS(write_all(file.number(), "a temporary file", begun));
  auto size = static_cast<std::int64_t>(begun.size());
  TILEGLOT_TRY_STATUS(copy_rest(descriptor, name, file, size));
  return MappedFile::of_file(name, std::move(file), size);
}

}  // namespace tileglot::io
