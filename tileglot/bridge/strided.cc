// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/strided.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/detail/affine.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/mdspan.h"
#include "tileglot/notation/strided/mlir.h"
#include "tileglot/notation/strided/onednn.h"
#include "tileglot/notation/strided/order.h"
#include "tileglot/notation/strided/strides.h"
#include "tileglot/notation/strided/tvm.h"

namespace tileglot::bridge {
namespace {

namespace strided = notation::strided;

using Numbers = std::vector<std::int64_t>;

/// The sum over the dimensions of index times stride, in the builder's values.
map::Value sum_of(map::MapBuilder& builder, std::span<const std::int64_t> strides,
                  std::int64_t offset) {
  map::Value sum = builder.constant(offset);
  for (std::size_t k = 0; k < strides.size(); ++k) {
    builder.add_to(sum, builder.scale(builder.dim(k), strides[k]));
  }
  return sum;
}

/// Row-major index of entries of the given extents, the last fastest.
class RowMajor {
 public:
  explicit RowMajor(map::MapBuilder& builder) : builder_(builder), sum_(builder.constant(0)) {}

  void append(const map::Value& index, std::int64_t extent) {
    builder_.scale_by(sum_, extent);
    builder_.add_to(sum_, index);
  }
  const map::Value& sum() const { return sum_; }

 private:
  map::MapBuilder& builder_;
  map::Value sum_;
};

map::Value value_of(map::MapBuilder& builder, const strided::StridedArray& array) {
  return sum_of(builder, array.strides, array.offset);
}

map::Value value_of(map::MapBuilder& builder, const strided::OrderedArray& array) {
  RowMajor number(builder);
  for (const std::size_t k : strided::major_to_minor(array.order, builder.rank())) {
    number.append(builder.dim(k), array.array.extents[k]);
  }
  return number.sum();
}

map::Value value_of(map::MapBuilder& builder, const strided::Mdspan& mapping) {
  if (mapping.policy == strided::Policy::kStride) return sum_of(builder, mapping.strides, 0);
  RowMajor number(builder);
  const std::size_t rank = builder.rank();
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t k = mapping.policy == strided::Policy::kLeft ? rank - 1 - i : i;
    number.append(builder.dim(k), mapping.array.extents[k]);
  }
  return number.sum();
}

map::Value value_of(map::MapBuilder& builder, const strided::OnednnLayout& layout) {
  std::vector<map::Value> left;
  left.reserve(builder.rank());
  for (std::size_t k = 0; k < builder.rank(); ++k) left.push_back(builder.dim(k));
  Numbers outer = layout.array.extents;
  std::vector<map::Value> inside(layout.blocks.size());  // the positions in the blocks
  for (std::size_t i = layout.blocks.size(); i-- > 0;) {
    const auto& block = layout.blocks[i];
    map::Value quotient = builder.take_quotient(left[block.dim], block.size);
    inside[i] = std::exchange(left[block.dim], std::move(quotient));
    outer[block.dim] = core::ceil_div(outer[block.dim], block.size);
  }
  RowMajor number(builder);
  for (const std::size_t k : layout.order) number.append(left[k], outer[k]);
  for (std::size_t i = 0; i < inside.size(); ++i) number.append(inside[i], layout.blocks[i].size);
  return number.sum();
}

map::Value value_of(map::MapBuilder& builder, const strided::TvmLayout& layout) {
  Numbers factors(builder.rank(), 1);
  for (const auto& axis : layout.axes) {
    if (axis.factor) factors[axis.dim] = *axis.factor;
  }
  RowMajor number(builder);
  for (const auto& axis : layout.axes) {
    const std::int64_t factor = factors[axis.dim];
    const map::Value x = builder.dim(axis.dim);
    const std::int64_t blocks = core::ceil_div(layout.array.extents[axis.dim], factor);
    number.append(axis.factor ? builder.mod(x, factor) : builder.floor_div(x, factor),
                  axis.factor ? factor : blocks);
  }
  return number.sum();
}

map::Value step_value(map::MapBuilder& builder, const strided::AffineStep& step,
                      const std::vector<map::Value>& values) {
  using enum strided::AffineVerb;
  switch (step.verb) {
    case kDimension: return builder.dim(static_cast<std::size_t>(step.number));
    case kConstant: return builder.constant(step.number);
    case kAdd: return builder.add(values[step.left], values[step.right]);
    case kTimes: return builder.scale(values[step.left], step.number);
    case kFloorDiv: return builder.floor_div(values[step.left], step.number);
    case kCeilDiv:
      return builder.scale(builder.floor_div(builder.scale(values[step.left], -1), step.number),
                           -1);
    case kMod: return builder.mod(values[step.left], step.number);
  }
  return builder.constant(0);
}

map::Value value_of(map::MapBuilder& builder, const strided::AffineMap& map,
                    std::span<const std::int64_t> extents) {
  std::vector<map::Value> values;
  values.reserve(map.steps.size());
  for (const auto& step : map.steps) values.push_back(step_value(builder, step, values));
  if (map.results.size() == 1) return values[map.results[0]];
  const auto bounds = strided::bounds_of(map, extents);
  RowMajor number(builder);
  for (const std::size_t result : map.results) {
    number.append(values[result], (*bounds)[result].hi + 1);  // check has seen the bounds
  }
  return number.sum();
}

map::Value value_of(map::MapBuilder& builder, const strided::MlirLayout& layout) {
  const auto& extents = layout.array.extents;
  if (const auto* map = std::get_if<strided::AffineMap>(&layout.layout)) {
    return value_of(builder, *map, extents);
  }
  if (const auto* strides = std::get_if<strided::MlirStrides>(&layout.layout)) {
    return sum_of(builder, strides->strides, strides->offset);
  }
  RowMajor number(builder);
  for (std::size_t k = 0; k < extents.size(); ++k) number.append(builder.dim(k), extents[k]);
  return number.sum();
}

std::vector<map::Dim> domain_of(const strided::AnyLayout& layout) {
  std::vector<map::Dim> domain;
  for (const std::int64_t extent : strided::array_of(layout).extents) domain.push_back({extent});
  if (const auto* tvm = std::get_if<strided::TvmLayout>(&layout)) {
    for (std::size_t k = 0; k < domain.size(); ++k) domain[k].name = tvm->names[k];
  }
  return domain;
}

/// The map without its base, which is an offset in the notations that have one.
core::Result<map::IndexMap> from_zero(const map::IndexMap& map) {
  if (map.out().base == 0) return map;
  map::MapBuilder builder(map.domain());
  const map::Value moved = builder.subtract(builder.adopt(map), builder.constant(map.out().base));
  return builder.finish(moved, map.codomain());
}

/// Strides that no element determines, of dimensions with fewer than two elements, and of all if
/// there are no elements: the reach of the later dimensions.
void fill_untold(Numbers& strides, std::span<const std::int64_t> extents) {
  const bool is_empty = std::ranges::find(extents, 0) != extents.end();
  std::int64_t reach = 1;
  for (std::size_t k = strides.size(); k-- > 0;) {
    if (extents[k] < 2 || is_empty) strides[k] = reach;
    const core::Checked step = core::checked_abs(strides[k]);
    const core::Checked end =
        step ? core::checked_mul(*step, std::max<std::int64_t>(extents[k], 1)) : step;
    reach = std::max(reach, end.value_or(1));
  }
}

core::Error several_strides(const map::IndexMap& map, std::size_t k,
                            const std::vector<map::Digit>& digits) {
  Numbers strides;
  Numbers cuts;
  for (const map::Digit& digit : digits) {
    strides.push_back(digit.stride);
    if (digit.div > 1) cuts.push_back(digit.div);
  }
  const auto view = view_of(map);
  map::Coordinate before(map.rank(), 0);
  before[k] = cuts.front() - 1;
  map::Coordinate at = before;
  at[k] = cuts.front();  // the step between is the sum of two coefficients that fit
  return {{.code = "bridge.not_strided",
           .message = fmt::format("dimension {} moves by {}, cut at multiples of {}: no one stride",
                                  k, fmt::join(strides, " and by "), fmt::join(cuts, " and of ")),
           .help = view ? fmt::format("a view of rank {} has strides: {}", view->strides.size(),
                                      strided::print(*view))
                        : "the last tile is clipped, so no view has these elements alone; "
                          "`--padded` gives the map of full tiles, which has a view",
           .witness = fmt::format("{} is {} further than {}, and one step before it is {}",
                                  map::coordinate_text(at), map(at) - map(before),
                                  map::coordinate_text(before), digits.front().stride)}};
}

core::Error overflow(const map::IndexMap& map) {
  return {
      {.code = "map.overflow",
       .message = fmt::format("two offsets of {} differ by more than a signed 64-bit integer can "
                              "hold",
                              map::to_text(map))}};
}

/// How far one step from the first element along each dimension moves. Precondition: there is one.
core::Result<Numbers> strides_at_zero(const map::IndexMap& map) {
  map::Coordinate x(map.rank(), 0);
  const std::int64_t first = map(x);
  Numbers strides;
  for (std::size_t k = 0; k < map.rank(); ++k) {
    x[k] = map.extent(k) > 1 ? 1 : 0;
    const core::Checked stride = core::checked_sub(map(x), first);
    if (!stride) return core::fail(overflow(map));
    strides.push_back(*stride);
    x[k] = 0;
  }
  return strides;
}

/// Why a map that differs from the strides of its first steps has no strides. Precondition: it
/// does.
core::Error no_strides(const map::IndexMap& map) {
  const auto moved = from_zero(map);
  if (!moved) return moved.error();
  const auto digits = digits_of_all(*moved);
  if (!digits) return digits.error();
  const auto several =
      std::ranges::find_if(*digits, [](const auto& along) { return along.size() > 1; });
  return several_strides(map, static_cast<std::size_t>(several - digits->begin()), *several);
}

/// A map with parities or inner values may still be a sum of strides, so functions are compared,
/// not forms.
core::Status prove_strides(const map::IndexMap& map, const strided::StridedArray& array) {
  map::MapBuilder builder(map.domain());
  const map::Value sum = sum_of(builder, array.strides, array.offset);
  TILEGLOT_TRY(strides, builder.finish(sum, map.codomain()));
  TILEGLOT_TRY(difference, map::first_difference(map, strides));
  return difference ? core::Status(core::fail(no_strides(map))) : core::Status();
}

core::Error not_mdspan(std::string message, std::string witness) {
  return {{.code = "bridge.not_mdspan",
           .message = std::move(message),
           .help = "an mdspan's mapping starts at 0 and gives each element its own place",
           .witness = std::move(witness)}};
}

core::Error not_torch(std::string message) {
  return {
      {.code = "bridge.not_torch",
       .message = std::move(message),
       .help = "torch has no negative strides or offsets; `--to strided` and `--to numpy` have"}};
}

/// Whether the strides are those of this order, ignoring dimensions of one element.
bool is_compact(const strided::StridedArray& array, bool row_major) {
  const auto& extents = array.array.extents;
  core::Checked stride = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::size_t k = row_major ? extents.size() - 1 - i : i;
    if (extents[k] > 1 && stride != array.strides[k]) return false;
    if (stride) stride = core::checked_mul(*stride, std::max<std::int64_t>(extents[k], 1));
  }
  return true;
}

core::Status check_unique(const map::IndexMap& map) {
  TILEGLOT_TRY(injectivity, map::injectivity(map));
  if (injectivity.injective) return {};
  std::string witness;
  if (const auto& collision = injectivity.collision) {
    witness = fmt::format("{} and {} are both at {}", map::coordinate_text(collision->first),
                          map::coordinate_text(collision->second), collision->offset);
  }
  return core::fail(not_mdspan("two elements share a place", std::move(witness)));
}

}  // namespace

core::Result<map::IndexMap> to_map(const strided::AnyLayout& layout) {
  TILEGLOT_TRY(evaluator, strided::Evaluator::of(layout));
  map::MapBuilder builder(domain_of(layout));
  if (builder.failed()) return core::fail(builder.error());
  const std::vector<map::Dim> codomain{{evaluator.physical_size(), "offset"}};
  if (evaluator.size() == 0) return builder.finish(builder.constant(0), codomain);
  const map::Value offset = std::visit([&](const auto& l) { return value_of(builder, l); }, layout);
  return builder.finish(offset, codomain);
}

core::Status check_memory(const map::IndexMap& map) {
  if (map.codomain().size() == 1) return {};
  std::vector<std::string> names;
  names.reserve(map.codomain().size());
  for (std::size_t i = 0; i < map.codomain().size(); ++i) {
    const std::string& name = map.codomain()[i].name;
    names.push_back(name.empty() ? fmt::format("output {}", i) : name);
  }
  return core::fail({.code = "bridge.not_offsets",
                     .message = fmt::format("the layout gives ({}), and not one offset in memory",
                                            fmt::join(names, ", ")),
                     .help = "strides, tags and memrefs say where an element is in one memory"});
}

strided::Array array_of(const map::IndexMap& map, ElementTypeIfKnown type) {
  strided::Array array{.type = type};
  for (const map::Dim& dim : map.domain()) array.extents.push_back(dim.extent);
  return array;
}

core::Result<strided::StridedArray> to_strided(const map::IndexMap& map, ElementTypeIfKnown type) {
  TILEGLOT_TRY_STATUS(check_memory(map));
  strided::StridedArray array{.array = array_of(map, type)};
  array.strides.assign(map.rank(), 0);
  if (map.size() != 0) {
    TILEGLOT_TRY(nearest, strides_at_zero(map));
    array.strides = std::move(nearest);
    array.offset = map(map::Coordinate(map.rank(), 0));
    TILEGLOT_TRY_STATUS(prove_strides(map, array));
  }
  fill_untold(array.strides, array.array.extents);
  return array;
}

core::Result<strided::StridedArray> to_numpy(const map::IndexMap& map, core::ElementType type) {
  TILEGLOT_TRY(array, to_strided(map, type));
  array.unit = strided::Unit::kBytes;
  array.item_bytes = core::npy_bits(type) / 8;
  Numbers all = array.strides;
  all.push_back(array.offset);
  for (const std::int64_t n : all) {
    if (core::checked_mul(n, array.item_bytes)) continue;
    return core::fail({.code = "strided.too_large",
                       .message = fmt::format("{} elements of {} bytes are more bytes than a "
                                              "signed 64-bit integer can count",
                                              n, array.item_bytes)});
  }
  return array;
}

core::Result<strided::StridedArray> to_torch(const map::IndexMap& map, ElementTypeIfKnown type) {
  TILEGLOT_TRY(array, to_strided(map, type));
  for (std::size_t k = 0; k < array.strides.size(); ++k) {
    if (array.strides[k] >= 0) continue;
    return core::fail(not_torch(fmt::format("dimension {} moves by {}", k, array.strides[k])));
  }
  if (array.offset >= 0) return array;
  return core::fail(not_torch(fmt::format("the first element is at {}", array.offset)));
}

core::Result<strided::Mdspan> to_mdspan(const map::IndexMap& map) {
  TILEGLOT_TRY(array, to_strided(map));
  if (array.offset != 0) {
    return core::fail(
        not_mdspan(fmt::format("the first element is at offset {}, not 0", array.offset), {}));
  }
  strided::Mdspan mapping{.array = array.array};
  if (is_compact(array, true)) return mapping;
  mapping.policy = strided::Policy::kLeft;
  if (is_compact(array, false)) return mapping;
  for (std::size_t k = 0; k < array.strides.size(); ++k) {
    if (array.strides[k] > 0) continue;
    return core::fail(not_mdspan(fmt::format("the stride of dimension {} is {}, and those of "
                                             "layout_stride are above 0",
                                             k, array.strides[k]),
                                 {}));
  }
  TILEGLOT_TRY_STATUS(check_unique(map));
  mapping.policy = strided::Policy::kStride;
  mapping.strides = array.strides;
  return mapping;
}

std::optional<strided::StridedArray> view_of(const map::IndexMap& map) {
  const auto moved = from_zero(map);
  const auto digits = moved ? digits_of_all(*moved) : core::fail(moved.error());
  if (!digits) return std::nullopt;
  strided::StridedArray view{.offset = map.out().base};
  for (std::size_t k = 0; k < digits->size(); ++k) {
    const auto& along = (*digits)[k];
    if (map.extent(k) % along.back().div != 0) return std::nullopt;
    for (std::size_t i = along.size(); i-- > 0;) {
      view.array.extents.push_back(along[i].radix.value_or(map.extent(k) / along[i].div));
      view.strides.push_back(along[i].stride);
    }
  }
  return view;
}

}  // namespace tileglot::bridge
