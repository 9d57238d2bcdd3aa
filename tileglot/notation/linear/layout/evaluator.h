// SPDX-License-Identifier: Apache-2.0
// evaluator.h: a linear layout as a function from one tuple of numbers to one number.
//
// What     An Evaluator takes a value for each input dimension, in the layout's order, and returns
//          the row-major index of the output: the last output dimension is the fastest. coordinate
//          splits that index again.
// Why      Layouts of every notation are evaluated the same way. It xors basis vectors, as apply.h
//          does, and does not use index maps, so that each can test the other.
// Units    Triton lists outputs from minor to major, dim0 first; the index is that of a row-major
//          tensor, in which dim0 is the slowest.
// Example  Register 1 of lane 3 in {register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}
//          holds (3,1), index 7.
//          [tests: evaluator_test.cc, "the number of an output is row major"]
// Errors   linear.too_many_bits where the inputs or the outputs have more than 62 bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

/// Sizes up to 2^62 fit an int64.
inline constexpr int kMaxCountedBits = 62;

class Evaluator {
 public:
  static core::Result<Evaluator> of(const Layout& layout);

  /// The sizes of the inputs, in their order.
  std::span<const std::int64_t> extents() const { return extents_; }
  std::int64_t size() const { return std::int64_t{1} << layout_.in_bits(); }
  /// All outputs, reached or not.
  std::int64_t codomain_size() const { return std::int64_t{1} << layout_.out_bits(); }
  /// Precondition: one number in [0, extent) for each input.
  std::int64_t offset(std::span<const std::int64_t> inputs) const;
  /// The output with that row-major index, a value for each output dimension.
  /// Precondition: in [0, codomain_size()).
  std::vector<std::int64_t> coordinate(std::int64_t offset) const;

 private:
  explicit Evaluator(const Layout& layout);

  Layout layout_;
  std::vector<std::int64_t> extents_;
};

}  // namespace tileglot::notation::linear
