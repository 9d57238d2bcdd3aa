// SPDX-License-Identifier: Apache-2.0
// safetensors/header.h: the header of a .safetensors file, and its rules.
//
// What     parse_safetensors_header reads and checks the first bytes of a file;
//          safetensors/writer.h writes them.
//
//              length, 8 bytes   {"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}   spaces
//              little-endian     JSON: one entry a tensor, and "__metadata__": texts by name
//
// Why      The header is text that anyone can write: every number in it is checked against the
//          others and against the file before a byte of data is touched. Data must be without gaps
//          and overlaps to the end of the file, so that no byte is hidden and none has two
//          meanings.
// Units    Offsets are bytes from the start of the data, after the header; the span of an error
//          refers to safetensors_header_text. A tensor of elements below 8 bits is packed.
// Example  {"w":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}} has one tensor of 12 bytes.
//          [tests: safetensors/header_test.cc, "a header gives its tensors"]
// Errors   safetensors.truncated, safetensors.header_length, safetensors.header (not JSON, or not
//          the format's structure), safetensors.utf8, safetensors.duplicate, safetensors.key,
//          safetensors.dtype, safetensors.number, safetensors.overflow, safetensors.offsets,
//          safetensors.out_of_bounds, safetensors.size, safetensors.sub_byte, safetensors.overlap,
//          safetensors.hole, safetensors.data_long.
// Source   safetensors, README.md ("Format") and tensor.rs of 0.8 (facts: the bounds, the order of
//          types, the padding). Stricter: `{` is the first byte, and entries have no other keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::io {

inline constexpr std::size_t kSafetensorsLongestHeader = 100'000'000;

struct SafetensorsTensor {
  std::string name = {};
  core::ElementType type = core::ElementType::kU8;
  std::vector<std::int64_t> shape = {};
  std::int64_t begin_bytes = 0;
  std::int64_t end_bytes = 0;
  core::Span span = {};  ///< of the name in the header, for errors

  std::int64_t bytes() const { return end_bytes - begin_bytes; }
};

/// Texts by name, in the order of the file.
using SafetensorsMetadata = std::vector<std::pair<std::string, std::string>>;

struct SafetensorsHeader {
  std::vector<SafetensorsTensor> tensors = {};       ///< in the order of their data
  std::optional<SafetensorsMetadata> metadata = {};  ///< `__metadata__`, which may be empty
  std::int64_t data_begin_bytes = 0;                 ///< where the data starts in the file
};

/// Checks all rules of the format; the file may be larger than memory, only its header is read.
core::Result<SafetensorsHeader> parse_safetensors_header(std::span<const std::byte> file);

/// The JSON that error spans refer to; empty if there is none.
std::string_view safetensors_header_text(std::span<const std::byte> file);

/// The value of a key of `__metadata__`.
std::optional<std::string> metadata_value(const SafetensorsHeader& header, std::string_view key);

/// bits * product of the shape / 8, if it fits and is whole.
core::Result<std::int64_t> safetensors_data_bytes(std::string_view name, core::ElementType type,
                                                  std::span<const std::int64_t> shape);

}  // namespace tileglot::io
