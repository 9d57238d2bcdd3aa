// SPDX-License-Identifier: Apache-2.0
// tensor_pieces.h: the bytes of one output tensor, piece by piece.
//
// What     A tensor that is moved comes in the slabs of slabs.h, one that is copied in runs of
//          bytes. make(i, room) returns piece i: built in `room`, or a view of the source.
// Why      The writer does not need to know how the bytes are made.
// Units    Bytes of the output tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/checkpoint/slabs.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint {

class TensorPieces {
 public:
  /// The move must outlive this object.
  TensorPieces(const TensorMove& move, std::int64_t most_bytes);

  std::int64_t count() const;
  std::int64_t begin(std::int64_t i) const;
  std::int64_t bytes(std::int64_t i) const;
  /// The size of the buffer that make() needs; 0 for a tensor that is copied.
  std::int64_t room_bytes() const;

  /// Precondition: `room` has bytes(i), or the tensor is copied.
  core::Result<std::span<const std::byte>> make(std::int64_t i, std::span<std::byte> room) const;

 private:
  const TensorMove* move_;
  std::int64_t most_bytes_;
  std::optional<Slabs> slabs_;
};

}  // namespace tileglot::checkpoint
