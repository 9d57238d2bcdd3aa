// SPDX-License-Identifier: Apache-2.0
// safetensors/writer.h: a .safetensors file that appears whole or not at all.
//
// What     place_tensors gives each tensor its bytes, one after the other; in_format_order sorts
//          them first as the format's own library does; safetensors_header_bytes is everything
//          before the data. SafetensorsWriter reserves the file, data(i) is the buffer for a
//          tensor, and commit() gives the file its name (atomic_file.h).
// Why      Types of the widest alignment come first, then the name decides: so every tensor is
//          aligned to its elements, and the same tensors make the same file, byte for byte.
// Units    Bytes. The header is padded with spaces to 8 of them. data(i) is zero until written.
// Example  place_tensors({{"a", kU8, {3}}, {"b", kF32, {2}}}) has a at [0,3], b at [3,11]; in the
//          format's order b is at [0,8] and a at [8,11].
//          [tests: safetensors/writer_test.cc, "Tensors are sorted by alignment and name"]
// Errors   safetensors.dtype (a type that the format does not have), safetensors.overflow,
//          safetensors.sub_byte, safetensors.duplicate, safetensors.utf8 (a name or a text),
//          safetensors.header_length; those of atomic_file.h.
// Source   safetensors, tensor.rs of 0.8: prepare, serialize_to_file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {

/// A tensor to be written.
struct SafetensorsEntry {
  std::string name = {};
  core::ElementType type = core::ElementType::kU8;
  std::vector<std::int64_t> shape = {};
};

std::vector<SafetensorsEntry> in_format_order(std::vector<SafetensorsEntry> entries);

/// The tensors in the order given, without gaps.
core::Result<std::vector<SafetensorsTensor>> place_tensors(
    std::span<const SafetensorsEntry> entries);

core::Result<std::string> safetensors_header_bytes(
    std::span<const SafetensorsTensor> tensors, const std::optional<SafetensorsMetadata>& metadata);

class SafetensorsWriter {
 public:
  /// The tensors in the order given.
  static core::Result<SafetensorsWriter> create(
      const std::string& path, std::span<const SafetensorsEntry> entries,
      const std::optional<SafetensorsMetadata>& metadata = {}, AtomicFileOptions options = {});

  std::span<std::byte> data(std::size_t i);
  core::Status commit() { return file_.commit(); }

 private:
  SafetensorsWriter(AtomicFile file, std::vector<SafetensorsTensor> tensors,
                    std::size_t data_begin_bytes)
      : file_(std::move(file)), tensors_(std::move(tensors)), data_begin_bytes_(data_begin_bytes) {}

  AtomicFile file_;
  std::vector<SafetensorsTensor> tensors_;
  std::size_t data_begin_bytes_;
};

}  // namespace tileglot::io
