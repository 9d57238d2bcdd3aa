// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

core::Error not_stored(const Shape& shape, const std::string& why, const std::string& help) {
  return {{.code = "run.shape",
           .message = fmt::format("{} is not stored: {}", notation::xla::print(shape), why),
           .help = help}};
}

core::Status check_shape(const Shape& shape) {
  if (!notation::xla::is_array(shape)) {
    return core::fail(not_stored(shape, "it is not an array", "pass arrays and tuples of arrays"));
  }
  const bool fixed =
      std::ranges::none_of(shape.dimensions, [](const auto& d) { return d.dynamic; });
  if (fixed) return {};
  return core::fail(not_stored(shape, "its bounds are known at run time only",
                               "write the bounds without <= and ?"));
}

core::Result<int> element_bits(const Shape& shape) {
  const int own = static_cast<int>(stored_bytes(shape.type) * 8);
  const auto stated = notation::xla::layout_or_default(shape).element_size_bits;
  if (!stated) return own;
  if (*stated < value_bits(shape.type) || *stated > own) {
    return core::fail(not_stored(
        shape,
        fmt::format("an element has {} bits, not the {} of E", value_bits(shape.type), *stated),
        "leave E out"));
  }
  return static_cast<int>(*stated);
}

core::Result<std::size_t> bytes_of(const Shape& shape, std::int64_t places, int bits,
                                   const ArrayLimits& limits) {
  const core::Checked all = core::checked_mul(places, bits);
  if (!all || places > limits.elements || core::ceil_div(*all, 8) > limits.bytes) {
    return core::fail(
        {.code = "run.memory",
         .message = fmt::format("{} takes more than the {} elements or {} bytes that an "
                                "array of a run may have",
                                notation::xla::print(shape), limits.elements, limits.bytes),
         .help = "run the module on smaller shapes, or raise --max-elements or --max-memory"});
  }
  return static_cast<std::size_t>(core::ceil_div(*all, 8));
}

bool is_row_major(const map::IndexMap& map, int bits) {
  if (!map.is_plain() || bits % 8 != 0 || map.size() != map.codomain_size()) return false;
  const auto& floors = map.out().floors;
  std::int64_t stride = 1;
  std::size_t expected = 0;
  for (std::size_t k = map.rank(); k-- > 0; stride *= map.extent(k)) {
    if (map.extent(k) == 1) continue;
    ++expected;
    const bool found = std::ranges::any_of(
        floors, [&](const auto& f) { return f.src == k && f.div == 1 && f.coef == stride; });
    if (!found) return false;
  }
  return floors.size() == expected;
}

}  // namespace

core::Result<Placement> placement_of(const Shape& shape, const ArrayLimits& limits) {
  TILEGLOT_TRY_STATUS(check_shape(shape));
  TILEGLOT_TRY(bits, element_bits(shape));
  TILEGLOT_TRY(map, bridge::to_map(shape));
  TILEGLOT_TRY(bytes, bytes_of(shape, map.codomain_size(), bits, limits));
  const bool row_major = is_row_major(map, bits);
  return Placement{std::move(map), bits, bytes, row_major};
}

core::Result<std::shared_ptr<const Placement>> Placements::of(const Shape& shape) {
  std::string text = notation::xla::print(shape);
  if (const auto found = kept_.find(text); found != kept_.end()) return found->second;
  TILEGLOT_TRY(placement, placement_of(shape, limits_));
  auto shared = std::make_shared<const Placement>(std::move(placement));
  kept_.emplace(std::move(text), shared);
  return shared;
}

}  // namespace tileglot::hlo::run
