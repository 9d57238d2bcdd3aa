// SPDX-License-Identifier: Apache-2.0
// any_layout.h: a layout in any notation, detected from its text.
//
// What     parse_layout(text) detects the notation and reads the layout; print, to_map and
//          Evaluator then work on it without the caller knowing which notation it is.
// Why      Commands take two layouts of any notations. This type hides which ones they are.
// Units    Coordinates have one number for each dimension (XLA), top-level mode (CuTe) or input
//          (linear). Offsets are in elements; those of a split XLA array number its parts one after
//          the other, those of a linear layout are row-major indices of its output.
// Example  Evaluator of f32[3,5]{1,0:T(2,2)} has extents (3,5), size 15, codomain size 24, and
//          offset (2,3) = 17. {1,0:T(2,2)} needs a tensor to know its extents.
//          [tests: any_layout_test.cc, "both notations evaluate themselves"]
//          Of {register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}, (1,3) is 7.
//          [tests: any_layout_test.cc, "a linear layout evaluates itself"]
//          Of nChw16c with the tensor f32[1,32,2,2], (0,17,1,0) is 97.
//          [tests: any_layout_test.cc, "strides and tags evaluate themselves"]
// Errors   Those of the notations; notation.unknown; xla.shape_missing for a bare XLA layout
//          without a tensor; bridge.coordinates for scaled bases where offsets are wanted;
//          linear.coordinate for a coordinate that is not an input.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/composed_evaluator.h"
#include "tileglot/notation/cute/text/evaluator.h"
#include "tileglot/notation/linear/layout/evaluator.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::bridge {

/// A CuTe layout can have scaled bases as strides; then only print is available for it.
using AnyLayout =
    std::variant<notation::cute::Layout<>, notation::cute::ComposedLayout, notation::xla::Shape,
                 notation::linear::Layout, notation::strided::AnyLayout>;

struct ReadAs {
  std::optional<Notation> notation = {};  ///< none: use detect()
  /// False for a notation that detect() found. One that the user named also sets the unit of
  /// strides whose text has none.
  bool is_named = true;
  /// For {1,0:T(8,128)}, #ttg.blocked<{..}> and nChw16c, which do not have a shape of their own.
  std::optional<Tensor> tensor = {};
};

core::Result<AnyLayout> parse_layout(std::string_view text, const ReadAs& how = {});

Notation notation_of(const AnyLayout& layout);
/// Canonical text.
std::string print(const AnyLayout& layout);
/// std::nullopt for CuTe and linear layouts, which have no type, and for strides without one.
std::optional<core::ElementType> element_type_of(const AnyLayout& layout);

core::Result<map::IndexMap> to_map(const AnyLayout& layout);

/// The notation's own evaluation, prepared.
class Evaluator {
 public:
  static core::Result<Evaluator> of(const AnyLayout& layout);

  std::span<const std::int64_t> extents() const;
  /// Number of coordinates.
  std::int64_t size() const;
  /// All positions owned, padding included.
  std::int64_t codomain_size() const;
  /// Precondition: one number in [0, extent) for each extent.
  std::int64_t offset(std::span<const std::int64_t> coordinate) const;

 private:
  using Prepared = std::variant<notation::cute::Evaluator, notation::cute::ComposedEvaluator,
                                notation::xla::Evaluator, notation::xla::SplitEvaluator,
                                notation::linear::Evaluator, notation::strided::Evaluator>;
  explicit Evaluator(Prepared prepared) : prepared_(std::move(prepared)) {}
  Prepared prepared_;
};

/// Reads `2,3`, `(2,3)` and, for CuTe, also one number for the whole layout and nested tuples, for
/// linear layouts `lane=3,register=1` (0 where an input is left out), into one number for each
/// dimension, mode or input, and checks the bounds.
core::Result<std::vector<std::int64_t>> parse_coordinate(std::string_view text,
                                                         const AnyLayout& layout);

}  // namespace tileglot::bridge
