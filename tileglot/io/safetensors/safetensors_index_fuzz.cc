// SPDX-License-Identifier: Apache-2.0
// safetensors_index_fuzz.cc: any text is an index or an error; another size is read back.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/io/safetensors/index.h"

namespace {

namespace core = tileglot::core;
namespace io = tileglot::io;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_index(const io::SafetensorsIndex& index, std::string_view text) {
  for (const auto& [name, place] : index.places) require(place.part < index.parts.size());
  if (!index.total_size) return;
  const auto again = io::parse_safetensors_index(io::with_total_size(text, index, 12345));
  require(again && again->total_size == 12345 && again->parts == index.parts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto index = io::parse_safetensors_index(text);
  if (index) {
    check_index(*index, text);
  } else {
    require(!core::render(core::with_line(index.error(), text)).empty());
  }
  return 0;
}
