// SPDX-License-Identifier: Apache-2.0
// transpose.h: permutes the dimensions of an array, with the interface of XLA's host transpose.
//
// What     A Transpose of dims by a permutation p writes output[j] = input[i] where j_k = i_(p[k]).
//          Either side may be tiled on its last dimensions; the input may have strides of any
//          number of bytes. It is executed as a whole, or chunk by chunk by a caller with its own
//          threads.
// Why      Runtimes hold host arrays by strides, devices take tiles, and callers bring their own
//          schedulers and staging buffers.
// Units    Bytes. A stride is from element to element, or from tile to tile where the dimension is
//          tiled. Offsets in the input count from element (0,..,0), which need not be the lowest
//          byte: input_begin_bytes() is where the buffer begins, 0 or negative.
// Chunks   At most as many as requested, and at most 1024, each a part of the elements; in the
//          buffer that is to be contiguous they are consecutive, padding included, and without
//          strides they cover all of it. Chunks do not share a byte of the output, so they can run
//          concurrently. Where the input is contiguous a chunk leaves padding of the output as it
//          is.
// Example  2x3 f32 by (1,0) with input tiles (2,2): input element (1,2) is at byte 24, in tile 1 at
//          (1,0), and goes to byte 20.
//          [tests: transpose_test.cc, "the worked example of xla"]
// Errors   map.domain for a negative dimension; relayout.element_bits for elements of other than 1,
//          2, 4, 8 or 16 bytes; relayout.permutation; relayout.tiling for more tile sizes than
//          dimensions, or one below 1; relayout.strides where the number of strides is not the
//          number of dimensions; relayout.chunks for less than one chunk; relayout.too_large; those
//          of plan::plan and plan::check_buffers.
// Source   XLA's TransposePlan; differs from XLA: both sides may be tiled, and padding of the
//          output is zeroed unless ExecuteOptions say otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

/// The buffer in which a chunk is one contiguous range of bytes.
enum class Contiguity { kNone, kInput, kOutput };

struct TransposeOptions {
  std::int64_t element_bytes = 1;
  std::vector<std::int64_t> dims = {};          ///< of the input
  std::vector<std::int64_t> permutation = {};   ///< input dimension of each output dimension
  std::vector<std::int64_t> input_tiling = {};  ///< of the last dimensions
  std::optional<std::vector<std::int64_t>> input_strides_bytes = {};  ///< none: row-major
  std::vector<std::int64_t> output_tiling = {};
  std::int64_t chunks = 1;
  Contiguity contiguity = Contiguity::kNone;
  ExecuteOptions execute = {};
};

/// The part of each side that a chunk reads or writes: bytes [offset, offset + bytes).
struct TransposeChunk {
  std::int64_t input_offset = 0;  ///< from element (0,..,0)
  std::int64_t input_bytes = 0;
  std::int64_t output_offset = 0;
  std::int64_t output_bytes = 0;
};

/// Whether a buffer holds the whole side, or only the chunk's bytes.
struct ChunkBuffers {
  bool input_is_whole = true;
  bool output_is_whole = true;
};

class Transpose {
 public:
  static core::Result<Transpose> of(const TransposeOptions& options);

  std::int64_t input_begin_bytes() const { return input_begin_; }
  std::int64_t input_bytes() const { return input_bytes_; }
  std::int64_t output_bytes() const { return output_bytes_; }
  const plan::Plan& plan() const { return whole_.plan(); }

  core::Status execute(std::span<const std::byte> input, std::span<std::byte> output) const {
    return whole_.execute(input, output);
  }

  std::size_t chunks() const { return chunks_.size(); }
  const TransposeChunk& chunk(std::size_t i) const { return chunks_[i].bytes; }
  /// Precondition: i < chunks().
  core::Status execute_chunk(std::size_t i, std::span<const std::byte> input,
                             std::span<std::byte> output, ChunkBuffers buffers = {}) const;

 private:
  struct Chunk {
    TransposeChunk bytes;
    PreparedPlan plan;
  };

  explicit Transpose(PreparedPlan whole) : whole_(std::move(whole)) {}

  PreparedPlan whole_;
  std::vector<Chunk> chunks_ = {};
  std::int64_t input_begin_ = 0;
  std::int64_t input_bytes_ = 0;
  std::int64_t output_bytes_ = 0;
};

}  // namespace tileglot::relayout::cpu
