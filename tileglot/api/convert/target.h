// SPDX-License-Identifier: Apache-2.0
// convert/target.h: a layout written in a target notation of `convert`.
//
// What     write(source, target) is the layout in the target's notation, and a note on what a
//          reader of that notation has to know. check_target refuses unknown targets.
// Why      A linear layout goes from hardware to a tensor's index. Readers of CuTe expect
//          distributed layouts as (thread, value); readers of CuTe and XLA expect memory layouts as
//          offsets. So linear layouts are turned into that, with a note, and kept as they are with
//          Convention::kMap.
// Example  A distributed layout to cute: thread_value.h. Memory, {offset: [[0,1],[1,1]]} -> {dim0:
//          2, dim1: 2}, to cute: Sw<1,0,1> o 0 o (2,2):(2,1), from element to offset.
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
  kMap,          ///< in the direction of the map
};

core::Result<Convention> convention_named(const std::optional<std::string>& name);

/// A source ready to be written in any notation.
struct Source {
  bridge::AnyLayout layout;
  map::IndexMap map;  ///< on the padded domain if that was requested
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

/// All targets.
std::span<const std::string_view> targets();

/// xla, jax or wire.
bool is_spelling_of_xla(std::string_view target);

/// The targets of `--to all`; the others are spellings of these, or not notations.
std::span<const std::string_view> notations();

/// From elements to memory. bridge.no_role for a distributed layout.
core::Result<map::IndexMap> memory_of(const Source& source);

core::Result<Written> write(const Source& source, std::string_view target);

/// The shape of an XLA source as written, and of any other source from its map.
core::Result<notation::xla::Shape> to_xla_shape(const Source& source);

}  // namespace tileglot::api
