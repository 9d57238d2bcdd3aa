// SPDX-License-Identifier: Apache-2.0
// evaluator.h: a layout prepared for many evaluations by mode.
//
// What     Evaluator::of(layout).offset(x) is the offset of the coordinate with x[k] in top-level
//          mode k, by the definition: the leaves of a mode cut x[k] into digits, first fastest.
// Why      crd2idx reads coordinates of any structure; a loop over a tensor uses only one form.
// Units    Offsets are in elements.
// Example  For (3,(2,3)):(3,(12,1)): extents (3,6); offset (1,5) = 17.
//          [tests: evaluator_test.cc, "an evaluator agrees with crd2idx everywhere"]
// Errors   Those of size and cosize of the layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

class Evaluator {
 public:
  static core::Result<Evaluator> of(const Layout<>& layout);

  /// Sizes of the top-level modes.
  std::span<const std::int64_t> extents() const { return extents_; }
  std::int64_t size() const { return size_; }
  std::int64_t cosize() const { return cosize_; }
  /// Precondition: one number in [0, extent) for each mode.
  std::int64_t offset(std::span<const std::int64_t> by_mode) const;

 private:
  struct Leaf {
    std::int64_t extent = 1;
    std::int64_t stride = 0;
    bool ends_mode = false;
  };

  std::vector<std::int64_t> extents_;
  std::vector<Leaf> leaves_;
  std::int64_t size_ = 1;
  std::int64_t cosize_ = 1;
};

}  // namespace tileglot::notation::cute
