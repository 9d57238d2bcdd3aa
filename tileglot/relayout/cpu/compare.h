// SPDX-License-Identifier: Apache-2.0
// compare.h: one tensor in two buffers, compared element by element.
//
// What     compare(extents, item_bytes, left, right) visits every coordinate x and compares the
//          item_bytes bytes at left.offset(x) with those at right.offset(x). It counts the
//          differences and keeps the first in row-major order.
// Why      Proves that a move lost nothing. It takes functions, not layouts: the caller passes
//          evaluators that do not share code with the code that moved the data.
// Units    Offsets and extents are in elements; item_bytes is the bytes of an element.
// Example  Left 1 2 3 4 row-major 2x2, right 1 3 9 4 column-major: one of four differs, at (0,1).
//          [tests: compare_test.cc, "the first difference is the first in row-major order"]
// Errors   relayout.offset_outside with the coordinate, where an offset is not in its buffer;
//          relayout.too_large_to_compare where more than 2^30 coordinates share fewer elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::relayout::cpu {

/// Called by several threads at once.
using OffsetOf = std::function<std::int64_t(std::span<const std::int64_t>)>;

struct Side {
  std::span<const std::byte> bytes;
  OffsetOf offset;
};

struct FirstDifference {
  std::vector<std::int64_t> at;
  std::int64_t left_offset = 0;
  std::int64_t right_offset = 0;
};

struct Comparison {
  std::int64_t compared = 0;
  std::int64_t different = 0;
  std::optional<FirstDifference> first = {};
};

struct CompareOptions {
  int threads = 0;  ///< 0: as many as the processor can run
};

/// Precondition: item_bytes >= 1, extents >= 0.
core::Result<Comparison> compare(std::span<const std::int64_t> extents, std::int64_t item_bytes,
                                 const Side& left, const Side& right,
                                 const CompareOptions& options = {});

}  // namespace tileglot::relayout::cpu
