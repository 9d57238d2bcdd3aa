// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/safetensors/file.h"

#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {

core::Result<SafetensorsFile> safetensors_file(MappedFile file) {
  TILEGLOT_TRY(header, parse_safetensors_header(file.bytes()));
  return SafetensorsFile{.file = std::move(file), .header = std::move(header)};
}

core::Result<SafetensorsFile> open_safetensors(const std::string& path) {
  TILEGLOT_TRY(file, MappedFile::open(path));
  return safetensors_file(std::move(file));
}

}  // namespace tileglot::io
