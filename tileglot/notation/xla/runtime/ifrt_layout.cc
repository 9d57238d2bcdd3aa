// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/ifrt_layout.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;
using Size = Result<std::optional<std::int64_t>>;

std::optional<std::int64_t> bits_of(std::optional<PrimitiveType> type) {
  return type ? ifrt_bits(*type) : std::nullopt;
}

/// The size with tiles and all their padding.
Size tiled_size(const Layout& layout, PrimitiveType type, std::span<const std::int64_t> extents) {
  Shape shape{.type = type, .layout = layout};
  for (const std::int64_t extent : extents) shape.dimensions.push_back({.bound = extent});
  TILEGLOT_TRY_STATUS(validate(shape));
  TILEGLOT_TRY(bytes, array_size(shape));
  return std::optional(bytes);
}

PjrtLayout reversed(const CompactLayout& layout) {
  const auto& order = layout.major_to_minor();
  return PjrtLayout(Layout{.minor_to_major = {order.rbegin(), order.rend()}});
}

}  // namespace

std::string print(const IfrtLayout& layout) {
  if (const auto* compact = std::get_if<CompactLayout>(&layout)) return print(*compact);
  return fmt::format("PjRtLayout({})", print(std::get<PjrtLayout>(layout)));
}

Size byte_size(const IfrtLayout& layout, std::optional<PrimitiveType> type,
               std::span<const std::int64_t> shape) {
  if (const auto* compact = std::get_if<CompactLayout>(&layout))
    return byte_size(*compact, bits_of(type), shape);
  if (!bits_of(type)) return std::optional<std::int64_t>();
  return tiled_size(std::get<PjrtLayout>(layout).layout(), *type, shape);
}

Result<bool> equivalent_layouts(const std::optional<IfrtLayout>& a, const LayoutContext& of_a,
                                const std::optional<IfrtLayout>& b, const LayoutContext& of_b,
                                const DefaultLayoutFn& default_layout) {
  if (a && b) return *a == *b;
  if (a || b) return false;
  if (of_a == of_b) return true;
  TILEGLOT_TRY(default_a, default_layout(of_a));
  TILEGLOT_TRY(default_b, default_layout(of_b));
  return default_a == default_b;
}

Result<PjrtLayout> to_pjrt_layout(const std::optional<IfrtLayout>& layout,
                                  const LayoutContext& context,
                                  const DefaultLayoutFn& default_layout) {
  if (!layout) return default_layout(context);
  if (const auto* compact = std::get_if<CompactLayout>(&*layout)) return reversed(*compact);
  return std::get<PjrtLayout>(*layout);
}

}  // namespace tileglot::notation::xla
