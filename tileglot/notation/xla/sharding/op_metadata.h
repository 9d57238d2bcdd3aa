// SPDX-License-Identifier: Apache-2.0
// op_metadata.h: the source location of an operation, as far as a sharding carries it.
//
// What     OpMetadata has the parts that a text's `metadata={op_name="x"}` names and, as bytes, the
//          other fields of a protocol buffer. kMetadataParts lists the parts in the order in which
//          they are printed, with their field numbers in the protocol buffer.
// Why      Metadata does not affect a layout, but what was read must be written again.
// Example  {replicated metadata={op_name="a" source_line=3}}
//          [tests: sharding/parse_test.cc, "metadata is kept"]
// Source   XLA, xla_data.proto (OpMetadata).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tileglot::notation::xla {

struct OpMetadata {
  std::string op_type = {};
  std::string op_name = {};
  std::string source_file = {};
  std::int64_t source_line = 0;
  std::int64_t source_end_line = 0;
  std::int64_t source_column = 0;
  std::int64_t source_end_column = 0;
  std::string deduplicated_name = {};
  std::string scheduling_name = {};
  std::int64_t stack_frame_id = 0;
  std::string other_fields = {};  ///< of the protocol buffer, as encoded
  friend bool operator==(const OpMetadata&, const OpMetadata&) = default;
};

/// A text member or a number member of OpMetadata; the other pointer is nullptr.
struct MetadataPart {
  std::string_view name;
  std::uint32_t field;
  std::string OpMetadata::* text = nullptr;
  std::int64_t OpMetadata::* number = nullptr;
};

inline constexpr std::array<MetadataPart, 10> kMetadataParts{{
    {.name = "op_type", .field = 1, .text = &OpMetadata::op_type},
    {.name = "op_name", .field = 2, .text = &OpMetadata::op_name},
    {.name = "source_file", .field = 3, .text = &OpMetadata::source_file},
    {.name = "source_line", .field = 4, .number = &OpMetadata::source_line},
    {.name = "source_end_line", .field = 17, .number = &OpMetadata::source_end_line},
    {.name = "source_column", .field = 18, .number = &OpMetadata::source_column},
    {.name = "source_end_column", .field = 19, .number = &OpMetadata::source_end_column},
    {.name = "deduplicated_name", .field = 12, .text = &OpMetadata::deduplicated_name},
    {.name = "scheduling_name", .field = 16, .text = &OpMetadata::scheduling_name},
    {.name = "stack_frame_id", .field = 15, .number = &OpMetadata::stack_frame_id},
}};

}  // namespace tileglot::notation::xla
