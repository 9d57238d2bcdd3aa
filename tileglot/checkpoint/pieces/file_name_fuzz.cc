// SPDX-License-Identifier: Apache-2.0
// file_name_fuzz.cc: any first line is a pattern or an error, and the rest matches it or does not;
// what matches is the same name again but for zeros before numbers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tileglot/checkpoint/pieces/file_name.h"

namespace {

namespace pieces = tileglot::checkpoint::pieces;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), size);
  const std::string_view name = text.substr(std::min(line + 1, size));
  require(!pieces::npy_piece(name).array.empty() || name.empty() || name == ".npy");
  const auto pattern = pieces::parse_name_pattern(text.substr(0, line));
  if (!pattern) return 0;
  const auto numbers = pieces::match_name(*pattern, name);
  if (!numbers) return 0;
  const auto again = pieces::name_of(*pattern, *numbers);
  require(again.size() <= name.size() && pieces::match_name(*pattern, again) == numbers);
  return 0;
}
