// SPDX-License-Identifier: Apache-2.0
// xla.h: XLA values that have a text and a protocol buffer, in any spelling.
//
// What     An XlaValue is a shape, a layout or a sharding. read_xla_text takes XLA's or JAX's text,
//          read_xla_wire a protocol buffer; write_xla_value writes XLA's text, JAX's text or the
//          protocol buffer.
// Why      A layout without a shape, or a sharding, is not a function of coordinates, so it cannot
//          be converted through a map; but it has several spellings.
// Example  Layout(major_to_minor=(0,1), tiling=((8,128),)) is read and written as {1,0:T(8,128)}.
//          [tests: xla_test.cc, "one value in every spelling"]
// Errors   convert.message (no such message); xla.jax for a sharding in JAX's text; those of
//          notation/xla.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::value {

using XlaValue = std::variant<notation::xla::Shape, notation::xla::Layout, notation::xla::Sharding>;

/// A bare layout, a sharding, or a layout in JAX's text; nothing if the text is none of these.
std::optional<core::Result<XlaValue>> read_bare_xla_text(std::string_view text);

/// `message` is shape, layout or sharding.
core::Result<XlaValue> read_xla_wire(std::string_view bytes, std::string_view message);

/// `target` is xla, jax or wire (hexadecimal).
core::Result<std::string> write_xla_value(const XlaValue& value, std::string_view target);

/// The bytes of the protocol buffer.
std::string wire_of(const XlaValue& value);

}  // namespace tileglot::value
