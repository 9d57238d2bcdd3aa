// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/inspect.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint {
namespace {

constexpr std::int64_t kWidestAlignment = 4096;

std::int64_t alignment_of(std::int64_t place) {
  return place == 0 ? kWidestAlignment : std::min(place & -place, kWidestAlignment);
}

InspectedPart inspected(const Part& part) {
  InspectedPart result{.part = &part, .tensors = {}};
  result.tensors.reserve(part.tensors.header.tensors.size());
  for (const io::SafetensorsTensor& tensor : part.tensors.header.tensors) {
    const std::int64_t place = part.tensors.header.data_begin_bytes + tensor.begin_bytes;
    result.tensors.push_back({.tensor = &tensor,
                              .begin_bytes = place,
                              .alignment = alignment_of(place),
                              .packed = packed_tensor(part, tensor)});
  }
  return result;
}

}  // namespace

core::Result<std::vector<InspectedPart>> inspect(const Checkpoint& checkpoint) {
  std::vector<InspectedPart> parts;
  parts.reserve(checkpoint.parts.size());
  for (const Part& part : checkpoint.parts) parts.push_back(inspected(part));
  TILEGLOT_TRY_STATUS(checkpoint.check());
  return parts;
}

}  // namespace tileglot::checkpoint
