// SPDX-License-Identifier: Apache-2.0
// inspect.h: what is in a .safetensors file or an index.
//
// What     For each tensor where it is in its file, its alignment there, and its elements and
//          layout (packed_tensor.h), or why a record of its layout does not fit it.
// Why      Before moving a model one has to know what is in it, and in which layout it is now.
// Units    The alignment is the largest power of two, up to 4096, that divides the tensor's offset
//          in its file.
// Errors   io.changed.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint {

struct InspectedTensor {
  const io::SafetensorsTensor* tensor;
  std::int64_t begin_bytes;  ///< in its file
  std::int64_t alignment;
  core::Result<PackedTensor> packed;
};

struct InspectedPart {
  const Part* part;
  std::vector<InspectedTensor> tensors;
};

/// The checkpoint must outlive the result.
core::Result<std::vector<InspectedPart>> inspect(const Checkpoint& checkpoint);

}  // namespace tileglot::checkpoint
