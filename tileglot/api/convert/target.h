// SPDX-License-Identifier: Apache-2.0
// convert/target.h: a layout written in the words of a target of `convert`.
//
// What     write(source, target) is the layout in the target's notation, and a note on what a
//          reader of that notation has to know. check_target knows the targets.
// Why      A linear layout goes from hardware to a tensor's index. Readers of CuTe expect (thread,
//          value) of what threads hold; readers of CuTe and XLA expect offsets of what is in
//          memory. So both are turned into that, said so, and kept as they are with
//          Convention::kMap.
// Example  A distributed layout to cute: thread_value.h. Memory, {offset: [[0,1],[1,1]]} ->
//          {dim0: 2, dim1: 2}, to cute: Sw<1,0,1> o 0 o (2,2):(2,1), from element to offset.
//          [tests: convert_linear_test.cc, "memory is written from the element to its offset"]
// Errors   Those of the bridge; convert.dtype_missing, convert.target, convert.too_long,
//          convert.convention.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::api {

/// In which direction a linear layout is written, and a CuTe layout is read.
enum class Convention : std::uint8_t {
  kUsual,        ///< as readers of the target expect
  kThreadValue,  ///< (thread, value) -> column-major index
  kMap,          ///< as the map has it
};

core::Result<Convention> convention_named(const std::optional<std::string>& name);

/// A source ready to be written in any notation.
struct Source {
  bridge::AnyLayout layout;
  map::IndexMap map;  ///< on the padded domain where that was asked for
  std::optional<core::ElementType> type = {};
  notation::cute::Spelling spelling = notation::cute::Spelling::kCanonical;
  bool padded = false;
  Convention convention = Convention::kUsual;
};

struct Written {
  std::string text;
  std::string note = {};
};

core::Status check_target(const std::string& target);

/// Everything that there is to convert to.
std::span<const std::string_view> targets();

/// What `--to all` answers; the other targets are spellings of these, or no notation.
std::span<const std::string_view> notations();

/// From elements to memory. bridge.no_role for a layout of what threads hold.
core::Result<map::IndexMap> memory_of(const Source& source);

core::Result<Written> write(const Source& source, std::string_view target);

/// The shape of a source of XLA as it is written, and of any other as its map is.
core::Result<notation::xla::Shape> to_xla_shape(const Source& source);

}  // namespace tileglot::api
