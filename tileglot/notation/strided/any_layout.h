// SPDX-License-Identifier: Apache-2.0
// any_layout.h: a layout in any spelling of this package, and its evaluator.
//
// What     parse reads a text in the spelling that it detects, or in the one that is named; print
//          and Evaluator work on any.
// Why      The bridge and the commands handle all spellings alike.
// Units    Offsets are in elements. positions counts what the layout owns, padding included.
// Example  parse("nChw16c 1x32x2x2"): spelling onednn; (0,17,1,0) is at 97 of 128.
//          [tests: any_layout_test.cc, "every spelling is found and evaluates itself"]
// Errors   strided.spelling where no spelling is detected, strided.coordinate, and those of the
//          spellings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/mdspan.h"
#include "tileglot/notation/strided/mlir.h"
#include "tileglot/notation/strided/onednn.h"
#include "tileglot/notation/strided/order.h"
#include "tileglot/notation/strided/strides.h"
#include "tileglot/notation/strided/tvm.h"

namespace tileglot::notation::strided {

/// kNumpy: strides in bytes, or order C or F; kTorch: strides in elements, or a memory format.
enum class Spelling : std::uint8_t { kNumpy, kTorch, kMdspan, kOnednn, kTvm, kMlir };

/// "numpy", "torch", "mdspan", "onednn", "tvm", "mlir".
std::string_view name_of(Spelling spelling);
std::optional<Spelling> spelling_named(std::string_view name);

using AnyLayout =
    std::variant<StridedArray, OrderedArray, Mdspan, OnednnLayout, TvmLayout, MlirLayout>;

Spelling spelling_of(const AnyLayout& layout);
const Array& array_of(const AnyLayout& layout);

/// Detects the spelling of a text. AB4a8b is oneDNN's, whose letters number the dimensions; other
/// capitals, as in IO16i16o, are TVM's.
std::optional<Spelling> detect(std::string_view text);

/// `spelling` is the one that the user named, which also sets the unit of strides whose text has
/// none, or, if not `is_named`, the one that detect() found. Nothing: use detect().
core::Result<AnyLayout> parse(std::string_view text, const std::optional<Array>& tensor = {},
                              std::optional<Spelling> spelling = {}, bool is_named = true);
std::string print(const AnyLayout& layout);

/// A checked layout, whose evaluation cannot fail.
class Evaluator {
 public:
  static core::Result<Evaluator> of(const AnyLayout& layout);

  std::span<const std::int64_t> extents() const { return array_of(layout_).extents; }
  std::int64_t size() const { return size_; }
  /// All positions owned, padding included.
  std::int64_t physical_size() const { return positions_; }

  core::Status check(std::span<const std::int64_t> coordinate) const;
  /// Precondition: check(coordinate).
  std::int64_t offset(std::span<const std::int64_t> coordinate) const;

 private:
  Evaluator(AnyLayout layout, std::int64_t size, std::int64_t positions)
      : layout_(std::move(layout)), size_(size), positions_(positions) {}

  AnyLayout layout_;
  std::int64_t size_ = 0;
  std::int64_t positions_ = 0;
};

}  // namespace tileglot::notation::strided
