// SPDX-License-Identifier: Apache-2.0
// stream.cc: read and write until all is done.
#include "tileglot/io/file/stream.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::io {
namespace {

constexpr std::int64_t kFirstBlockBytes = std::int64_t{1} << 16;

/// Fills `space` up to the end of the stream and returns the number of bytes.
core::Result<std::int64_t> read_into(int descriptor, std::string_view name,
                                     std::span<std::byte> space) {
  std::size_t filled = 0;
  while (filled < space.size()) {
    const std::span<std::byte> rest = space.subspan(filled);
    const ssize_t read =
        retry_interrupted([&] { return ::read(descriptor, rest.data(), rest.size()); });
    if (read == 0) break;
    if (read < 0) return core::fail(os_error(errno, "read", name));
    filled += static_cast<std::size_t>(read);
  }
  return static_cast<std::int64_t>(filled);
}

core::Error too_large(std::string_view name, std::int64_t limit_bytes) {
  return {{.code = "io.too_large",
           .message =
               fmt::format("{} is a stream of more than {} bytes, the most that is held in memory",
                           path_text(name), limit_bytes),
           .help = "write it to a file first and name the file"}};
}

}  // namespace

core::Result<MemoryMapping> read_all(int descriptor, std::string_view name,
                                     std::int64_t limit_bytes, std::span<const std::byte> begun) {
  auto size = static_cast<std::int64_t>(begun.size());
  if (size > limit_bytes) return core::fail(too_large(name, limit_bytes));
  // One byte beyond the limit distinguishes a stream that ends there from one that goes on.
  const std::int64_t most = core::saturating_add(limit_bytes, 1);
  std::int64_t capacity = std::min(std::max(kFirstBlockBytes, core::saturating_add(size, 1)), most);
  TILEGLOT_TRY(memory, MemoryMapping::anonymous(capacity, name));
  std::ranges::copy(begun, memory.writable_bytes().begin());
  while (true) {
    const auto filled = static_cast<std::size_t>(size);
    TILEGLOT_TRY(read, read_into(descriptor, name, memory.writable_bytes().subspan(filled)));
    size += read;
    if (size > limit_bytes) return core::fail(too_large(name, limit_bytes));
    if (size < capacity) break;
    capacity = std::min(core::saturating_mul(capacity, 2), most);
    TILEGLOT_TRY_STATUS(memory.resize(capacity, name));
  }
  if (size == 0) return MemoryMapping();
  TILEGLOT_TRY_STATUS(memory.resize(size, name));
  return std::move(memory);
}

core::Result<std::vector<std::byte>> read_first(int descriptor, std::string_view name,
                                                std::size_t bytes) {
  std::vector<std::byte> first(bytes);
  TILEGLOT_TRY(read, read_into(descriptor, name, first));
  first.resize(static_cast<std::size_t>(read));
  return first;
}

core::Status write_all(int descriptor, std::string_view name, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        retry_interrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) return core::fail(os_error(errno, "write", name));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace tileglot::io
