// SPDX-License-Identifier: Apache-2.0
// example.h: small .safetensors files for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::checkpoint {

/// Writes the tensors in the order given, filled with pseudo-random bytes of a fixed seed.
void write_safetensors(const std::string& path, const std::vector<io::SafetensorsEntry>& entries,
                       const std::optional<io::SafetensorsMetadata>& metadata = {});

}  // namespace tileglot::checkpoint
