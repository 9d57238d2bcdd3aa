// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/read_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::api {
namespace {

constexpr std::int64_t kRangePoints = std::int64_t{1} << 18;

bool is_of(const bridge::AnyLayout& layout, const bridge::Tensor& tensor) {
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  if (shape == nullptr) return bridge::element_type_of(layout).value_or(tensor.type) == tensor.type;
  std::vector<std::int64_t> extents;
  for (const auto& dimension : shape->dimensions) extents.push_back(dimension.bound.value_or(0));
  return extents == tensor.extents && bridge::element_type_of(layout) == tensor.type;
}

/// An XLA shape has extents and a type of its own; strides, which may have, are read for its extents.
core::Status check_tensor(const bridge::AnyLayout& layout, const bridge::Tensor& tensor) {
  if (is_of(layout, tensor)) return {};
  return core::fail({.code = "layout.tensor",
                     .message = fmt::format("{} is another tensor than -t says, {} of [{}]",
                                            bridge::print(layout), core::name(tensor.type),
                                            fmt::join(tensor.extents, ",")),
                     .help = "-t gives a shape to a layout that has none; leave it out"});
}

}  // namespace

Step<std::optional<bridge::Tensor>> read_tensor(const std::optional<std::string>& text) {
  if (!text) return std::optional<bridge::Tensor>();
  TILEGLOT_STEP(tensor, about(bridge::parse_tensor(*text), *text));
  return std::optional(tensor);
}

Step<bridge::AnyLayout> read_layout(const std::string& text,
                                    const std::optional<std::string>& notation,
                                    const std::optional<bridge::Tensor>& tensor) {
  bridge::ReadAs how{.tensor = tensor};
  if (notation) {
    TILEGLOT_STEP(named, about(bridge::notation_named(*notation), *notation));
    how.notation = named;
  }
  TILEGLOT_STEP(layout, about(bridge::parse_layout(text, how), text));
  if (tensor) TILEGLOT_STEP_STATUS(about(check_tensor(layout, *tensor), text));
  return std::move(layout);
}

map::Range offsets_of(const map::IndexMap& map) {
  const map::Range positions{0, map.codomain_size() - 1};
  if (map.size() == 0 || map.out().bound.lo >= 0) return positions;
  // A bound is never too narrow, so it does where the range itself is not found quickly.
  const auto range = map::exact_range(map, kRangePoints);
  const map::Range reached = range ? *range : map.out().bound;
  return reached.lo < 0 ? reached : positions;
}

Step<std::optional<core::ElementType>> agreed_type(const bridge::AnyLayout& layout,
                                                   const std::optional<std::string>& dtype,
                                                   const std::optional<bridge::Tensor>& tensor) {
  const auto own = bridge::element_type_of(layout);
  if (!dtype) return own || !tensor ? own : tensor->type;
  TILEGLOT_STEP(named, about(core::parse_element_type(*dtype), *dtype));
  if (!own || *own == named) return named;
  return refuse({.code = "layout.type",
                 .message = fmt::format("{} says that the elements are {}, and --dtype says {}",
                                        bridge::print(layout), core::name(*own), core::name(named)),
                 .help = "--dtype names the type where a layout has none; leave it out"});
}

}  // namespace tileglot::api
