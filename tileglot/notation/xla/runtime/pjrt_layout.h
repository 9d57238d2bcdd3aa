// SPDX-License-Identifier: Apache-2.0
// pjrt_layout.h: the immutable layout of a buffer at run time.
//
// What     A PjrtLayout is a layout whose memory space is 0. serialize writes its text, deserialize
//          reads it.
// Why      The memory space belongs to the buffer; two buffers in different memories can have the
//          same layout.
// Example  The layout {1,0:T(8,128)S(5)} at run time is {1,0:T(8,128)}.
//          [tests: pjrt_layout_test.cc, "the memory space is not kept"]
// Errors   Those of parse_layout.
// Source   XLA, pjrt_layout.h.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::notation::xla {

class PjrtLayout {
 public:
  explicit PjrtLayout(Layout layout);
  static core::Result<PjrtLayout> deserialize(std::string_view text);

  const Layout& layout() const { return layout_; }
  std::string serialize() const;

  friend bool operator==(const PjrtLayout&, const PjrtLayout&) = default;

 private:
  Layout layout_;
};

/// The layout's text.
std::string print(const PjrtLayout& layout);

/// The layout that an executable reports for a result: nullopt, meaning the client's layout, for
/// the mode default.
std::optional<PjrtLayout> reported_layout(const LayoutMode& mode, const Layout& layout);

}  // namespace tileglot::notation::xla

/// Equal layouts have equal hashes.
template <>
struct std::hash<tileglot::notation::xla::PjrtLayout> {
  std::size_t operator()(const tileglot::notation::xla::PjrtLayout& layout) const;
};
