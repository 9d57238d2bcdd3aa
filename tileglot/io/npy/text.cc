// SPDX-License-Identifier: Apache-2.0
// npy/text.cc: the preamble by hand, independent of the library's writer.
#include "tileglot/io/npy/text.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tileglot::io {

std::string npy_text_of_version(int version, std::string_view dictionary, std::string_view data) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  const std::size_t width = version == 1 ? 2 : 4;
  for (std::size_t i = 0; i < width; ++i) {
    text += static_cast<char>(dictionary.size() >> (8 * i) & 0xFFU);
  }
  return text + std::string(dictionary) + std::string(data);
}

std::string npy_text(std::string_view dictionary, std::string_view data) {
  return npy_text_of_version(1, dictionary, data);
}

}  // namespace tileglot::io
