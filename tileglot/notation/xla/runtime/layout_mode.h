// SPDX-License-Identifier: Apache-2.0
// layout_mode.h: who chooses the layout of an argument or a result.
//
// What     A LayoutMode is `default` (the client's layout), `auto` (the compiler chooses) or a
//          layout given by the user. parse_layout_modes reads the modes of all arguments, joined by
//          `;`, and parse_memory_spaces their memory spaces.
// Why      A caller with no preference leaves the choice to the compiler; others can choose the
//          layout of each value.
// Units    A user's layout describes the part of the value on each device.
// Example  "default;{1,0};auto" has three modes; "auto;;" has one, since empty ones are skipped.
//          [tests: layout_mode_test.cc, "modes are joined by semicolons"]
// Errors   Those of parse_layout, with the text that was read in the message; xla.memory_space (not
//          a number of 8 bits), xla.memory_kind, xla.mode_count, xla.mode_tuple.
// Source   XLA, layout_mode.h and the attributes mhlo.layout_mode, mhlo.memory_kind,
//          arg_layout_modes, out_layout_modes, arg_memory_spaces, out_memory_spaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

class LayoutMode {
 public:
  /// The client's layout.
  LayoutMode() = default;
  explicit LayoutMode(Layout layout) : mode_(std::move(layout)) {}
  static LayoutMode chosen_by_compiler();

  bool is_default() const { return std::holds_alternative<Default>(mode_); }
  bool is_auto() const { return std::holds_alternative<Auto>(mode_); }
  /// The user's layout; nullptr if there is none.
  const Layout* user_layout() const { return std::get_if<Layout>(&mode_); }

  friend bool operator==(const LayoutMode&, const LayoutMode&) = default;

 private:
  struct Default {
    friend bool operator==(const Default&, const Default&) = default;
  };
  struct Auto {
    friend bool operator==(const Auto&, const Auto&) = default;
  };
  std::variant<Default, Auto, Layout> mode_ = Default();
};

/// "default", "auto" or the layout.
std::string print(const LayoutMode& mode);
core::Result<LayoutMode> parse_layout_mode(std::string_view text);

/// Joined by `;`.
std::string print(std::span<const LayoutMode> modes);
/// The modes of `count` values; all `default` where there is no text.
core::Result<std::vector<LayoutMode>> parse_layout_modes(std::optional<std::string_view> text,
                                                         std::size_t count);
/// Numbers joined by `;`; all 0 where there is no text.
core::Result<std::vector<std::int64_t>> parse_memory_spaces(std::optional<std::string_view> text,
                                                            std::size_t count);

/// An argument or a result of a function, with the attributes for its layout mode and memory.
struct AttributedValue {
  Shape shape = {};
  std::optional<std::string> layout_mode = {};  ///< mhlo.layout_mode
  std::optional<std::string> memory_kind = {};  ///< mhlo.memory_kind
};

/// One mode for each value, `default` where it has no attribute. If the only value is a tuple, one
/// for each of its elements; such a tuple cannot have the attribute: xla.mode_tuple.
core::Result<std::vector<LayoutMode>> layout_modes_of(std::span<const AttributedValue> values);
core::Result<std::vector<std::int64_t>> memory_spaces_of(std::span<const AttributedValue> values);

/// 5 for pinned_host and unpinned_host, 0 for device.
core::Result<std::int64_t> memory_space_of_kind(std::string_view kind);

}  // namespace tileglot::notation::xla
