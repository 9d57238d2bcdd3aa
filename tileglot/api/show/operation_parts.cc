// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation_parts.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/show/operation_call.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"
#include "tileglot/render/picture/coordinates.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
using calculator::Argument;
using calculator::Value;
using core::IntTuple;

using Parts = std::shared_ptr<OperationParts>;

/// The layout whose modes a divide divides; null for another notation.
const cute::Layout<>* divided_layout(const bridge::AnyLayout& layout) {
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout)) return plain;
  const auto* composed = std::get_if<cute::ComposedLayout>(&layout);
  return composed == nullptr ? nullptr : &composed->inner.layout;
}

/// Strides under which no key is shared, also not by tiles beyond the end of a mode that the tiler
/// divides: these reach less than the mode's size and twice the tile's cosize.
class KeyStrides {
 public:
  explicit KeyStrides(const cute::Tiler& tiler) : tiler_(tiler) {}

  std::optional<IntTuple> of(const IntTuple& shape, const IntTuple& guide) {
    if (guide.is_scalar) return compact(shape, reach_of(guide));
    if (cute::rank(guide) == 0) return compact(shape, 0);
    if (shape.is_scalar) return of(shape, *cute::mode(guide, 0));
    IntTuple strides;
    for (int k = 0; k < cute::rank(shape); ++k) {
      const IntTuple part = *cute::mode(shape, k);
      const auto of_part =
          k < cute::rank(guide) ? of(part, *cute::mode(guide, k)) : compact(part, 0);
      if (!of_part) return std::nullopt;
      const auto longer = cute::append(strides, *of_part);
      if (!longer) return std::nullopt;
      strides = *longer;
    }
    return strides;
  }

 private:
  std::int64_t reach_of(const IntTuple& guide) const {
    if (guide.is_keep(0)) return 0;
    const auto tile = cute::mode(tiler_.layouts, static_cast<int>(guide.values[0]));
    const auto cosize = tile ? cute::cosize(*tile) : core::Outcome<core::Integer>(tile.refusal);
    return cosize ? cosize->value : 0;
  }

  std::optional<IntTuple> compact(const IntTuple& shape, std::int64_t reach) {
    const auto strides = cute::compact_col_major(shape, IntTuple(core::Integer(next_)));
    const auto size = cute::size(shape);
    if (!strides || !size) return std::nullopt;
    const std::int64_t room = core::saturating_add(size->value, core::saturating_mul(2, reach));
    const core::Checked next = core::checked_mul(next_, room + 1);
    if (!next || *next > (std::int64_t{1} << 56)) return std::nullopt;
    next_ = *next;
    return *strides;
  }

  const cute::Tiler& tiler_;
  std::int64_t next_ = 1;
};

std::optional<map::IndexMap> small_map(const std::optional<bridge::AnyLayout>& layout) {
  if (!layout) return std::nullopt;
  auto map = bridge::to_map(*layout);
  if (!map || map->size() > kMostNumbered) return std::nullopt;
  return *std::move(map);
}

/// The layout of keys with the shape of what is divided.
std::optional<cute::Layout<>> keys_of(const bridge::AnyLayout& layout, const cute::Tiler& tiler) {
  const cute::Layout<>* divided = divided_layout(layout);
  if (divided == nullptr) return std::nullopt;
  const auto strides = KeyStrides(tiler).of(divided->shape, tiler.guide);
  if (!strides) return std::nullopt;
  const auto keys = cute::make_layout(divided->shape, *strides);
  return keys ? std::optional(*keys) : std::nullopt;
}

/// Null if a map is missing. The keys have the elements of the result in the same order, but modes
/// that the result has apart may be one of theirs.
Parts parts_between(const OperationCall& call, const std::optional<map::IndexMap>& first,
                    const std::optional<map::IndexMap>& keys) {
  const auto result = small_map(layout_of_value(call.value));
  if (!first || !keys || !result || result->size() != keys->size()) return nullptr;
  return std::make_shared<OperationParts>(*first, *keys, result->domain());
}

/// Parts of a layout (element, copy).
Parts numbered(Parts parts, const std::optional<map::IndexMap>& whole) {
  if (parts && whole && whole->rank() == 2) parts->number(*whole);
  return parts;
}

/// Divides, and composition by a tiler, which is one tile of them.
Parts parts_of_tiles(const OperationCall& call) {
  const auto tiler = tiler_of_call(call);
  const auto& layout = call.operands[0].layout;
  if (!tiler || !layout || cute::keeps_all(*tiler)) return nullptr;
  const auto keys = keys_of(*layout, *tiler);
  if (!keys) return nullptr;
  const std::vector<Argument> arguments{Argument(Value(*keys)), call.operands[1].given};
  const Parts parts =
      parts_between(call, small_map(*keys), small_map(layout_by(call.name, arguments)));
  if (parts) parts->remember_places();
  if (call.kind == OperationKind::kComposition) return parts;
  return numbered(parts, small_map(layout_by("zipped_divide", arguments)));
}

Parts parts_of_copies(const OperationCall& call) {
  const auto tiler = tiler_of_call(call);
  if (!tiler || cute::keeps_all(*tiler)) return nullptr;
  const Parts parts = parts_between(call, small_map(call.operands[0].layout),
                                    small_map(layout_of_value(call.value)));
  const std::vector<Argument> arguments{call.operands[0].given, call.operands[1].given};
  return numbered(parts, small_map(layout_by("zipped_product", arguments)));
}

Parts parts_of_complement(const OperationCall& call) {
  const auto whole = layout_with_complement(call);
  const Parts parts = parts_between(call, small_map(call.operands[0].layout),
                                    small_map(layout_of_value(call.value)));
  return numbered(parts, small_map(whole));
}

}  // namespace

void OperationParts::number(map::IndexMap whole) {
  for (map::Coordinate x(2, 0); x[1] < whole.extent(1); ++x[1]) {
    for (x[0] = 0; x[0] < whole.extent(0); ++x[0]) parts_.emplace(whole(x), x[1]);
  }
  whole_ = std::move(whole);
}

void OperationParts::remember_places() {
  render::for_each_coordinate(first_.domain(),
                              [&](const map::Coordinate& x) { places_.emplace(first_(x), x); });
}

const map::Coordinate* OperationParts::place_of_result(const map::Coordinate& x) const {
  return place(key_of_result(x));
}

const map::Coordinate* OperationParts::place_in(std::int64_t part, std::int64_t element) const {
  return place((*whole_)(map::Coordinate{element, part}));
}

const map::Coordinate* OperationParts::place(std::int64_t key) const {
  const auto found = places_.find(key);
  return found == places_.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> OperationParts::part(std::int64_t key) const {
  const auto found = parts_.find(key);
  return found == parts_.end() ? std::nullopt : std::optional(found->second);
}

std::int64_t OperationParts::key_of_result(const map::Coordinate& x) const {
  return result_(coordinate_in(result_.domain(), index_in(domain_, x)));
}

std::shared_ptr<const OperationParts> parts_of(const OperationCall& call) {
  switch (call.kind) {
    case OperationKind::kDivide:
    case OperationKind::kComposition: return parts_of_tiles(call);
    case OperationKind::kProduct: return parts_of_copies(call);
    case OperationKind::kComplement: return parts_of_complement(call);
    case OperationKind::kInverse:
    case OperationKind::kSameOffsets:
    case OperationKind::kOther: return nullptr;
  }
  return nullptr;
}

std::optional<cute::Tiler> tiler_of_call(const OperationCall& call) {
  if (call.operands.size() < 2) return std::nullopt;
  const auto tiler = cute::parse_tiler(call.operands[1].given.text());
  return tiler ? std::optional(*tiler) : std::nullopt;
}

std::optional<bridge::AnyLayout> layout_with_complement(const OperationCall& call) {
  const auto result = layout_of_value(call.value);
  if (!call.operands[0].layout || !result) return std::nullopt;
  const auto* layout = std::get_if<cute::Layout<>>(&*call.operands[0].layout);
  const auto* complement = std::get_if<cute::Layout<>>(&*result);
  if (layout == nullptr || complement == nullptr) return std::nullopt;
  // Each as one mode.
  const auto both = cute::make_layout(*layout, *complement);
  return both ? std::optional<bridge::AnyLayout>(*both) : std::nullopt;
}

std::int64_t index_in(const std::vector<map::Dim>& domain, const map::Coordinate& x) {
  std::int64_t index = 0;
  for (std::size_t k = domain.size(); k-- > 0;) index = index * domain[k].extent + x[k];
  return index;
}

map::Coordinate coordinate_in(const std::vector<map::Dim>& domain, std::int64_t index) {
  map::Coordinate x(domain.size(), 0);
  for (std::size_t k = 0; k < domain.size(); ++k) {
    x[k] = index % domain[k].extent;
    index /= domain[k].extent;
  }
  return x;
}

}  // namespace tileglot::api
