// SPDX-License-Identifier: Apache-2.0
// safetensors_fuzz.cc: any bytes are a .safetensors header or an error; what is read is written
// back unchanged.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"

namespace {

namespace core = tileglot::core;
namespace io = tileglot::io;

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(const io::SafetensorsTensor& a, const io::SafetensorsTensor& b) {
  return a.name == b.name && a.type == b.type && a.shape == b.shape &&
         a.begin_bytes == b.begin_bytes && a.end_bytes == b.end_bytes;
}

void check_header(const io::SafetensorsHeader& header, std::span<const std::byte> file) {
  std::vector<io::SafetensorsEntry> entries;
  entries.reserve(header.tensors.size());
  for (const auto& tensor : header.tensors)
    entries.push_back({tensor.name, tensor.type, tensor.shape});
  const auto placed = io::place_tensors(entries);
  require(placed.has_value());
  auto written = io::safetensors_header_bytes(*placed, header.metadata);
  require(written.has_value());
  const auto data = file.subspan(static_cast<std::size_t>(header.data_begin_bytes));
  written->append(reinterpret_cast<const char*>(data.data()), data.size());
  const auto again = io::parse_safetensors_header(std::as_bytes(std::span(*written)));
  require(again && again->tensors.size() == header.tensors.size() &&
          again->metadata == header.metadata);
  for (std::size_t i = 0; i < header.tensors.size(); ++i) {
    require(same(again->tensors[i], header.tensors[i]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  const auto header = io::parse_safetensors_header(file);
  if (header) {
    check_header(*header, file);
  } else {
    require(
        !core::render(core::with_line(header.error(), io::safetensors_header_text(file))).empty());
  }
  return 0;
}
