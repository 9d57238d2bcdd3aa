// SPDX-License-Identifier: Apache-2.0
// stream.h: reads and writes streams that cannot be mapped: pipes, stdin, stdout.
//
// What     read_all(descriptor, limit) returns everything up to the end in page-aligned memory;
//          write_all writes every byte.
// Why      `-` is stdin and stdout. A stream may be endless, so the caller sets a limit for
//          reading.
// Units    Limits are bytes.
// Errors   io.too_large when the stream goes on past the limit; those of os_error.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file/memory_mapping.h"

namespace tileglot::io {

inline constexpr std::int64_t kStreamLimitBytes = std::int64_t{4} << 30;

/// `name` is the stream's name in messages: "stdin", a path. `begun` are bytes of it that were read
/// before; the result begins with them.
core::Result<MemoryMapping> read_all(int descriptor, std::string_view name,
                                     std::int64_t limit_bytes = kStreamLimitBytes,
                                     std::span<const std::byte> begun = {});

/// The first bytes of the stream, fewer only where it ends before.
core::Result<std::vector<std::byte>> read_first(int descriptor, std::string_view name,
                                                std::size_t bytes);

core::Status write_all(int descriptor, std::string_view name, std::span<const std::byte> bytes);

}  // namespace tileglot::io
