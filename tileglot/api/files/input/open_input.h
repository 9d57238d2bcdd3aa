// SPDX-License-Identifier: Apache-2.0
// open_input.h: the bytes that a path of a request names, of whatever kind.
//
// What     open_input maps a file, or reads stdin where the path is "-". A model on stdin, a
//          .safetensors, is kept in a temporary file without a name (io/file/spooled_stream.h), any
//          other stream in memory; a model in a file that the shell opened as stdin is mapped.
// Errors   io.empty (nothing on stdin); those of io/file/mapped_file.h and io/file/stream.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::api::files {

/// The path that means stdin and stdout.
inline constexpr std::string_view kStream = "-";

core::Result<io::MappedFile> open_input(const std::string& path,
                                        std::int64_t stream_limit_bytes = io::kStreamLimitBytes);

}  // namespace tileglot::api::files
