// SPDX-License-Identifier: Apache-2.0
// strides.h: arrays with a stride for each dimension, as NumPy, torch and DLPack describe them.
//
// What     StridedArray: element x is at offset + sum of x_k * strides_k.
// Units    Strides and offset of the value are in elements, as in torch and DLPack. Unit is the
//          unit of the text: NumPy's strides are in bytes, which must be multiples of the item
//          size.
// Example  shape=(2,3) strides=(12,4) bytes dtype=float32 and shape=(2,3) strides=(3,1) elements
//          are the same function.
//          [tests: strides_test.cc, "bytes and elements say the same"]
// Errors   check: those of array.h, strided.rank, strided.too_large where an offset does not fit.
// Source   NumPy, ndarray.strides; torch, Tensor.stride() and storage_offset(); DLPack, dlpack.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {

enum class Unit : std::uint8_t { kElements, kBytes };

struct StridedArray {
  Array array = {};
  std::vector<std::int64_t> strides = {};
  std::int64_t offset = 0;
  Unit unit = Unit::kElements;
  std::int64_t item_bytes = 0;  ///< 0 where the unit is elements
  friend bool operator==(const StridedArray&, const StridedArray&) = default;
};

/// The number of positions from 0, or from the smallest offset if negative, to the largest; 0 for
/// an empty array. Empty where an offset or the number does not fit.
core::Checked positions_between(std::int64_t lowest, std::int64_t highest);
core::Checked cosize(std::span<const std::int64_t> extents, std::span<const std::int64_t> strides,
                     std::int64_t offset);

core::Status check(const StridedArray& array);
/// Precondition: check(array) passes, and x is in range.
std::int64_t offset_of(const StridedArray& array, std::span<const std::int64_t> x);
/// Positions owned: the cosize.
core::Checked positions(const StridedArray& array);

std::string print(const StridedArray& array);

}  // namespace tileglot::notation::strided
