// SPDX-License-Identifier: Apache-2.0
// evaluate.h: the offsets of the elements of a tiled array.
//
// What     offset_of(shape, x) is the offset of element x. In physical order, major to minor, write
//          the extents as D and the coordinate as I. Each tile T in turn applies to the last |T| of
//          them: a `*` entry merges into the next one (I' = I_i*D_{i+1} + I_{i+1}, D' =
//          D_i*D_{i+1}); then the entries are replaced by all quotients (I/T, of extent ceil(D/T))
//          followed by all remainders (I mod T, of extent T). The offset is the row-major index of
//          I in D.
// Why      This is XLA's own definition of a layout, applied literally; it does not use index maps,
//          so that each can test the other.
// Units    Elements. A dimension `<=n` counts as n. A tile longer than the array's rank has extents
//          of 1 prepended. Tail padding (L) only rounds the physical size up. Splits (SC) and
//          element sizes (E) do not count: split_address.h gives the part that holds an element.
// Example  f32[3,5]{1,0:T(2,2)}, element (2,3): D = (2,3,2,2), I = (1,1,0,1), offset
//          ((1*3+1)*2+0)*2+1 = 17 of 24.
//          [tests: evaluate_test.cc, "worked examples of the published documents"]
//          element_at(17) of it is (2,3), and element_at(14) is nullopt: padding.
//          [tests: element_at_test.cc, "the worked example backwards"]
// Errors   Those of validate.h; xla.unbounded (a dimension ?), xla.not_array, xla.too_large,
//          xla.limit, xla.coordinate, xla.offset.
// Source   XLA, "Tiled layout" (docs/tiled_layout.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// A shape prepared for many evaluations: checked once, after which offset() neither allocates nor
/// fails. The definition's vectors are unrolled into a list of merges and divisions over numbered
/// values.
class Evaluator {
 public:
  /// Validates the shape first.
  static core::Result<Evaluator> of(const Shape& shape);
  /// Precondition: validate_layout accepts the layout, and no tile ends in `*`.
  static core::Result<Evaluator> of_valid(const Shape& shape);

  /// The logical extents, in the shape's order.
  std::span<const std::int64_t> extents() const { return extents_; }
  /// D after the last tile, major to minor; their product leaves out the tail padding.
  std::span<const std::int64_t> physical_extents() const { return physical_extents_; }
  /// Product of the logical extents; 0 for an array without elements.
  std::int64_t size() const { return size_; }
  /// Every position in memory: the product of the physical extents, rounded up to the tail padding.
  std::int64_t physical_size() const { return physical_size_; }

  /// Whether the coordinate has the right rank and every entry is in range.
  core::Status check(std::span<const std::int64_t> coordinate) const;
  /// Precondition: check(coordinate).
  std::int64_t offset(std::span<const std::int64_t> coordinate) const;
  /// Writes the element at an offset to x. Returns false, with x unspecified, for padding: the
  /// steps run backwards, and a value out of its range means that no element is there.
  /// Precondition: offset in [0, physical_size), x as long as the rank.
  bool element_at(std::int64_t offset, std::span<std::int64_t> x) const;

 private:
  friend class Unroller;

  enum class Verb : std::uint8_t { kMerge, kDivide, kShift };

  // kMerge:  values[first] = values[a] * by + values[b]
  // kDivide: values[first] = values[a] / by, values[second] = values[a] % by
  // kShift:  the same for by = 1 << shift
  struct Step {
    Verb verb = Verb::kMerge;
    std::uint8_t shift = 0;
    std::uint16_t a = 0;
    std::uint16_t b = 0;
    std::uint16_t first = 0;
    std::uint16_t second = 0;
    std::int64_t by = 1;
  };

  struct Term {
    std::uint16_t value = 0;
    std::int64_t stride = 0;
  };

  struct Values;
  bool undo_terms(std::int64_t offset, Values& values) const;
  bool undo(const Step& step, Values& values) const;

  std::vector<std::int64_t> extents_ = {};
  std::vector<std::int64_t> physical_extents_ = {};
  std::vector<Step> steps_ = {};
  std::vector<Term> terms_ = {};
  std::vector<std::int64_t> value_extents_ = {};  ///< by number; the constant's is 1
  std::int64_t size_ = 0;
  std::int64_t physical_size_ = 0;
};

core::Result<std::vector<std::int64_t>> physical_extents(const Shape& shape);
core::Result<std::int64_t> physical_size(const Shape& shape);
core::Result<std::int64_t> offset_of(const Shape& shape, std::span<const std::int64_t> coordinate);
/// The element at an offset, nullopt for padding.
core::Result<std::optional<std::vector<std::int64_t>>> element_at(const Shape& shape,
                                                                  std::int64_t offset);

}  // namespace tileglot::notation::xla
