// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/input/open_input.h"

#include <unistd.h>

#include <cstdint>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::api::files {

core::Result<io::MappedFile> open_input(const std::string& path, std::int64_t stream_limit_bytes) {
  if (path != kStream) return io::MappedFile::open(path, stream_limit_bytes);
  TILEGLOT_TRY(memory, io::read_all(STDIN_FILENO, "stdin", stream_limit_bytes));
  if (memory.bytes().empty()) return core::fail({.code = "io.empty", .message = "stdin is empty"});
  return io::MappedFile("stdin", std::move(memory));
}

}  // namespace tileglot::api::files
