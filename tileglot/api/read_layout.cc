// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/read_layout.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::api {
namespace {

constexpr std::int64_t kRangePoints = std::int64_t{1} << 18;

}  // namespace

Step<bridge::AnyLayout> read_layout(const std::string& text,
                                    const std::optional<std::string>& notation,
                                    const std::optional<bridge::Tensor>& tensor) {
  bridge::ReadAs how{.tensor = tensor};
  if (notation) {
    TILEGLOT_STEP(named, about(bridge::notation_named(*notation), *notation));
    how.notation = named;
  }
  return about(bridge::parse_layout(text, how), text);
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
                                                   const std::optional<std::string>& dtype) {
  const auto own = bridge::element_type_of(layout);
  if (!dtype) return own;
  TILEGLOT_STEP(named, about(core::parse_element_type(*dtype), *dtype));
  if (!own || *own == named) return named;
  return refuse({.code = "layout.type",
                 .message = fmt::format("{} says that the elements are {}, and --dtype says {}",
                                        bridge::print(layout), core::name(*own), core::name(named)),
                 .help = "--dtype names the type where a layout has none; leave it out"});
}

}  // namespace tileglot::api
