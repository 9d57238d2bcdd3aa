// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/shown_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/advice/access/rules.h"
#include "tileglot/api/reply/layout_title.h"
#include "tileglot/api/show/show.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/xla/address/rounded_extents.h"
#include "tileglot/notation/xla/address/tile_boundaries.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/render/view/thread_value_view.h"
#include "tileglot/render/view/tile_borders.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;

constexpr std::int64_t kRangePoints = std::int64_t{1} << 20;

/// The layout whose modes define the coordinates; nothing for another notation.
const cute::Layout<>* modes_of(const bridge::AnyLayout& layout) {
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout)) return plain;
  const auto* composed = std::get_if<cute::ComposedLayout>(&layout);
  if (composed == nullptr || composed->inner.is_swizzle) return nullptr;
  return &composed->inner.layout;
}

/// The nested extents of each top-level mode.
std::vector<core::IntTuple> nested_extents(const cute::Layout<>& layout) {
  if (layout.shape.is_scalar) return {layout.shape};
  std::vector<core::IntTuple> modes;
  for (int k = 0; k < core::rank(layout.shape); ++k) {
    const auto mode = core::mode(layout.shape, k);
    if (!mode) return {};
    modes.push_back(*mode);
  }
  return modes;
}

/// The numbers of elements after which an inner mode repeats: 2 and 4 of (2,2,3).
std::vector<std::int64_t> boundaries_of_mode(const core::IntTuple& mode) {
  std::vector<std::int64_t> boundaries;
  std::int64_t product = 1;
  for (int slot = 0; slot + 1 < mode.slots; ++slot) {
    product = core::saturating_mul(product, std::max<std::int64_t>(mode.values[slot], 1));
    const bool is_new = product > 1 && (boundaries.empty() || boundaries.back() != product);
    if (is_new) boundaries.push_back(product);
  }
  return boundaries;
}

/// The modes' boundaries, or those of the tiles that are written; for others those of the map.
render::Boundaries boundaries_of(const ShownLayout& shown) {
  if (modes_of(shown.layout) != nullptr) {
    std::vector<std::vector<std::int64_t>> all;
    all.reserve(shown.modes.size());
    for (const core::IntTuple& mode : shown.modes) all.push_back(boundaries_of_mode(mode));
    all.resize(shown.drawn.rank());
    return render::with_levels(all);
  }
  const auto* shape = std::get_if<notation::xla::Shape>(&shown.layout);
  if (shape == nullptr || notation::xla::has_splits(*shape))
    return render::boundaries_of(shown.padded);
  const auto written = notation::xla::tile_boundaries(*shape);
  if (!written) return render::boundaries_of(shown.padded);
  const std::size_t tiles = layout_or_default(*shape).tiles.size();
  render::Boundaries boundaries;
  for (const auto& of_dim : *written) {
    std::vector<render::Boundary>& of_tiles = boundaries.emplace_back();
    for (const auto& [every, tile, inside] : of_dim)
      of_tiles.push_back({.every = every, .level = tiles - 1 - tile, .inside = inside});
  }
  return boundaries;
}

/// The row-major numbers of a tensor's elements, or those with the first dimension fastest.
core::Result<map::IndexMap> numbers_of(const render::Tensor& tensor) {
  map::MapBuilder builder(tensor.dims);
  map::Value sum = builder.constant(0);
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
    const std::size_t k = tensor.first_fastest ? i : tensor.dims.size() - 1 - i;
    sum = builder.add(sum, builder.scale(builder.dim(k), stride));
    stride = core::saturating_mul(stride, tensor.dims[k].extent);
  }
  return builder.finish(sum, {{.extent = stride, .name = "offset"}});
}

/// The roles of the four inputs of thread_value_map; an input of size 1 takes no room in a picture.
render::Roles roles_of(const map::IndexMap& thread_values) {
  render::Roles roles;
  for (std::size_t k = 0; k < thread_values.rank(); ++k) {
    const std::string& name = thread_values.domain()[k].name;
    if (name == linear::kRegister.view()) roles.reg = k;
    if (name == linear::kLane.view()) roles.lane = k;
    if (name == linear::kWarp.view()) roles.warp = k;
    if (name == linear::kBlock.view()) roles.block = k;
  }
  return roles;
}

core::Result<ThreadValueLayout> of_linear_layout(const linear::Layout& layout) {
  TILEGLOT_TRY(ordered, bridge::with_outs_in_order(layout));
  TILEGLOT_TRY(thread_values, bridge::thread_value_map(layout));
  render::Tensor tensor;
  for (const linear::Dimension& out : ordered.outs())
    tensor.dims.push_back({out.size(), std::string(out.name.view())});
  TILEGLOT_TRY(numbers, numbers_of(tensor));
  const render::Roles roles = roles_of(thread_values);
  return ThreadValueLayout{std::move(thread_values), roles, std::move(tensor), std::move(numbers)};
}

/// An XLA array on the extents that its tiles fill, if it is the same function there; nothing if
/// tiles combine dimensions.
std::optional<map::IndexMap> on_full_tiles(const bridge::AnyLayout& layout,
                                           const map::IndexMap& map) {
  constexpr std::int64_t kPoints = std::int64_t{1} << 16;
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  if (shape == nullptr || map.size() == 0) return std::nullopt;
  const auto extents = notation::xla::rounded_extents(*shape);
  if (!extents) return std::nullopt;
  notation::xla::Shape full = *shape;
  std::vector<map::Slice> part;
  for (std::size_t k = 0; k < extents->size(); ++k) {
    full.dimensions[k].bound = (*extents)[k];
    part.push_back({.begin = 0, .extent = map.extent(k)});
  }
  auto padded = bridge::to_map(full);
  if (!padded) return std::nullopt;
  const auto same = map::subarray(*padded, part);
  if (!same) return std::nullopt;
  const auto difference = map::first_difference(*same, map, kPoints);
  if (!difference || *difference) return std::nullopt;
  return *std::move(padded);
}

/// The map on extents with every tile full, if the layout has them; otherwise the map itself.
map::IndexMap padded_or_same(const bridge::AnyLayout& layout, const map::IndexMap& map) {
  if (auto full = on_full_tiles(layout, map)) return *std::move(full);
  auto padded = bridge::pad_to_boundaries(map);
  return padded ? *std::move(padded) : map;
}

/// Shared memory from the element to its offset, like all other notations.
core::Result<map::IndexMap> drawn_map(const bridge::AnyLayout& layout, const map::IndexMap& map) {
  const auto* linear_layout = std::get_if<linear::Layout>(&layout);
  if (linear_layout == nullptr) return map;
  auto memory = bridge::memory_map(*linear_layout);
  return memory ? std::move(memory) : core::Result<map::IndexMap>(map);
}

/// Names the modes of a layout of threads and values.
core::Result<map::IndexMap> with_names(const map::IndexMap& map) {
  map::MapBuilder builder({{map.extent(0), "thread"}, {map.extent(1), "value"}});
  return builder.finish(builder.adopt(map), map.codomain());
}

core::Error not_of_threads(const std::string& text) {
  return {{.code = "show.view",
           .message = fmt::format("{} has no thread or value modes", text.substr(0, 200)),
           .help = "--tv and --hw are for distributed layouts and for CuTe layouts of two modes, "
                   "(thread, value) -> index"}};
}

core::Result<std::optional<ThreadValueLayout>> thread_value_if_any(
    const bridge::AnyLayout& layout, const map::IndexMap& map, const std::string& text,
    const std::optional<bridge::Tensor>& tensor, bool as_threads) {
  if (const auto* linear_layout = std::get_if<linear::Layout>(&layout)) {
    if (bridge::is_distributed(*linear_layout)) {
      TILEGLOT_TRY(found, core::with_line(of_linear_layout(*linear_layout), text));
      return std::optional(std::move(found));
    }
  }
  if (!as_threads) return std::optional<ThreadValueLayout>();
  if (bridge::notation_of(layout) != bridge::Notation::kCute || map.rank() != 2) {
    return core::fail(not_of_threads(text));
  }
  std::vector<map::Dim> dims;
  if (tensor) {
    for (const std::int64_t extent : tensor->extents) dims.push_back({.extent = extent});
  }
  TILEGLOT_TRY(found, thread_value_layout(map, std::move(dims)));
  return std::optional(std::move(found));
}

}  // namespace

core::Result<ThreadValueLayout> thread_value_layout(const map::IndexMap& map,
                                                    std::vector<map::Dim> dims) {
  TILEGLOT_TRY(range, map::exact_range(map, kRangePoints));
  const std::int64_t reached = std::max<std::int64_t>(core::saturating_add(range.hi, 1), 1);
  if (dims.empty()) dims.push_back({.extent = reached});
  std::int64_t size = 1;
  for (const map::Dim& dim : dims) size = core::saturating_mul(size, dim.extent);
  render::Tensor tensor{.dims = std::move(dims), .first_fastest = true};
  if (map.size() > 0 && (range.lo < 0 || range.hi >= size)) {
    return core::fail(
        {.code = "show.view",
         .message = fmt::format("threads and values reach the indices {} to {}, and the "
                                "tensor has {}",
                                range.lo, range.hi, size),
         .help = "-t names the tensor that the layout is of, its first dimension fastest"});
  }
  TILEGLOT_TRY(numbers, numbers_of(tensor));
  TILEGLOT_TRY(thread_values, with_names(map));
  return ThreadValueLayout{
      std::move(thread_values), {.reg = 1, .lane = 0}, std::move(tensor), std::move(numbers)};
}

std::int64_t bits_in_memory(const bridge::AnyLayout& layout, core::ElementType type) {
  const std::int64_t bits = core::bits(type);
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  if (shape == nullptr) return bits;
  const std::int64_t packed = shape->layout ? shape->layout->element_size_bits.value_or(0) : 0;
  return packed > 0 ? packed : core::ceil_div(bits, 8) * 8;
}

advice::Elements elements_of(const ShownLayout& shown) {
  if (!shown.type) return {};
  return {.bits = shown.element_bits,
          .type = std::string(core::name(*shown.type)),
          .value_bits = core::bits(*shown.type)};
}

core::Result<ShownLayout> read_shown_layout(const std::string& text, const ShowRequest& request,
                                            bool as_threads) {
  TILEGLOT_TRY(tensor, value::read_tensor(request.tensor));
  TILEGLOT_TRY(layout, value::read_layout(
                           text, request.notation, tensor, request.dtype,
                           as_threads ? value::Modes::kThreadValue : value::Modes::kDimensions));
  TILEGLOT_TRY(type, value::agreed_type(layout, request.dtype, tensor));
  TILEGLOT_TRY(map, core::with_line(bridge::to_map(layout), text));
  TILEGLOT_TRY(drawn, core::with_line(drawn_map(layout, map), text));
  TILEGLOT_TRY(thread_value, thread_value_if_any(layout, map, text, tensor, as_threads));
  ShownLayout shown{.layout = layout,
                    .text = bridge::print(layout),
                    .remark = fmt::format("read as: {}", layout_title(layout)),
                    .map = std::move(map),
                    .drawn = drawn,
                    .padded = padded_or_same(layout, drawn),
                    .thread_value = std::move(thread_value),
                    .type = type};
  if (type) shown.element_bits = bits_in_memory(layout, *type);
  if (const auto* modes = modes_of(layout)) shown.modes = nested_extents(*modes);
  shown.boundaries = boundaries_of(shown);
  return shown;
}

}  // namespace tileglot::api
