// SPDX-License-Identifier: Apache-2.0
// batch.h: many tensors moved in one call.
//
// What     relayout_batch(f, g, bits, tensors) moves each tensor from layout f to layout g;
//          relayout_batch(tensors) takes tensors with individual layouts.
// Why      A checkpoint or a batch of attention heads has thousands of tensors with few layouts:
//          each pair of layouts is planned once, and threads take whole tensors.
// How      All buffers are checked before the first byte moves. A tensor that is a large part of
//          the total is moved by all threads, the others by one each. Layouts are compared by
//          address first, so callers with one layout should pass one map.
// Example  relayout_batch(f, g, 32, pairs) with f32[8,8]{1,0} and {0,1}, ten thousand pairs.
//          [tests: batch_test.cc, "many small tensors are one call"]
// Errors   As relayout.h, with the index of the tensor; relayout.overlap also where the targets of
//          two tensors, or the target of one and the source of another, share memory. Nothing has
//          moved then. After relayout.cancelled every target is lost.
#pragma once

#include <cstddef>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/cpu/relayout.h"

namespace tileglot::relayout::cpu {

struct BatchTensor {
  std::span<const std::byte> source;
  std::span<std::byte> target;
};

core::Status relayout_batch(const map::IndexMap& source_map, const map::IndexMap& target_map,
                            int element_bits, std::span<const BatchTensor> tensors,
                            const RelayoutOptions& options = {});

struct MappedTensor {
  const map::IndexMap* source_map = nullptr;
  const map::IndexMap* target_map = nullptr;
  int element_bits = 0;
  std::span<const std::byte> source;
  std::span<std::byte> target;
};

/// Precondition: no map is null.
core::Status relayout_batch(std::span<const MappedTensor> tensors,
                            const RelayoutOptions& options = {});

}  // namespace tileglot::relayout::cpu
