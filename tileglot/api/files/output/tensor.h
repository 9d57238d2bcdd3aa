// SPDX-License-Identifier: Apache-2.0
// output/tensor.h: where a relaid tensor goes: a .npy file, or stdout.
//
// What     TensorOutput reserves room for a tensor; data() is the buffer for its elements; finish()
//          gives the file its name, or writes everything to stdout.
// Why      A file appears whole or not at all (io/npy/writer.h). Output to a stream cannot be taken
//          back, so it starts only when the tensor is complete.
// Units    Bytes. What goes to stdout is held in memory first, at most io::kStreamLimitBytes.
// Errors   Those of npy/writer.h; io.too_large for a stream larger than that limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/npy/writer.h"

namespace tileglot::api::files {

class TensorOutput {
 public:
  static core::Result<TensorOutput> create(const std::string& path, std::string_view descr,
                                           std::span<const std::int64_t> shape, bool replace);

  /// Zero until written.
  std::span<std::byte> data();
  core::Status finish();

 private:
  struct Stream {
    io::MemoryMapping memory;
    std::size_t data_begin_bytes = 0;
  };
  using Place = std::variant<io::NpyWriter, Stream>;

  explicit TensorOutput(Place place) : place_(std::move(place)) {}
  static core::Result<Place> stream(std::string_view descr, std::span<const std::int64_t> shape);

  Place place_;
};

}  // namespace tileglot::api::files
