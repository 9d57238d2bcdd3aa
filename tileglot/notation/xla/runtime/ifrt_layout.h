// SPDX-License-Identifier: Apache-2.0
// ifrt_layout.h: the layouts that IFRT exchanges.
//
// What     An IfrtLayout is a CompactLayout or a PjrtLayout. Where an IfrtLayout is optional,
//          nullopt means the client's default for this type, shape, device and memory: two nullopt
//          layouts are not equal by themselves. equivalent_layouts compares them, to_pjrt_layout
//          resolves them.
// Why      Most arrays have the default layout, which only their client knows.
// Example  (0,1) for an array of rank 2 is {1,0}: IFRT lists major to minor, XLA minor to major.
//          [tests: ifrt_layout_test.cc, "a compact layout is reversed"]
// Errors   Those of compact_layout.h, validate/validate.h and array_size.h; those of the client's function.
// Source   XLA, python/ifrt/layout.h and pjrt_ifrt/pjrt_layout.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/compact_layout.h"
#include "tileglot/notation/xla/runtime/pjrt_layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {

/// Layouts of different classes are not equal, even where they mean the same.
using IfrtLayout = std::variant<CompactLayout, PjrtLayout>;

/// `CompactLayout(major_to_minor=[1,0])` or `PjRtLayout({0,1})`
std::string print(const IfrtLayout& layout);

/// The inputs of a default layout. No type means a string, for which XLA has no type.
struct LayoutContext {
  std::optional<PrimitiveType> type = {};
  std::vector<std::int64_t> shard_shape = {};
  std::int64_t device = 0;  ///< the first device
  std::string memory_kind = {};
  friend bool operator==(const LayoutContext&, const LayoutContext&) = default;
};

using DefaultLayoutFn = std::function<core::Result<PjrtLayout>(const LayoutContext&)>;

/// nullopt for types without a fixed size.
core::Result<std::optional<std::int64_t>> byte_size(const IfrtLayout& layout,
                                                    std::optional<PrimitiveType> type,
                                                    std::span<const std::int64_t> shape);

/// One concrete and one default layout are never equivalent.
core::Result<bool> equivalent_layouts(const std::optional<IfrtLayout>& a, const LayoutContext& of_a,
                                      const std::optional<IfrtLayout>& b, const LayoutContext& of_b,
                                      const DefaultLayoutFn& default_layout);

core::Result<PjrtLayout> to_pjrt_layout(const std::optional<IfrtLayout>& layout,
                                        const LayoutContext& context,
                                        const DefaultLayoutFn& default_layout);

}  // namespace tileglot::notation::xla
