// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/example.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::checkpoint {

void write_safetensors(const std::string& path, const std::vector<io::SafetensorsEntry>& entries,
                       const std::optional<io::SafetensorsMetadata>& metadata) {
  auto out = io::SafetensorsWriter::create(path, entries, metadata, {.replace = true});
  ASSERT_TRUE(out.has_value()) << out.error()->message;
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::byte& b : out->data(i)) {
      state = state * 1664525U + 1013904223U;
      b = static_cast<std::byte>(state >> 24U);
    }
  }
  const auto done = out->commit();
  ASSERT_TRUE(done.has_value()) << done.error()->message;
}

}  // namespace tileglot::checkpoint
