// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/input/open_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "tileglot/checkpoint/file.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/spooled_stream.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::api::files {

namespace {

constexpr std::size_t kFirstBytes = 16;

/// True of a file that the shell opened as stdin, from its beginning, and that holds a model.
bool is_redirected_model(const struct stat& status) {
  std::array<std::byte, kFirstBytes> first{};
  return S_ISREG(status.st_mode) && ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 &&
         ::pread(STDIN_FILENO, first.data(), first.size(), 0) == std::ssize(first) &&
         checkpoint::begins_as_safetensors(first);
}

/// Such a file is mapped as any other.
core::Result<std::optional<io::MappedFile>> redirected_model() {
  struct stat status = {};
  if (::fstat(STDIN_FILENO, &status) != 0 || !is_redirected_model(status)) return std::nullopt;
  io::FileDescriptor file(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
  if (!file.is_open()) return std::nullopt;
  TILEGLOT_TRY(mapped, io::MappedFile::of_file("stdin", std::move(file), status.st_size));
  return std::optional(std::move(mapped));
}

core::Result<io::MappedFile> open_stdin(std::int64_t stream_limit_bytes) {
  TILEGLOT_TRY(redirected, redirected_model());
  if (redirected) return *std::move(redirected);
  TILEGLOT_TRY(first, io::read_first(STDIN_FILENO, "stdin", kFirstBytes));
  if (first.empty()) return core::fail({.code = "io.empty", .message = "stdin is empty"});
  if (checkpoint::begins_as_safetensors(first))
    return io::spooled_stream(STDIN_FILENO, "stdin", first);
  TILEGLOT_TRY(memory, io::read_all(STDIN_FILENO, "stdin", stream_limit_bytes, first));
  return io::MappedFile("stdin", std::move(memory));
}

}  // namespace

core::Result<io::MappedFile> open_input(const std::string& path, std::int64_t stream_limit_bytes) {
  return path == kStream ? open_stdin(stream_limit_bytes)
                         : io::MappedFile::open(path, stream_limit_bytes);
}

}  // namespace tileglot::api::files
