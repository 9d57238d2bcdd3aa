// SPDX-License-Identifier: Apache-2.0
// reading.h: what the text of a `convert` request says.
//
// What     reading_of(request, target) reads the text once: its value, and notes on how it was
//          read.
// Why      The text may be in any notation, in JAX's words or a protocol buffer. What is written
//          depends only on the reading.
// How      A shape, a layout alone or a sharding that the target writes in another spelling of XLA
//          stays an XlaValue: it needs no map, and a tuple or a sharding has none. All else becomes
//          a layout, a layout alone with the extents and the type of -t.
// Example  Layout(major_to_minor=(1,0)) is the XlaValue {0,1}; with -t f32[3,5] it is
//          f32[3,5]{0,1}.
//          [tests: convert/reading_test.cc, "a layout alone is a value and with a tensor a layout"]
// Errors   Those of parsing, of value/xla.h and of value/read_layout.h; convert.convention. What is
//          wrong with a value for its tensor is shown in XLA's text.
//          [tests: convert/reading_test.cc, "a fault that only the tensor shows is shown in XLA's
//          text"]
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/target.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/value/xla.h"

namespace tileglot::api {

struct Reading {
  std::variant<value::XlaValue, bridge::AnyLayout> value = {};
  std::optional<core::ElementType> type = {};  ///< of a layout, if anything states it
  Convention convention = Convention::kUsual;
  std::string threads_note = {};   ///< how threads and values were read; CuTe's text shows it
  std::string notation_note = {};  ///< another notation that the text could be in
  bool is_jax = false;

  /// All notes for one target, each line ended by a newline. `all` has notes of its own.
  std::string notes(std::string_view target) const;
};

/// True if the request's text is a protocol buffer. --wire turns a text into one, and one into a
/// text.
bool reads_wire(const ConvertRequest& request);

core::Result<Reading> reading_of(const ConvertRequest& request, std::string_view target);

}  // namespace tileglot::api
