// SPDX-License-Identifier: Apache-2.0
// wire.h: layouts and shapes as the protocol buffers of XLA, LayoutProto and ShapeProto.
//
// What     to_wire writes the bytes that XLA writes, from_wire reads what any writer of these
//          messages may have written: fields in any order, lists packed or not, messages in parts,
//          unknown fields.
// Why      Compilers and runtimes exchange layouts in this form, in caches, RPCs and files.
// Example  {1,0} is 0a 02 01 00 80 01 01; f32[2,3]{1,0} is 10 0b 1a 02 02 03 2a 07 0a 02 01 00 80
//          01 01 32 02 00 00.
//          [tests: wire_test.cc, "worked examples"]
// Errors   Those of the encoding (reader.h); wire.value (a number that no layout or shape
//          can have: a tile below 0 that is not `*`, a tail padding below 0, a memory space beyond
//          8 bits, a type without a name, a size below 0), wire.shape (parts that contradict one
//          another); xla.limit.
// Source   XLA, xla_data.proto; the field numbers are in detail/fields.h. Differs from XLA: `*` is
//          read, as the -2^63 that XLA writes for it but refuses to read. Level types and the
//          fields that XLA has retired are skipped, as in XLA.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

std::string to_wire(const Layout& layout);
/// An array without a layout gets none in the message.
std::string to_wire(const Shape& shape);

core::Result<Layout> layout_from_wire(std::string_view bytes);
core::Result<Shape> shape_from_wire(std::string_view bytes);

}  // namespace tileglot::notation::xla
