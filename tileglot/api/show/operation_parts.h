// SPDX-License-Identifier: Apache-2.0
// show/operation_parts.h: which tile or copy each element of a divide, product or complement is in.
//
// What     parts_of(call) numbers the tiles or copies. of_first(x) is the number for a coordinate
//          of the first operand, of_result(x) for one of the result. Of a divide or a composition,
//          place_of_result(x) is the coordinate of the operand that the result takes at x.
// Why      Offsets alone do not tell: a layout of stride 0 has one offset in several tiles, and
//          tiles that run beyond the end reach offsets of other elements.
// How      A divide is applied a second time, to a layout of the same shape whose offsets are keys:
//          no two elements share one, and no element has one that a tile reaches beyond the end of
//          a mode. zipped_divide of that layout gives the key of element i in tile j. For products
//          and complements the offset itself is the key, of the first copy that has it.
// Units    Parts count the second mode of the zipped divide or product, its first mode fastest.
// Example  zipped_divide(10:1, 4:1): element 9 is in tile 2, and so are the offsets 10 and 11,
//          which are not elements.
//          [tests: show/operation_test.cc, "tiles that run beyond the end are padding there"]
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/api/show/operation_call.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::api {

/// Elements of larger layouts are not numbered.
inline constexpr std::int64_t kMostNumbered = std::int64_t{1} << 18;

class OperationParts {
 public:
  /// The keys of the result may be a layout of other modes, with the same order of elements.
  OperationParts(map::IndexMap first, map::IndexMap result, std::vector<map::Dim> domain)
      : first_(std::move(first)), result_(std::move(result)), domain_(std::move(domain)) {}

  /// Numbers the copies of `whole`, a layout (element, copy) -> key; a key that several have is of
  /// the first.
  void number(map::IndexMap whole);
  /// Keeps the coordinate of each element of the first operand.
  void remember_places();

  bool are_numbered() const { return !parts_.empty(); }
  bool have_places() const { return !places_.empty(); }
  std::optional<std::int64_t> of_first(const map::Coordinate& x) const { return part(first_(x)); }
  std::optional<std::int64_t> of_result(const map::Coordinate& x) const {
    return part(key_of_result(x));
  }
  /// Null beyond the end.
  const map::Coordinate* place_of_result(const map::Coordinate& x) const;
  /// Of an element of a part, by its number. Precondition: the parts are numbered.
  const map::Coordinate* place_in(std::int64_t part, std::int64_t element) const;

 private:
  std::optional<std::int64_t> part(std::int64_t key) const;
  std::int64_t key_of_result(const map::Coordinate& x) const;
  const map::Coordinate* place(std::int64_t key) const;

  map::IndexMap first_;                                        ///< coordinate -> key
  map::IndexMap result_;                                       ///< coordinate -> key
  std::vector<map::Dim> domain_;                               ///< of the result
  std::optional<map::IndexMap> whole_ = {};                    ///< (element, part) -> key
  std::unordered_map<std::int64_t, std::int64_t> parts_ = {};  ///< by key
  std::unordered_map<std::int64_t, map::Coordinate> places_ = {};
};

/// Null for other operations, and for layouts of more than 2^18 elements.
std::shared_ptr<const OperationParts> parts_of(const OperationCall& call);

/// (layout, complement): every offset that the two reach together.
std::optional<bridge::AnyLayout> layout_with_complement(const OperationCall& call);

/// The tiler of a divide, product or composition.
std::optional<notation::cute::Tiler> tiler_of_call(const OperationCall& call);

/// The number of a coordinate, the first dimension fastest, and back.
std::int64_t index_in(const std::vector<map::Dim>& domain, const map::Coordinate& x);
map::Coordinate coordinate_in(const std::vector<map::Dim>& domain, std::int64_t index);

}  // namespace tileglot::api
