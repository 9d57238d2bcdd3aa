// SPDX-License-Identifier: Apache-2.0
// safetensors/file.h: the tensors of a .safetensors file, read without copying.
//
// What     open_safetensors maps a file and gives its checked header; data_of is the bytes of one
//          tensor.
// Units    Bytes; row-major and little-endian, as every tensor of the format is. Data starts where
//          the header ends: 8-aligned if the format's library wrote it, otherwise at any offset.
// Example  open_safetensors("m.safetensors")->data_of(tensor) has tensor.bytes() bytes.
//          [tests: safetensors/writer_test.cc, "A written file is read back"]
// Errors   Those of safetensors/header.h and mapped_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {

struct SafetensorsFile {
  MappedFile file;
  SafetensorsHeader header;

  std::span<const std::byte> data_of(const SafetensorsTensor& tensor) const {
    return file.bytes().subspan(
        static_cast<std::size_t>(header.data_begin_bytes + tensor.begin_bytes),
        static_cast<std::size_t>(tensor.bytes()));
  }
};

core::Result<SafetensorsFile> safetensors_file(MappedFile file);

core::Result<SafetensorsFile> open_safetensors(const std::string& path);

}  // namespace tileglot::io
