// SPDX-License-Identifier: Apache-2.0
// spooled_stream.h: a stream as a file that has no name.
//
// What     spooled_stream(descriptor, name, begun) writes `begun` and the rest of the stream to a
//          temporary file without a name, in $TMPDIR or /tmp, and maps it.
// Why      A model in a pipe is larger than memory, and its tensors are read more than once. The
//          file goes away with the process, however that ends.
// Units    Bytes; memory is one block of 1 MiB.
// Example  spooled_stream(0, "stdin", {}) of `cat model.safetensors |` has the bytes of the model.
//          [tests: spooled_stream_test.cc, "a stream is a file of its bytes"]
// Errors   io.no_space where the folder for temporary files is full; io.system.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"

namespace tileglot::io {

/// `begun` are the bytes that the caller has read of the stream already.
core::Result<MappedFile> spooled_stream(int descriptor, const std::string& name,
                                        std::span<const std::byte> begun);

}  // namespace tileglot::io
