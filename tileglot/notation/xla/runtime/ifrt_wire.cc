// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/ifrt_wire.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/wire/detail/decoder.h"
#include "tileglot/notation/xla/wire/detail/writer.h"
#include "tileglot/notation/xla/wire/reader.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

constexpr std::string_view kCompactName = "xla::ifrt::CompactLayout";
constexpr std::string_view kPjrtName = "xla::ifrt::PjRtLayout";

/// CompactLayoutProto and PjRtLayoutProto; ifrt.Serialized; ifrt.LayoutProto.
constexpr std::uint32_t kContent = 1;
constexpr std::uint32_t kVersionNumber = 2;
constexpr std::uint32_t kTypeName = 1;
constexpr std::uint32_t kData = 2;
constexpr std::uint32_t kSerializedLayout = 1;

Status check_version(std::int64_t version, bool known) {
  if (known) return {};
  return fail({.code = "ifrt.version",
               .message = fmt::format("there is no version {} of a layout", version),
               .help = "the only version is 0"});
}

Status set_number(const WireField& field, std::int64_t& out) {
  if (field.kind == WireKind::kNumber) out = field.value;
  return {};
}

/// Concatenates a message that comes in parts, as protocol buffers do.
Status add_bytes(const WireField& field, std::string& out) {
  if (field.kind == WireKind::kBytes) out += field.bytes;
  return {};
}

Status set_bytes(const WireField& field, std::string& out) {
  if (field.kind == WireKind::kBytes) out = field.bytes;
  return {};
}

/// Calls `read` for each field of a message.
template <class Read>
Status read_fields(std::string_view bytes, const Read& read) {
  TILEGLOT_TRY_STATUS(check_count("bytes", bytes.size(), kMaxTextBytes));
  WireReader reader(bytes);
  while (!reader.at_end()) {
    TILEGLOT_TRY(field, reader.next());
    if (field) TILEGLOT_TRY_STATUS(read(*field));
  }
  return {};
}

}  // namespace

std::string compact_layout_to_wire(const CompactLayout& layout) {
  WireWriter out;
  out.numbers(kContent, layout.major_to_minor());
  out.number(kVersionNumber, kIfrtVersion);
  return out.take();
}

Result<CompactLayout> compact_layout_from_wire(std::string_view bytes) {
  std::vector<std::int64_t> order;
  std::int64_t version = 0;
  TILEGLOT_TRY_STATUS(read_fields(bytes, [&](const WireField& field) -> Status {
    if (field.number == kContent) return append_numbers(field, order);
    return field.number == kVersionNumber ? set_number(field, version) : Status();
  }));
  TILEGLOT_TRY_STATUS(check_version(version, version == kIfrtVersion));
  return CompactLayout::create(std::move(order));
}

std::string pjrt_layout_to_wire(const PjrtLayout& layout) {
  WireWriter out;
  out.bytes(kContent, to_wire(layout.layout()));
  out.number(kVersionNumber, kIfrtVersion);
  return out.take();
}

Result<PjrtLayout> pjrt_layout_from_wire(std::string_view bytes) {
  std::string content;
  std::int64_t version = 0;
  TILEGLOT_TRY_STATUS(read_fields(bytes, [&](const WireField& field) -> Status {
    if (field.number == kContent) return add_bytes(field, content);
    return field.number == kVersionNumber ? set_number(field, version) : Status();
  }));
  TILEGLOT_TRY_STATUS(check_version(version, version == kIfrtVersion));
  TILEGLOT_TRY(layout, layout_from_wire(content));
  return PjrtLayout(std::move(layout));
}

Result<Serialized> serialized(const IfrtLayout& layout, std::int64_t version) {
  TILEGLOT_TRY_STATUS(check_version(version, version >= kIfrtVersion));
  if (const auto* compact = std::get_if<CompactLayout>(&layout))
    return Serialized{std::string(kCompactName), compact_layout_to_wire(*compact)};
  return Serialized{std::string(kPjrtName), pjrt_layout_to_wire(std::get<PjrtLayout>(layout))};
}

Result<IfrtLayout> deserialized(const Serialized& serialized) {
  if (serialized.type_name == kCompactName) {
    TILEGLOT_TRY(layout, compact_layout_from_wire(serialized.data));
    return IfrtLayout(std::move(layout));
  }
  if (serialized.type_name == kPjrtName) {
    TILEGLOT_TRY(layout, pjrt_layout_from_wire(serialized.data));
    return IfrtLayout(std::move(layout));
  }
  return fail({.code = "ifrt.type_name",
               .message = fmt::format("'{}' is not a class of layouts",
                                      core::printable(serialized.type_name.substr(0, 64))),
               .help = fmt::format("the classes are {} and {}", kCompactName, kPjrtName)});
}

Result<std::string> ifrt_layout_to_wire(const IfrtLayout& layout, std::int64_t version) {
  TILEGLOT_TRY(content, serialized(layout, version));
  WireWriter inner;
  inner.bytes(kTypeName, content.type_name);
  if (!content.data.empty()) inner.bytes(kData, content.data);
  WireWriter out;
  out.bytes(kSerializedLayout, inner.take());
  return out.take();
}

Result<IfrtLayout> ifrt_layout_from_wire(std::string_view bytes) {
  std::string inner;
  TILEGLOT_TRY_STATUS(read_fields(bytes, [&](const WireField& field) {
    return field.number == kSerializedLayout ? add_bytes(field, inner) : Status();
  }));
  Serialized content;
  TILEGLOT_TRY_STATUS(read_fields(inner, [&](const WireField& field) -> Status {
    if (field.number == kTypeName) return set_bytes(field, content.type_name);
    return field.number == kData ? set_bytes(field, content.data) : Status();
  }));
  return deserialized(content);
}

}  // namespace tileglot::notation::xla
