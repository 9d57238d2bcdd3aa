// SPDX-License-Identifier: Apache-2.0
// sharding_wire.h: shardings as the protocol buffer of XLA, OpSharding.
//
// What     to_wire writes the bytes that XLA writes; sharding_from_wire reads what any writer of
//          the message may have written, and returns the canonical form, as the text parser does. A
//          tuple in a tuple is read, as XLA reads it, although its text, `{{}}`, is not read back.
//          [tests: sharding_wire_test.cc, "a tuple in a tuple has bytes and no text that reads
//          back"]
// Example  {devices=[2,2]<=[4]} is 08 03 1a 02 02 02 4a 01 04 52 01 00.
//          [tests: sharding_wire_test.cc, "worked examples"]
// Errors   Those of the encoding (reader.h); wire.sharding (parts that contradict one
//          another), wire.value (an unknown kind); xla.sharding (along the axes of a mesh),
//          xla.tiles, xla.devices, xla.limit.
// Source   XLA, xla_data.proto (OpSharding). One device is maximal even where the message says
//          tiled, as XLA reads it. Metadata fields without a member in op_metadata.h are preserved.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

std::string to_wire(const Sharding& sharding);

core::Result<Sharding> sharding_from_wire(std::string_view bytes);

}  // namespace tileglot::notation::xla
