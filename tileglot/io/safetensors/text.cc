// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/safetensors/text.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace tileglot::io {

std::string safetensors_text(std::string_view header, std::string_view data) {
  std::string bytes;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes += static_cast<char>(header.size() >> (8 * i) & 0xFFU);
  }
  return bytes.append(header).append(data);
}

std::string one_entry(std::string_view dtype, std::string_view shape, std::string_view offsets) {
  return fmt::format(R"({{"w":{{"dtype":"{}","shape":{},"data_offsets":{}}}}})", dtype, shape,
                     offsets);
}

}  // namespace tileglot::io
