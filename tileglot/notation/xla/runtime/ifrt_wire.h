// SPDX-License-Identifier: Apache-2.0
// ifrt_wire.h: IFRT's layouts as its protocol buffers.
//
// What     compact_layout_to_wire and pjrt_layout_to_wire write CompactLayoutProto and
//          PjRtLayoutProto; serialized wraps either with the name of its class, and
//          ifrt_layout_to_wire writes the ifrt.LayoutProto that contains this.
// Why      Arrays and executables are sent between processes with their layouts.
// Example  The compact layout (1,0) is 0a 02 01 00; the layout {0} is 0a 06 0a 01 00 80 01 01.
//          [tests: ifrt_wire_test.cc, "worked examples"]
// Errors   ifrt.version (an unknown version: 0 is the only one), ifrt.type_name, ifrt.order, those
//          of wire.h.
// Source   XLA, python/ifrt/layout.proto, serdes.proto, pjrt_ifrt/pjrt_layout.proto; version 0 is
//          that of 2025-05-20.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/compact_layout.h"
#include "tileglot/notation/xla/runtime/ifrt_layout.h"
#include "tileglot/notation/xla/runtime/pjrt_layout.h"

namespace tileglot::notation::xla {

/// The only version. For a reader that knows later versions, this one is written.
inline constexpr std::int64_t kIfrtVersion = 0;

std::string compact_layout_to_wire(const CompactLayout& layout);
core::Result<CompactLayout> compact_layout_from_wire(std::string_view bytes);

std::string pjrt_layout_to_wire(const PjrtLayout& layout);
core::Result<PjrtLayout> pjrt_layout_from_wire(std::string_view bytes);

/// The contents of ifrt.Serialized: the name of a class, and the bytes that it wrote.
struct Serialized {
  std::string type_name = {};
  std::string data = {};
  friend bool operator==(const Serialized&, const Serialized&) = default;
};

/// `version` is the newest that the reader knows.
core::Result<Serialized> serialized(const IfrtLayout& layout, std::int64_t version = kIfrtVersion);
core::Result<IfrtLayout> deserialized(const Serialized& serialized);

/// ifrt.LayoutProto.
core::Result<std::string> ifrt_layout_to_wire(const IfrtLayout& layout,
                                              std::int64_t version = kIfrtVersion);
core::Result<IfrtLayout> ifrt_layout_from_wire(std::string_view bytes);

}  // namespace tileglot::notation::xla
